import type { Clock } from '../../clock.ts'
import { SourceError } from '../../errors.ts'
import { isBusinessDay, listDays } from '../business-days.ts'
import type { EditionWeek } from '../edition-week.ts'
import type { InsiderCollection, InsiderCoverage, InsiderFiling } from '../insider-filing.ts'
import { parseFormIndex, parseIndexFolder, type IndexEntry } from './daily-index.ts'
import { EDGAR, type EdgarAnswer, type EdgarClient } from './edgar-client.ts'
import { parseSubmission, UnreadableFilingError, type OwnershipReport } from './ownership-document.ts'

/** Called after each filing that was tried. */
export type CollectProgress = (progress: { done: number; listed: number; unread: number }) => void

// Enough to keep the 8 requests a second busy while some of them wait for a slow answer.
const READERS = 16
/** So many filings lost one after another, each after all its attempts, mean that the source is gone. */
const GIVE_UP_AFTER = 25

interface ListedFiling extends IndexEntry {
  readonly filedOn: string
}

/** Reads every Form 4 and 4/A that the daily indexes of a week list.
 *  @returns what was read, and for all the rest why it was not
 *  @throws SourceError when no index could be read, or filings are listed and none could be read */
export async function collectInsiderFilings(
  deps: { edgar: EdgarClient; clock: Clock; onProgress?: CollectProgress | undefined },
  week: EditionWeek,
): Promise<InsiderCollection> {
  const { listed, ...found } = await listFilings(deps.edgar, week)
  const trades = listed.filter(({ form }) => form === '4' || form === '4/A')
  const { filings, unread } = await readFilings(deps, trades)
  if (trades.length > 0 && filings.length === 0) {
    throw new SourceError(
      EDGAR,
      `SEC EDGAR lists ${trades.length} Form 4 filings and none of them could be read: ${unread[0]?.reason}.`,
    )
  }
  const coverage: InsiderCoverage = {
    ...found,
    listed: trades.length,
    read: filings.length,
    unread,
    otherOwnershipForms: listed.length - trades.length,
  }
  return { filings, coverage, retrievedAt: deps.clock.now().toISOString() }
}

async function listFilings(edgar: EdgarClient, week: EditionWeek) {
  const days = listDays(week.from, week.to)
  const daysRead: string[] = []
  const daysUnread: { day: string; reason: string }[] = []
  const listed = new Map<string, ListedFiling>()
  for (const folder of new Set(days.map(quarterFolder))) {
    const daysOfFolder = days.filter((day) => quarterFolder(day) === folder)
    const listing = await edgar.read(`${folder}/index.json`, parseIndexFolder)
    for (const day of daysOfFolder) {
      // A quarter's folder is missing until its first index is out. On a day without business no index is due.
      if (listing.status !== 'read' || !listing.value.includes(day)) {
        const reason = listing.status === 'read' ? 'the SEC has published no index for it' : listing.reason
        if (isBusinessDay(day)) daysUnread.push({ day, reason })
        continue
      }
      const index = await edgar.read(`${folder}/form.${day.replaceAll('-', '')}.idx`, parseFormIndex)
      if (index.status !== 'read') {
        daysUnread.push({ day, reason: index.reason })
        continue
      }
      daysRead.push(day)
      for (const entry of index.value) {
        if (!listed.has(entry.accession)) listed.set(entry.accession, { ...entry, filedOn: day })
      }
    }
  }
  if (daysRead.length === 0) {
    throw new SourceError(
      EDGAR,
      `No daily index of SEC EDGAR from ${week.from} to ${week.to} could be read: ${daysUnread[0]?.reason ?? 'none was published'}.`,
    )
  }
  return { listed: [...listed.values()], daysRead, daysUnread }
}

function quarterFolder(day: string): string {
  return `/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

async function readFilings(
  deps: { edgar: EdgarClient; clock: Clock; onProgress?: CollectProgress | undefined },
  listed: readonly ListedFiling[],
) {
  const filings: InsiderFiling[] = []
  const unread: { accession: string; pageUrl: string; reason: string }[] = []
  const queue = listed.values()
  let lostInARow = 0

  async function readOnward(): Promise<void> {
    for (const entry of queue) {
      const answer: EdgarAnswer<Reading> =
        lostInARow >= GIVE_UP_AFTER
          ? { status: 'unavailable', reason: 'the SEC had stopped answering' }
          : await deps.edgar.read(recordPath(entry), readSubmission)
      lostInARow = answer.status === 'unavailable' ? lostInARow + 1 : 0
      const urls = {
        pageUrl: `https://www.sec.gov/Archives/edgar/data/${entry.cik}/${entry.accession.replaceAll('-', '')}/${entry.accession}-index.htm`,
        recordUrl: `https://www.sec.gov${recordPath(entry)}`,
      }
      const { accession, filedOn } = entry
      const reading = answer.status === 'read' ? answer.value : { problem: answer.reason }
      if ('report' in reading) {
        const retrievedAt = deps.clock.now().toISOString()
        filings.push({ accession, filedOn, ...urls, retrievedAt, ...reading.report })
      } else {
        unread.push({ accession, pageUrl: urls.pageUrl, reason: reading.problem })
      }
      deps.onProgress?.({
        done: filings.length + unread.length,
        listed: listed.length,
        unread: unread.length,
      })
    }
  }

  await Promise.all(Array.from({ length: READERS }, readOnward))
  const byAccession = (a: { accession: string }, b: { accession: string }) =>
    a.accession < b.accession ? -1 : 1
  return { filings: filings.sort(byAccession), unread: unread.sort(byAccession) }
}

function recordPath(entry: IndexEntry): string {
  return `/Archives/edgar/data/${entry.cik}/${entry.accession}.txt`
}

type Reading = { report: OwnershipReport } | { problem: string }

/** A document that is whole and yet unusable is an outcome, not a fault to try again. */
function readSubmission(text: string): Reading {
  try {
    return { report: parseSubmission(text) }
  } catch (error) {
    if (error instanceof UnreadableFilingError) return { problem: error.message }
    throw error
  }
}
