import { listDays } from '../../lib/dates.ts'
import { SourceError } from '../../lib/errors.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { IndexEntry } from './daily-index.ts'
import { EDGAR, type EdgarClient } from './edgar-client.ts'
import type { UnreadCode } from '../core/unread-reason.ts'
import { readApart } from '../core/reading/read-apart.ts'

/** Of a day whose index is not out, or never will be. */
const NO_INDEX = { code: 'no-index', reason: 'the SEC has published no index for it' } as const

/** A business day whose index was not read. */
export interface UnreadDay {
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly code: UnreadCode | 'no-index'
  readonly reason: string
}

/** An ownership report, under the first day whose index lists it. */
export interface ListedFiling extends IndexEntry {
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
}

/** Reads the daily indexes of some days, both included.
 *  @returns Forms 3, 4 and 5 and their corrections, each once
 *  @throws SourceError when no index could be read */
export async function listFilings(edgar: EdgarClient, week: Pick<EditionWeek, 'from' | 'to'>) {
  const days = listDays(week.from, week.to)
  const daysRead: string[] = []
  const daysUnread: UnreadDay[] = []
  const listed = new Map<string, ListedFiling>()
  for (const folder of new Set(days.map(quarterFolder))) {
    const daysOfFolder = days.filter((day) => quarterFolder(day) === folder)
    const listing = await edgar.read(`${folder}/index.json`, (text) =>
      readApart('index-folder', Buffer.from(text)),
    )
    for (const day of daysOfFolder) {
      // A quarter's folder is missing until its first index is out. On a day without business no index is due.
      if (listing.status !== 'read' || !listing.value.includes(day)) {
        const { code, reason } = listing.status === 'read' ? NO_INDEX : listing
        if (isBusinessDay(day)) daysUnread.push({ day, code, reason })
        continue
      }
      const index = await edgar.read(indexPath(day), (text) => readApart('form-index', Buffer.from(text)))
      if (index.status !== 'read') {
        daysUnread.push({ day, code: index.code, reason: index.reason })
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

/** The path of a day's index below www.sec.gov. */
export function indexPath(day: string): string {
  return `${quarterFolder(day)}/form.${day.replaceAll('-', '')}.idx`
}

function quarterFolder(day: string): string {
  return `/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/** The page of a filing for people, and its record, on www.sec.gov. */
export function filingUrls(entry: IndexEntry): { pageUrl: string; recordUrl: string } {
  const { accession, cik } = entry
  return {
    pageUrl: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
    recordUrl: `https://www.sec.gov${recordPath(entry)}`,
  }
}

/** The path of a filing's record below www.sec.gov. */
export function recordPath(entry: IndexEntry): string {
  return `/Archives/edgar/data/${entry.cik}/${entry.accession}.txt`
}
