import pThrottle from 'p-throttle'
import { z } from 'zod'

import { SourceError } from '../../../lib/errors.ts'
import { tidyText } from '../../../lib/text.ts'
import type { UpstreamFetch } from '../../../lib/upstream-fetch.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import { UnreadableFilingError } from '../../core/unread-reason.ts'
import { parseSlashDay, type SenatePage } from './read-report.ts'
import { findInHtml } from './walk-html.ts'

const SENATE = 'Senate eFD'
const ORIGIN = 'https://efdsearch.senate.gov'
const HOME = '/search/home/'
const SEARCH = '/search/'
const PERIODIC_TRANSACTION_REPORT = 11
/** The most that the site gives at once. */
const ROWS_A_PAGE = 100

// No limit is published; one a second is what a person could click.
const REQUEST_EVERY_MS = 1000
const MAX_ATTEMPTS = 6
const FIRST_BACKOFF_MS = 1000
const MAX_WAIT_MS = 60_000

/** One queue for the whole process. */
const takeSharedTurn = pThrottle({ limit: 1, interval: REQUEST_EVERY_MS, strict: true })(() =>
  Promise.resolve(),
)

export interface SenateDeps {
  readonly fetch: UpstreamFetch
  /** For tests: whose turn it is, and how to wait. */
  readonly takeTurn?: () => Promise<void>
  readonly sleep?: (ms: number) => Promise<void>
}

/** One line of the search's answer. */
export interface ListedSenateReport {
  readonly id: string
  /** 'on paper': scanned pictures; 'other': a kind of page that is not known. */
  readonly kind: 'electronic' | 'on paper' | 'other'
  readonly member: string
  readonly title: string
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
  readonly pageUrl: string
}

/** A visit to efdsearch.senate.gov. Every request waits for its turn, and is tried again where that may help: 429, 5xx,
 *  broken connections, half a page, a page of another kind. */
export interface SenateClient {
  /** Periodic transaction reports submitted on these days, both included; each once.
   *  @throws SourceError when the list cannot be had whole: 'source-failed' and "refused" for a 403 */
  listReports(period: { from: string; to: string }): Promise<ListedSenateReport[]>
  /** @throws SourceError as above; a page that is whole and cannot be read is an answer */
  readPage(report: ListedSenateReport): Promise<{ html: string; page: SenatePage }>
}

/** Agrees to the site's terms on the first request: only for an operator who has accepted them. */
export function createSenateClient(deps: SenateDeps): SenateClient {
  const takeTurn = deps.takeTurn ?? takeSharedTurn
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const cookies = new Map<string, string>()
  let hasAgreed = false

  async function send(
    path: string,
    form?: Readonly<Record<string, string>>,
    referer = HOME,
  ): Promise<Response> {
    await takeTurn()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await deps.fetch(`${ORIGIN}${path}`, {
      // The way to the page of terms must be seen, and cookies are set on the way.
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(form === undefined
          ? {}
          : {
              referer: `${ORIGIN}${referer}`,
              'content-type': 'application/x-www-form-urlencoded',
              'x-csrftoken': cookies.get('csrftoken') ?? '',
            }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form).toString() }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    if (response.status === 403 && /csrf/i.test(await response.clone().text())) {
      hasAgreed = false
      throw new AgainError('it did not take the form: its token had gone stale')
    }
    checkStatus(response)
    return response
  }

  async function agree(): Promise<void> {
    cookies.clear()
    const terms = await (await send(HOME)).text()
    const token = findInHtml(terms, 'input', ({ name }) => name === 'csrfmiddlewaretoken')?.attributes[
      'value'
    ]
    if (token === undefined || !cookies.has('csrftoken'))
      throw new AgainError('its page of terms did not come')
    const answer = await send(HOME, { prohibition_agreement: '1', csrfmiddlewaretoken: token })
    if (!isRedirect(answer) || isWayToTerms(answer))
      throw new AgainError('it did not take the agreement to its terms')
    hasAgreed = true
  }

  /** In a session whose terms are agreed to; where the site has forgotten it, in a new one. */
  async function ask(path: string, fill?: () => Readonly<Record<string, string>>): Promise<Response> {
    if (!hasAgreed) await agree()
    const response = await send(path, fill?.(), SEARCH)
    if (!isRedirect(response)) return response
    hasAgreed = false
    throw new AgainError('it asked to agree to its terms once more')
  }

  async function insist<T>(attempt: () => Promise<T>): Promise<T> {
    let last: unknown
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
      try {
        return await attempt()
      } catch (error) {
        const isWorthIt =
          error instanceof AgainError || (error instanceof SourceError && error.code === 'source-unavailable')
        if (!isWorthIt) throw error
        last = error
      }
      if (attempts === MAX_ATTEMPTS) break
      const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random())
      await sleep(Math.min(MAX_WAIT_MS, Math.max(backoffMs, last instanceof AgainError ? last.waitMs : 0)))
    }
    if (last instanceof SourceError) throw last
    const reason = last instanceof Error ? last.message : String(last)
    throw new SourceError(SENATE, `Senate data is unavailable: ${reason}.`, { cause: last })
  }

  async function readList(start: number, period: { from: string; to: string }) {
    const response = await ask('/search/report/data/', () => ({
      draw: '1',
      start: String(start),
      length: String(ROWS_A_PAGE),
      report_types: `[${PERIODIC_TRANSACTION_REPORT}]`,
      filer_types: '[]',
      submitted_start_date: `${slashDay(period.from)} 00:00:00`,
      submitted_end_date: `${slashDay(period.to)} 23:59:59`,
      candidate_state: '',
      senator_state: '',
      office_id: '',
      first_name: '',
      last_name: '',
      csrfmiddlewaretoken: cookies.get('csrftoken') ?? '',
    }))
    return parseList(await response.text())
  }

  return {
    async listReports(period) {
      const found = new Map<string, ListedSenateReport>()
      for (let start = 0; ;) {
        const { total, rows } = await insist(() => readList(start, period))
        for (const row of rows) found.set(row.id, row)
        start += rows.length
        if (start >= total) return [...found.values()]
        if (rows.length === 0) {
          throw new SourceError(SENATE, `The Senate counts ${total} reports and lists ${start}.`, {
            code: 'source-failed',
          })
        }
      }
    },

    async readPage(report) {
      let half: { html: string; page: SenatePage } | undefined
      try {
        return await insist(async () => {
          const response = await ask(new URL(report.pageUrl).pathname)
          if (response.status === 404) return { html: '', page: GONE }
          const html = await response.text()
          const page = await readSenatePage(Buffer.from(html))
          if (page.status !== 'unreadable' || page.isWhole) return { html, page }
          half = { html, page }
          throw new AgainError(page.reason)
        })
      } catch (error) {
        // What came in its place is known better than that nothing came.
        if (half === undefined) throw error
        return half
      }
    },
  }
}

