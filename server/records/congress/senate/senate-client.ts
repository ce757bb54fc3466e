import { z } from 'zod'

import { SourceError } from '../../../lib/errors.ts'
import { hasMoreParts, tidyText } from '../../../lib/text.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import { FailedAttempt, requireOk, type SendRequest, type SourceClient } from '../../core/source-client.ts'
import { toUnreadable } from '../../core/unread-reason.ts'
import { parseSlashDay, type SenatePage } from './read-report.ts'
import { findElements, PageTooLargeError, parseHtml, textOf, type HtmlElement } from './parse-html.ts'

export const SENATE = 'Senate eFD'
const ORIGIN = 'https://efdsearch.senate.gov'
const HOME = '/search/home/'
const SEARCH = '/search/'
const PERIODIC_TRANSACTION_REPORT = 11
/** The most the site returns at once. */
const ROWS_A_PAGE = 100
/** It sets four. */
const MOST_COOKIES = 50

/** One line of the search result. */
export interface ListedSenateReport {
  readonly id: string
  /** 'on paper': scanned images; 'other': an unknown kind of page. */
  readonly kind: 'electronic' | 'on paper' | 'other'
  readonly member: string
  readonly title: string
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
  readonly pageUrl: string
}

/** A session with efdsearch.senate.gov. */
export interface SenateClient {
  /** Lists the periodic transaction reports submitted on these days, both ends inclusive, each once.
   *  @throws SourceError if the complete list cannot be fetched */
  listReports(period: { from: string; to: string }): Promise<ListedSenateReport[]>
  /** Reads one page; a complete but unreadable page is a result.
   *  @throws SourceError if the page cannot be fetched */
  readPage(report: ListedSenateReport): Promise<{ html: string; page: SenatePage }>
}

