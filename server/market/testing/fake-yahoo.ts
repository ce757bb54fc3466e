import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeReply {
  status?: number
  type?: string
  body: unknown
  headers?: Record<string, string>
}
/** Undefined leaves the request hanging. */
export type FakeHandler = (url: URL, request: IncomingMessage) => FakeReply | undefined

/** A server at which https://HOST/PATH is asked for as /HOST/PATH, in Yahoo's shapes: a cookie from the quote page, a
 *  crumb for the cookie, quote and quoteSummary for both, the chart for anybody. */
export interface FakeYahoo {
  readonly baseUrl: string
  /** Paths asked for, oldest first, without the query. */
  readonly asked: string[]
  /** The first handler whose path part is contained answers in place of the usual one. */
  readonly handlers: Map<string, FakeHandler>
  /** Makes every crumb given out so far worthless. */
  expireCrumbs(): void
  close(): void
}

const CRUMB_PATH = '/v1/test/getcrumb'

export async function startFakeYahoo(): Promise<FakeYahoo> {
  const asked: string[] = []
  const handlers = new Map<string, FakeHandler>()
  let crumbNumber = 1

  function usual(url: URL, request: IncomingMessage): FakeReply {
    const cookie = request.headers.cookie ?? ''
    if (url.pathname.startsWith('/finance.yahoo.com/')) {
      return {
        type: 'text/html',
        body: '<html></html>',
        headers: { 'set-cookie': 'A3=d=fake; Domain=.yahoo.com; Path=/; Max-Age=31557600; Secure' },
      }
    }
    if (url.pathname.endsWith(CRUMB_PATH)) {
      return cookie.includes('A3=')
        ? { type: 'text/plain', body: `cr/umb.${crumbNumber}` }
        : unauthorized('Invalid Cookie')
    }
    const needsCrumb = /\/quoteSummary\/|\/v7\/finance\/quote$/.test(url.pathname)
    if (
      needsCrumb &&
      (url.searchParams.get('crumb') !== `cr/umb.${crumbNumber}` || !cookie.includes('A3='))
    ) {
      return unauthorized('Invalid Crumb')
    }
    return notFound('chart', 'No data found, symbol may be delisted')
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    asked.push(url.pathname)
    const fallback = usual(url, request)
    const isRefused = fallback.status === 401
    const own = [...handlers].find(([part]) => url.pathname.includes(part))?.[1]
    // A handler's answer to a crumbless question would hide that the crumb was missing.
    const mayAnswer = own !== undefined && !(isRefused && !url.pathname.endsWith(CRUMB_PATH))
    send(response, mayAnswer ? own(url, request) : fallback)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    handlers,
    expireCrumbs() {
      crumbNumber++
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(response: ServerResponse, reply: FakeReply | undefined): void {
  if (!reply) return
  response.writeHead(reply.status ?? 200, {
    'content-type': reply.type ?? 'application/json',
    ...reply.headers,
  })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

export function notFound(part: string, description: string): FakeReply {
  return { status: 404, body: { [part]: { result: null, error: { code: 'Not Found', description } } } }
}

export function unauthorized(description: string): FakeReply {
  return { status: 401, body: { finance: { result: null, error: { code: 'Unauthorized', description } } } }
}

/** The body of /v8/finance/chart with one bar a day. */
export function chartBody(
  part: {
    meta?: Record<string, unknown>
    timestamp?: readonly number[] | undefined
    close?: readonly (number | null)[]
    adjclose?: readonly (number | null)[] | undefined
    splits?: Record<string, unknown>
  } = {},
): unknown {
  const timestamp = 'timestamp' in part ? part.timestamp : [1_795_012_200, 1_795_098_600]
  const close = part.close ?? [10, 11]
  return {
    chart: {
      result: [
        {
          meta: {
            currency: 'USD',
            symbol: 'ACME',
            exchangeName: 'NMS',
            fullExchangeName: 'NasdaqGS',
            instrumentType: 'EQUITY',
            exchangeTimezoneName: 'America/New_York',
            gmtoffset: -18_000,
            regularMarketTime: 1_795_122_000,
            longName: 'Acme Inc.',
            ...part.meta,
          },
          ...(timestamp === undefined ? {} : { timestamp }),
          ...(part.splits === undefined ? {} : { events: { splits: part.splits } }),
          indicators: {
            quote: [timestamp === undefined ? {} : { close }],
            ...('adjclose' in part && part.adjclose === undefined
              ? {}
              : { adjclose: [{ adjclose: part.adjclose ?? close }] }),
          },
        },
      ],
      error: null,
    },
  }
}

/** The body of /v10/finance/quoteSummary. */
export function summaryBody(modules: Record<string, unknown>): unknown {
  return { quoteSummary: { result: [modules], error: null } }
}