/** In a process of its own; never throws for what the page holds. */
export async function readSenatePage(html: Buffer): Promise<SenatePage> {
  try {
    return await readApart('senate-report', html)
  } catch (error) {
    if (!(error instanceof UnreadableFilingError) && !(error instanceof TypeError)) throw error
    return { status: 'unreadable', reason: error.message, isWhole: true }
  }
}

const GONE: SenatePage = { status: 'unreadable', reason: 'the Senate answered 404', isWhole: true }

/** What asking again may mend. */
class AgainError extends Error {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

function checkStatus(response: Response): void {
  const { status } = response
  if (response.ok || isRedirect(response) || status === 404) return
  if (status === 401 || status === 403) {
    throw new SourceError(
      SENATE,
      `The Senate refused this server's requests (${status}), as it does many addresses.`,
      {
        code: 'source-failed',
      },
    )
  }
  const retryAfter = response.headers.get('retry-after') ?? ''
  throw new AgainError(
    `the Senate answered ${status}`,
    /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0,
  )
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

const isWayToTerms = (response: Response) => /home\/?$/.test(response.headers.get('location') ?? '')

/** '2025-01-27' -> '01/27/2025' */
const slashDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** More than were ever filed: the site would be asked for page after page. */
const MAX_LISTED = 20_000
const MAX_LISTED_CELL = 1_000
const listedCell = z.string().max(MAX_LISTED_CELL)

const listSchema = z.object({
  recordsFiltered: z.int().nonnegative().max(MAX_LISTED),
  data: z
    .array(z.tuple([listedCell, listedCell, listedCell, listedCell, listedCell]).rest(z.unknown()))
    .max(MAX_LISTED),
  result: z.literal('ok').optional(),
})

/** @throws AgainError when it is no answer of the search, or has a line that cannot be read */
function parseList(text: string): { total: number; rows: ListedSenateReport[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AgainError('its list of reports came broken or as a page')
  }
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) throw new AgainError('its list of reports has another shape than is known')
  return { total: parsed.data.recordsFiltered, rows: parsed.data.data.map(readListed) }
}

function readListed([first, last, , link, date]: readonly [
  string,
  string,
  string,
  string,
  string,
  ...unknown[],
]) {
  const anchor = findInHtml(link, 'a')
  const href = anchor?.attributes['href'] ?? ''
  const [, path = '', kind = '', id = ''] =
    /^(?:https:\/\/efdsearch\.senate\.gov)?(\/search\/view\/([\w-]{1,40})\/(?:[\w-]{1,40}\/){0,3}([\w-]{1,40})\/?)$/.exec(
      href,
    ) ?? []
  const filedOn = parseSlashDay(date.trim())
  if (path === '' || filedOn === undefined)
    throw new AgainError('its list of reports has a line that cannot be read')
  return {
    id,
    kind: KINDS.get(kind) ?? 'other',
    member: tidyText(`${first} ${last}`),
    title: tidyText(anchor?.text ?? ''),
    filedOn,
    pageUrl: `${ORIGIN}${path}`,
  } satisfies ListedSenateReport
}

const KINDS = new Map<string, ListedSenateReport['kind']>([
  ['ptr', 'electronic'],
  ['paper', 'on paper'],
])
