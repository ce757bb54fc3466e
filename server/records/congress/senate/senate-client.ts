import { SourceError } from '../../../lib/errors.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import {
  FailedAttempt,
  readBody,
  requireOk,
  type SendRequest,
  type SourceClient,
} from '../../core/source-client.ts'
import { toUnreadable } from '../../core/unread-reason.ts'
import { findInHtml, type ListedSenateReport, ORIGIN, type SenateList } from './read-list.ts'
import type { SenatePage } from './read-report.ts'

export const SENATE = 'Senate eFD'
const HOME = '/search/home/'
const SEARCH = '/search/'
const PERIODIC_TRANSACTION_REPORT = 11
/** The most the site returns at once. */
const ROWS_A_PAGE = 100
/** The site sets four. */
const MOST_COOKIES = 50

/** A session with efdsearch.senate.gov. */
export interface SenateClient {
  /** Lists the periodic transaction reports submitted on these days, both ends inclusive, each once, and the lines that cannot be
   *  read.
   *  @throws SourceError if the complete list cannot be fetched */
  listReports(period: {
    from: string
    to: string
  }): Promise<{ reports: ListedSenateReport[]; unreadLines: readonly string[] }>
  /** Reads one page; a complete but unreadable page is a result.
   *  @throws SourceError if the page cannot be fetched */
  readPage(report: Pick<ListedSenateReport, 'pageUrl'>): Promise<{ bytes: Buffer; page: SenatePage }>
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

  async function readList(
    send: SendRequest,
    start: number,
    period: { from: string; to: string },
  ): Promise<SenateList> {
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
    const bytes = Buffer.from(await response.arrayBuffer())
    return await readBody(SENATE, bytes, (json) => readApart('senate-list', json))
  }

  return {
    async listReports(period) {
      const found = new Map<string, ListedSenateReport>()
      const unreadLines: string[] = []
      for (let start = 0; ;) {
        const { total, rows, unreadLines: odd } = await insist((send) => readList(send, start, period))
        for (const row of rows) found.set(row.reportId, row)
        unreadLines.push(...odd)
        const count = rows.length + odd.length
        start += count
        if (start >= total) return { reports: [...found.values()], unreadLines }
        // Only the last page may be shorter, since a list with one row per page would take thousands of requests.
        if (count < ROWS_A_PAGE) {
          throw new SourceError(SENATE, `The Senate counts ${total} reports and lists ${start}.`, {
            code: 'source-failed',
            fault: 'incomplete',
          })
        }
      }
    },

    async readPage(report) {
      let half: Awaited<ReturnType<SenateClient['readPage']>> | undefined
      try {
        return await insist(async (send) => {
          const response = await ask(send, new URL(report.pageUrl).pathname)
          if (response.status === 404) return { bytes: Buffer.of(), page: GONE }
          const bytes = Buffer.from(await response.text())
          const page = await readSenatePage(bytes)
          if (page.status !== 'unreadable' || page.code !== 'incomplete') return { bytes, page }
          half = { bytes, page }
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

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

const isWayToTerms = (response: Response) => /home\/?$/.test(response.headers.get('location') ?? '')

/** '2025-01-27' -> '01/27/2025' */
const slashDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
