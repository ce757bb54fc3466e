import { listDays } from '../../lib/dates.ts'
import { SourceError } from '../../lib/errors.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { IndexEntry } from './daily-index.ts'
import { type UnreadCode, UnreadableFilingError, type Unread } from '../core/unread-reason.ts'
import { readApart } from '../core/reading/read-apart.ts'
import pThrottle from 'p-throttle'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'

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

const EDGAR = 'SEC EDGAR'
const ORIGIN = 'https://www.sec.gov'

// The SEC allows 10 requests a second over everything; evenly spaced, 8 stay below it in any second.
const REQUEST_EVERY_MS = 125
const DEFAULT_TIMEOUT_MS = 20_000
const MAX_ATTEMPTS = 6
const FIRST_BACKOFF_MS = 500
const MAX_WAIT_MS = 60_000

/** One queue for the whole process: the limit is the SEC's, not a client's. */
const takeSharedTurn = pThrottle({ limit: 1, interval: REQUEST_EVERY_MS, strict: true })(() =>
  Promise.resolve(),
)

export interface EdgarDeps {
  readonly fetch: UpstreamFetch
  /** 'Lunchpail contact@example.com': without a contact address the SEC answers 403. */
  readonly userAgent: string
  readonly timeoutMs?: number
  /** For tests: whose turn it is, and how to wait. */
  readonly takeTurn?: () => Promise<void>
  readonly sleep?: (ms: number) => Promise<void>
}

/** A document, or why there is none: 'missing' (or unreadable) will not change by asking again. */
export type EdgarAnswer<T> = { status: 'read'; value: T } | ({ status: 'missing' | 'unavailable' } & Unread)

export interface EdgarClient {
  /** Fetches and parses one document, trying again what may be mended by it: 429, 5xx, time-outs, resets, and bodies
   *  that `parse` refuses with a TypeError or SyntaxError (cut off, a page of HTML).
   *  @param path  below www.sec.gov, with its slash
   *  @returns never throws for what the network does */
  read<T>(path: string, parse: (text: string) => T | Promise<T>): Promise<EdgarAnswer<T>>
}

/** @throws SourceError when the user agent has no contact address: the SEC would refuse every request */
export function createEdgarClient(deps: EdgarDeps): EdgarClient {
  if (!/\S@\S/.test(deps.userAgent)) {
    throw new SourceError(EDGAR, 'The SEC wants a contact address in the User-Agent: set CONTACT_EMAIL.')
  }
  const takeTurn = deps.takeTurn ?? takeSharedTurn
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))

  async function attempt<T>(path: string, parse: (text: string) => T | Promise<T>): Promise<Attempt<T>> {
    await takeTurn()
    let response: Response
    let text: string
    try {
      response = await deps.fetch(`${ORIGIN}${path}`, {
        headers: { 'user-agent': deps.userAgent, 'accept-encoding': 'gzip, deflate' },
        signal: AbortSignal.timeout(deps.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      })
      text = await response.text()
    } catch (error) {
      return { status: 'again', ...describe(error) }
    }
    if (response.status === 403 || response.status === 404) {
      const code = response.status === 403 ? 'refused' : 'missing'
      return { status: 'missing', code, reason: `the SEC answered ${response.status}` }
    }
    if (!response.ok) {
      const code =
        response.status === 429 ? 'slow-down' : response.status >= 500 ? 'server-failed' : 'unreadable'
      const reason = `the SEC answered ${response.status}`
      return { status: 'again', code, reason, waitMs: parseRetryAfter(response.headers.get('retry-after')) }
    }
    try {
      return { status: 'read', value: await parse(text) }
    } catch (error) {
      if (error instanceof UnreadableFilingError) {
        return { status: 'missing', code: error.code, reason: error.message }
      }
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      const reason = error instanceof TypeError ? error.message : 'the answer is cut off or damaged'
      return {
        status: 'again',
        code: 'incomplete',
        reason: isHtml(text) ? 'a page of HTML came instead' : reason,
      }
    }
  }

  return {
    async read(path, parse) {
      let unread: Unread = { code: 'unreadable', reason: '' }
      for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
        const result = await attempt(path, parse)
        if (result.status !== 'again') return result
        unread = { code: result.code, reason: result.reason }
        if (attempts === MAX_ATTEMPTS) break
        const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random())
        await sleep(Math.min(MAX_WAIT_MS, Math.max(backoffMs, result.waitMs ?? 0)))
      }
      return { status: 'unavailable', ...unread }
    },
  }
}

type Attempt<T> =
  | { status: 'read'; value: T }
  | ({ status: 'missing' } & Unread)
  | ({ status: 'again'; waitMs?: number | undefined } & Unread)

function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : undefined
}

function isHtml(text: string): boolean {
  return /^\s*<(!doctype html|html)/i.test(text)
}

function describe(error: unknown): Unread {
  if (!(error instanceof Error)) return { code: 'connection', reason: 'the connection failed' }
  if (isTimeout(error)) return { code: 'no-answer', reason: 'no answer in time' }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const code = isTimeout(error.cause) ? 'no-answer' : 'connection'
  return { code, reason: `the connection failed: ${error.message}${cause}` }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
