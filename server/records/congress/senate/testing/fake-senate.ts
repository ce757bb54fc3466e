import { SourceError } from '../../../../lib/errors.ts'
import type { UpstreamFetch } from '../../../../lib/upstream-fetch.ts'
import { createSourceClient, type SourceClient } from '../../../core/source-client.ts'
import { createSenateSource } from '../collect-senate-records.ts'

const TOKEN = 'token-of-the-visit'

export interface FakeSenate {
  readonly fetch: UpstreamFetch
  /** Requests received, in order: "POST /search/home/". */
  readonly asked: string[]
  /** Forms posted, in order. */
  readonly forms: URLSearchParams[]
  /** Drops the session, as the site does after a while. */
  forget(): void
}

export interface FakeReport {
  readonly path: string
  readonly html?: string
  readonly date?: string
  /** The line of the list, if it is an odd one. */
  readonly line?: unknown
}

/** The parts of the site in use: terms, search and pages. Redirects to the terms until they are agreed to.
 *  @param fault  a response or error instead of the site's own */
export function createFakeSenate(
  reports: readonly FakeReport[],
  fault: (request: string) => Response | Error | undefined = () => undefined,
): FakeSenate {
  const asked: string[] = []
  const forms: URLSearchParams[] = []
  let session = 0

  function answer(path: string, form: URLSearchParams | undefined, headers: Headers): Response {
    const cookie = headers.get('cookie') ?? ''
    if (form) {
      const knowsToken = [form.get('csrfmiddlewaretoken'), headers.get('x-csrftoken')].includes(TOKEN)
      if (!knowsToken || !cookie.includes(`csrftoken=${TOKEN}`) || !headers.has('referer')) {
        return new Response('<h1>Forbidden</h1>CSRF verification failed.', { status: 403 })
      }
    }
    if (path === '/search/home/') {
      if (form?.get('prohibition_agreement') === '1') {
        return redirect('../', `sessionid=visit-${session}; Path=/; HttpOnly`)
      }
      return page(`<form id="agreement_form"><input name="csrfmiddlewaretoken" value="${TOKEN}"></form>`, {
        'set-cookie': `csrftoken=${TOKEN}; Path=/; SameSite=Lax`,
      })
    }
    if (!cookie.includes(`sessionid=visit-${session}`)) return redirect('/search/home/')
    if (path === '/search/report/data/' && form) {
      const start = Number(form.get('start'))
      const rows = reports.map(
        ({ path: link, date, line }) =>
          line ?? [
            'Jane  Q',
            'Doe',
            'Doe, Jane (Senator)',
            `<a href="${link}" target="_blank">Periodic Transaction Report for 01/27/2025</a>`,
            date ?? '01/28/2025',
          ],
      )
      const data = rows.slice(start, start + Number(form.get('length')))
      return Response.json({ draw: 1, recordsTotal: 9999, recordsFiltered: rows.length, data, result: 'ok' })
    }
    const html = reports.find((report) => report.path === path)?.html
    return html === undefined ? new Response('gone', { status: 404 }) : page(html)
  }

  return {
    asked,
    forms,
    forget: () => void session++,
    fetch: (input, init = {}) => {
      const { pathname } = new URL(input)
      const request = `${init.method ?? 'GET'} ${pathname}`
      asked.push(request)
      const form = typeof init.body === 'string' ? new URLSearchParams(init.body) : undefined
      if (form) forms.push(form)
      const broken = fault(request)
      if (broken instanceof Error) return Promise.reject(broken)
      return Promise.resolve(broken ?? answer(pathname, form, new Headers(init.headers)))
    },
  }
}

let clients = 0

/** A client with the source's limits, but without waits between requests and attempts. */
export function createTestClient({ fetch }: Pick<FakeSenate, 'fetch'>): SourceClient {
  const source = createSenateSource({ termsAcceptedBy: 'Jane Operator' })
  const limits = { ...source.limits, requestsPerSecond: 1000 }
  return createSourceClient(
    { fetch, backoffMs: { first: 1, most: 1 } },
    { ...source, id: `senate-${clients++}`, limits },
  )
}

export const noAnswer = () =>
  new SourceError('efdsearch.senate.gov', 'The connection failed.', { fault: 'connection', retry: 'now' })

const page = (html: string, headers: Record<string, string> = {}) =>
  new Response(html, { headers: { 'content-type': 'text/html', ...headers } })

const redirect = (location: string, cookie?: string) =>
  new Response(null, {
    status: 302,
    headers: { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  })
