import type { IncomingMessage } from 'node:http'

import { startFakeSource, type FakeReply, type FakeSource } from './fake-source.ts'

/** A fake in Yahoo's shapes: the quote page sets a cookie, the cookie gets a crumb, both get quote and quoteSummary; the chart
 *  is open to anybody. */
export interface FakeYahoo extends FakeSource {
  /** Invalidates every crumb issued so far. */
  expireCrumbs(): void
}

export type { FakeHandler, FakeReply } from './fake-source.ts'

const CRUMB_PATH = '/v1/test/getcrumb'

export async function startFakeYahoo(): Promise<FakeYahoo> {
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

  const source = await startFakeSource((url, request, own) => {
    const fallback = usual(url, request)
    // A handler's answer to a question without a crumb would hide that the crumb was missing.
    const mayAnswer = fallback.status !== 401 || url.pathname.endsWith(CRUMB_PATH)
    return own && mayAnswer ? own(url, request) : fallback
  })
  return {
    ...source,
    expireCrumbs() {
      crumbNumber++
    },
  }
}

export function notFound(part: string, description: string): FakeReply {
  return { status: 404, body: { [part]: { result: null, error: { code: 'Not Found', description } } } }
}

export function unauthorized(description: string): FakeReply {
  return { status: 401, body: { finance: { result: null, error: { code: 'Unauthorized', description } } } }
}

/** Builds the body of /v8/finance/chart with one bar a day. */
export function chartBody(
  part: {
    meta?: Record<string, unknown>
    timestamp?: readonly number[] | undefined
    close?: readonly (number | null)[]
    open?: readonly (number | null)[]
    adjclose?: readonly (number | null)[] | undefined
    volume?: readonly (number | null)[]
    dividends?: Record<string, unknown>
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
          ...((part.splits ?? part.dividends) && {
            events: {
              ...(part.splits && { splits: part.splits }),
              ...(part.dividends && { dividends: part.dividends }),
            },
          }),
          indicators: {
            quote: [
              timestamp === undefined
                ? {}
                : {
                    close,
                    ...(part.open && { open: part.open }),
                    ...(part.volume && { volume: part.volume }),
                  },
            ],
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

/** Builds the body of /v8/finance/chart with bars of five minutes: two on 2026-11-20, after a close of 9.80. */
export function dayBody(part: NonNullable<Parameters<typeof chartBody>[0]> = {}): unknown {
  const opened = Date.parse('2026-11-20T14:30:00Z') / 1_000
  const close = part.close ?? [10, 10.5]
  return chartBody({
    timestamp: close.map((_, bar) => opened + bar * 300),
    close,
    adjclose: undefined,
    ...part,
    meta: {
      timezone: 'EST',
      dataGranularity: '5m',
      chartPreviousClose: 9.8,
      regularMarketPrice: close.at(-1),
      regularMarketTime: opened + close.length * 300,
      currentTradingPeriod: { regular: { start: opened, end: opened + 23_400 } },
      ...part.meta,
    },
  })
}

/** Builds the body of /v10/finance/quoteSummary. */
export function summaryBody(modules: Record<string, unknown>): unknown {
  return { quoteSummary: { result: [modules], error: null } }
}