/** Agrees to the site's terms with the first request, so use it only if an operator has accepted them. */
export function createSenateClient({ insist }: Pick<SourceClient, 'insist'>): SenateClient {
  const cookies = new Map<string, string>()
  let hasAgreed = false

  async function visit(
    send: SendRequest,
    path: string,
    { form, referer = HOME }: { form?: Readonly<Record<string, string>> | undefined; referer?: string } = {},
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(`${ORIGIN}${path}`, {
      // Redirects to the terms must be seen, and cookies are set along the way.
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
      if (name === undefined || value === undefined) continue
      if (cookies.has(name) || cookies.size < MOST_COOKIES) cookies.set(name, value)
    }
    if (response.status === 403 && /csrf/i.test(await response.clone().text())) {
      hasAgreed = false
      throw new FailedAttempt('it did not take the form: its token had gone stale')
    }
    if (response.status === 401 || response.status === 403) {
      throw new FailedAttempt(
        `The Senate refused this server's requests (${response.status}), as it does many addresses.`,
        { fault: 'refused', isWorthRetrying: false },
      )
    }
    if (!isRedirect(response) && response.status !== 404) requireOk(SENATE, response)
    return response
  }

  async function agree(send: SendRequest): Promise<void> {
    cookies.clear()
    const terms = await (await visit(send, HOME)).text()
    const token = findInHtml(terms, ({ attributes }) => attributes['name'] === 'csrfmiddlewaretoken')
      ?.attributes['value']
    if (token === undefined || !cookies.has('csrftoken'))
      throw new FailedAttempt('its page of terms did not come')
    const form = { prohibition_agreement: '1', csrfmiddlewaretoken: token }
    const answer = await visit(send, HOME, { form })
    if (!isRedirect(answer) || isWayToTerms(answer))
      throw new FailedAttempt('it did not take the agreement to its terms')
    hasAgreed = true
  }

  /** Requests a path in a session that has agreed to the terms; if the site has dropped it, fails so that the retry agrees
   *  again. */
  async function ask(
    send: SendRequest,
    path: string,
    fill?: () => Readonly<Record<string, string>>,
  ): Promise<Response> {
    if (!hasAgreed) await agree(send)
    const response = await visit(send, path, { form: fill?.(), referer: SEARCH })
    if (!isRedirect(response)) return response
    hasAgreed = false
    throw new FailedAttempt('it asked to agree to its terms once more')
  }

  async function readList(send: SendRequest, start: number, period: { from: string; to: string }) {
    const response = await ask(send, '/search/report/data/', () => ({
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
        const { total, rows } = await insist((send) => readList(send, start, period))
        for (const row of rows) found.set(row.id, row)
        start += rows.length
        if (start >= total) return [...found.values()]
        // Only the last page is shorter: of a list with one row a page, thousands would be requested.
        if (rows.length < ROWS_A_PAGE) {
          throw new SourceError(SENATE, `The Senate counts ${total} reports and lists ${start}.`, {
            code: 'source-failed',
            fault: 'incomplete',
          })
        }
      }
    },

    async readPage(report) {
      let half: { html: string; page: SenatePage } | undefined
      try {
        return await insist(async (send) => {
          const response = await ask(send, new URL(report.pageUrl).pathname)
          if (response.status === 404) return { html: '', page: GONE }
          const html = await response.text()
          const page = await readSenatePage(Buffer.from(html))
          if (page.status !== 'unreadable' || page.code !== 'incomplete') return { html, page }
          half = { html, page }
          throw new FailedAttempt(page.reason)
        })
      } catch (error) {
        // Reporting the page that came instead says more than reporting a failure.
        if (half === undefined) throw error
        return half
      }
    },
  }
}

/** Parses a page in a separate process; never throws for its contents. */
export async function readSenatePage(html: Buffer): Promise<SenatePage> {
  const page = await readApart('senate-report', html).catch(toUnreadable)
  return 'code' in page ? { ...page, status: 'unreadable' } : page
}

const GONE: SenatePage = { status: 'unreadable', code: 'missing', reason: `${SENATE} answered 404` }

/** @returns undefined if there is none, or the page is too large to search */
function findInHtml(html: string, isWanted: (element: HtmlElement) => boolean): HtmlElement | undefined {
  try {
    return findElements(parseHtml(html), isWanted)[0]
  } catch (error) {
    if (!(error instanceof PageTooLargeError)) throw error
    return undefined
  }
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

const isWayToTerms = (response: Response) => /home\/?$/.test(response.headers.get('location') ?? '')

/** '2025-01-27' -> '01/27/2025' */
const slashDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** More than were ever filed; a larger total would have us request page after page. */
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

/** A page has some thousand, and the site lists a hundred reports on one. */
const MOST_LISTED_PARTS = 200_000

/** @throws FailedAttempt if it is not a search result, is too long for one or has a line that cannot be read */
function parseList(text: string): { total: number; rows: ListedSenateReport[] } {
  if (hasMoreParts(text, MOST_LISTED_PARTS))
    throw new FailedAttempt('its list of reports is longer than any', { fault: 'too-much' })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new FailedAttempt('its list of reports came broken or as a page')
  }
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) throw new FailedAttempt('its list of reports has another shape than is known')
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
  const anchor = findInHtml(link, ({ name }) => name === 'a')
  const href = anchor?.attributes['href'] ?? ''
  const [, path = '', kind = '', id = ''] =
    /^(?:https:\/\/efdsearch\.senate\.gov)?(\/search\/view\/([\w-]{1,40})\/(?:[\w-]{1,40}\/){0,3}([\w-]{1,40})\/?)$/.exec(
      href,
    ) ?? []
  const filedOn = parseSlashDay(date.trim())
  if (path === '' || filedOn === undefined)
    throw new FailedAttempt('its list of reports has a line that cannot be read')
  return {
    id,
    kind: KINDS.get(kind) ?? 'other',
    member: tidyText(`${first} ${last}`),
    title: tidyText(textOf(anchor)),
    filedOn,
    pageUrl: `${ORIGIN}${path}`,
  } satisfies ListedSenateReport
}

const KINDS = new Map<string, ListedSenateReport['kind']>([
  ['ptr', 'electronic'],
  ['paper', 'on paper'],
])
