import { z } from 'zod'
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi'

import {
  assetKindSchema,
  dayResponseSchema,
  priceRangeSchema,
  relatedResponseSchema,
  searchResponseSchema,
  searchTextSchema,
  statsResponseSchema,
  stockResponseSchema,
  type DayResponse,
  type Meta,
  type RelatedResponse,
  type SearchResponse,
  type StatsResponse,
  type StockResponse,
} from '../../shared/market-contract.ts'
import { jsonAnswer, problem, reading, requestProblems, ticker } from '../http/openapi-parts.ts'

const kind = assetKindSchema.optional().meta({
  description: 'Which asset the ticker means. Left out: a stock if there is one, else a coin.',
})
const only = z.enum(['prices']).optional().meta({
  description: 'Leaves out the profile, which other sources may be asked for.',
})
const range = priceRangeSchema.optional().meta({
  description:
    'One year when left out. Of 5Y and MAX one client is answered 60 a minute, pages and all years of trades included.',
})
const q = searchTextSchema.meta({
  description: 'Part of a ticker or of a name, 1 to 60 characters.',
  examples: ['apple'],
})

const tags = ['Market']
const sourceProblems = {
  ...requestProblems,
  '502': problem('The source gave an answer that cannot be used.'),
  '503': problem('The source is unavailable; `Retry-After` says when to try again.'),
}
const tickerProblems = {
  ...sourceProblems,
  '404': problem(
    'No security is known by this ticker, and `suggestions` are what may have been meant; or, as `not-at-source`, the security exists ' +
      'and the source does not have it.',
  ),
}

const SOURCE = { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' }
const META: Meta = {
  kind: 'stock',
  source: SOURCE,
  asOf: '2026-11-20T21:00:00.000Z',
  retrievedAt: '2026-11-20T21:15:00.000Z',
  currency: 'USD',
  delayed: true,
  session: 'closed',
  stale: false,
  sample: false,
  republishable: false,
}

const EXAMPLE_STOCK: StockResponse = {
  ticker: 'AAPL',
  dates: ['2026-11-19', '2026-11-20'],
  prices: [243.1, 245.5],
  info: { 'Company Name': 'Apple Inc.', CEO: 'Ms. Example', Employees: 150_000, Ticker: 'AAPL' },
  meta: {
    ...META,
    range: '1Y',
    profileAvailable: true,
    profile: {
      sources: [SOURCE],
      retrievedAt: '2026-11-18T09:00:00.000Z',
      stale: false,
      republishable: false,
    },
    type: 'equity',
    latest: {
      price: 245.5,
      day: '2026-11-20',
      isToday: true,
      previous: { close: 243.1, day: '2026-11-19' },
      dayRange: { low: 242.7, high: 246.2 },
      yearRange: { low: 164.08, high: 260.1 },
    },
    suspectDays: [],
    coversRange: true,
  },
}

const EXAMPLE_DAY: DayResponse = {
  ticker: 'AAPL',
  times: ['2026-11-20T14:35:00.000Z', '2026-11-20T14:40:00.000Z'],
  prices: [243.4, 243.9],
  meta: {
    ...META,
    asOf: '2026-11-20T14:40:00.000Z',
    retrievedAt: '2026-11-20T14:40:30.000Z',
    session: 'open',
    type: 'equity',
    day: {
      date: '2026-11-20',
      isToday: true,
      zone: { name: 'EST', offsetMinutes: -300 },
      previousClose: 243.1,
    },
    suspectTimes: [],
  },
}

const EXAMPLE_STATS: StatsResponse = { stats: { trailingPE: 31.2, sector: 'Technology' }, meta: META }

const EXAMPLE_RELATED: RelatedResponse = {
  related: [
    {
      ticker: 'MSFT',
      company_name: 'Microsoft Corporation',
      price: 512.3,
      change: '+1.24%',
      kind: 'stock',
      currency: 'USD',
    },
  ],
  meta: META,
}

const EXAMPLE_SEARCH: SearchResponse = {
  results: [{ ticker: 'AAPL', name: 'Apple Inc.', kind: 'stock', type: 'equity', exchange: 'NASDAQ' }],
  meta: { sources: [SOURCE], retrievedAt: '2026-11-20T21:15:00.000Z', stale: false, sample: false },
}

const lookup = (
  summary: string,
  query: z.ZodObject,
  content: Parameters<typeof reading>[0]['content'],
): ZodOpenApiPathItemObject =>
  reading({
    summary,
    tags,
    requestParams: { path: z.object({ ticker }), query },
    description: 'The answer, with its source and time under `meta`.',
    content,
    headers: 'shared',
    problems: tickerProblems,
  })

/** Describes the requests about assets. */
export function describeMarketPaths(): ZodOpenApiPathsObject {
  return {
    '/stocks/{ticker}': lookup(
      'Price history and profile',
      z.object({ kind, range, only }),
      jsonAnswer(stockResponseSchema.meta({ id: 'Stock' }), EXAMPLE_STOCK),
    ),
    '/stocks/{ticker}/day': lookup(
      'Prices within the newest session',
      z.object({ kind }),
      jsonAnswer(dayResponseSchema.meta({ id: 'Day' }), EXAMPLE_DAY),
    ),
    '/stocks/{ticker}/closes.csv': reading({
      summary: 'The closes as a file, where their source may be passed on',
      tags,
      requestParams: { path: z.object({ ticker }), query: z.object({ kind, range }) },
      description: 'A header and a line for each close, oldest first; lines end in CR LF.',
      content: {
        'text/csv': {
          schema: z.string(),
          example: 'date,adjusted_close,currency,source\r\n2026-11-20,245.5,USD,Example\r\n',
        },
      },
      headers: 'shared',
      problems: {
        ...tickerProblems,
        '403': problem('The source does not allow its data to be passed on (`not-republishable`).'),
      },
    }),
    '/stats/{ticker}': lookup(
      'Key statistics',
      z.object({ kind }),
      jsonAnswer(statsResponseSchema.meta({ id: 'Stats' }), EXAMPLE_STATS),
    ),
    '/related/{ticker}': lookup(
      'Related tickers',
      z.object({ kind }),
      jsonAnswer(relatedResponseSchema.meta({ id: 'Related' }), EXAMPLE_RELATED),
    ),
    '/search': reading({
      summary: 'Assets by part of a ticker or of a name',
      tags,
      requestParams: { query: z.object({ q }) },
      description: 'At most 8, the best first; none is an answer too.',
      content: jsonAnswer(searchResponseSchema.meta({ id: 'Search' }), EXAMPLE_SEARCH),
      problems: sourceProblems,
    }),
  }
}
