import { listDays } from '../../lib/dates.ts'
import { SourceError, type SourceFault } from '../../lib/errors.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { IndexEntry } from './daily-index.ts'
import { toUnread, type Unread } from '../core/unread-reason.ts'
import { readApart } from '../core/reading/read-apart.ts'
import type { SourceContext } from '../core/record-source.ts'
import type { ReadAnswer } from '../core/source-client.ts'

const EDGAR = 'SEC EDGAR'
export const EDGAR_ORIGIN = 'https://www.sec.gov'

/** Of a day whose index is not out, or never will be. */
const NO_INDEX: Unread<'missing'> = { code: 'missing', reason: 'the SEC has published no index for it' }

/** A business day whose index was not read. */
export interface UnreadDay extends Unread<SourceFault> {
  /** 'YYYY-MM-DD' */
  readonly day: string
}

/** A business day whose index was read. */
interface ReadDay {
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly bytes: Buffer
}

/** An ownership report, under the first day whose index lists it. */
export interface ListedFiling extends IndexEntry {
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
}

/** Reads the daily indexes of some days, both included.
 *  @returns Forms 3, 4 and 5 and their corrections, each once
 *  @throws SourceError when no index could be read */
export async function listFilings(read: ReadEdgar, week: Pick<EditionWeek, 'from' | 'to'>) {
  const days = listDays(week.from, week.to)
  const daysRead: ReadDay[] = []
  const daysUnread: UnreadDay[] = []
  const listed = new Map<string, ListedFiling>()
  for (const folder of new Set(days.map(quarterFolder))) {
    const daysOfFolder = days.filter((day) => quarterFolder(day) === folder)
    const listing = await read(`${folder}/index.json`, (json) => readApart('index-folder', json)).catch(
      toUnread,
    )
    for (const day of daysOfFolder) {
      // A quarter's folder is missing until its first index is out. On a day without business no index is due.
      if ('code' in listing || !listing.value.includes(day)) {
        const { code, reason } = 'code' in listing ? listing : NO_INDEX
        if (isBusinessDay(day)) daysUnread.push({ day, code, reason })
        continue
      }
      const index = await read(indexPath(day), (text) => readApart('form-index', text)).catch(toUnread)
      if ('code' in index) {
        daysUnread.push({ day, ...index })
        continue
      }
      daysRead.push({ day, bytes: index.bytes })
      for (const entry of index.value) {
        if (!listed.has(entry.accession)) listed.set(entry.accession, { ...entry, filedOn: day })
      }
    }
  }
  if (daysRead.length === 0) {
    const { code, reason } = daysUnread[0] ?? { code: 'missing', reason: 'none was published' }
    throw new SourceError(
      EDGAR,
      `No daily index of SEC EDGAR from ${week.from} to ${week.to} could be read: ${reason}.`,
      { fault: code },
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
    pageUrl: `${EDGAR_ORIGIN}/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
    recordUrl: `${EDGAR_ORIGIN}${recordPath(entry)}`,
  }
}

/** The path of a filing's record below www.sec.gov. */
export function recordPath(entry: IndexEntry): string {
  return `/Archives/edgar/data/${entry.cik}/${entry.accession}.txt`
}

/** Reads one document of EDGAR, as the SEC wants to be asked.
 *  @param path  below www.sec.gov, with its slash
 *  @throws SourceError, as the client does */
export type ReadEdgar = <T>(path: string, parse: (bytes: Buffer) => Promise<T>) => Promise<ReadAnswer<T>>

/** @param userAgent  'Lunchpail contact@example.com'
 *  @throws SourceError when it has no contact address: the SEC would refuse every request */
export function openEdgar({ client, userAgent }: Pick<SourceContext, 'client' | 'userAgent'>): ReadEdgar {
  if (!/\S@\S/.test(userAgent)) {
    throw new SourceError(EDGAR, 'The SEC wants a contact address in the User-Agent: set CONTACT_EMAIL.')
  }
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate' }
  return (path, parse) => client.read(`${EDGAR_ORIGIN}${path}`, parse, { headers })
}
