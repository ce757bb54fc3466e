import express, { type ErrorRequestHandler } from 'express'
import request from 'supertest'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { errorCodes } from '../../shared/problem-contract.ts'
import {
  relatedResponseSchema,
  searchResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { AppError } from '../lib/errors.ts'
import { createAnswers } from '../http/answers.ts'
import { askOnBehalfOf } from '../lib/askers.ts'
import { createMarketRouter, type MarketDeps } from './index.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody } from './testing/fake-yahoo.ts'
import { answerAcme, setUpYahoo } from './testing/set-up-yahoo.ts'

const describeError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (!(error instanceof AppError)) throw error
  response.status(errorCodes[error.code].status).json({ code: error.code, detail: error.message })
}

const yahoo = setUpYahoo()
beforeEach(() => answerAcme(yahoo))

function open(config: Partial<MarketDeps['config']> = {}) {
  const { market, clock } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live', ...config } })
  const http = request(
    express()
      .use('/api', createMarketRouter({ market, answers: createAnswers({ clock }) }))
      .use(describeError),
  )
  return { http, clock }
}
const ask = (path: string) => open().http.get(path)

describe('the market routes', () => {
  it('return a stock, its statistics and related ones, cacheable for a minute', async () => {
    const stock = await ask('/api/stocks/acme?range=6M&kind=stock')
    expect(stock.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300')
    expect(stockResponseSchema.parse(stock.body).meta.range).toBe('6M')
    expect(statsResponseSchema.parse((await ask('/api/stats/ACME')).body).stats).toEqual({ trailingPE: 12.5 })
    expect(relatedResponseSchema.parse((await ask('/api/related/ACME')).body).related).toEqual([])
  })

  it('return a stock without its profile, cacheable for ten seconds', async () => {
    yahoo.handlers.set('/quoteSummary/ACME', () => ({ status: 503, body: '' }))
    const stock = await ask('/api/stocks/ACME')
    expect(stockResponseSchema.parse(stock.body).meta.profileAvailable).toBe(false)
    expect(stock.headers['cache-control']).toBe('public, max-age=10')
  })

  it('with only=prices return prices, volumes, dividends and splits, and request nothing else', async () => {
    yahoo.handlers.set('/v8/finance/chart/PAYER', () => ({
      body: chartBody({
        volume: [1_000, 2_000],
        dividends: { a: { date: 1_795_098_600, amount: 0.25 } },
        splits: { b: { date: 1_795_098_600, numerator: 4, denominator: 1 } },
      }),
    }))
    const { meta } = stockResponseSchema.parse((await ask('/api/stocks/PAYER?only=prices')).body)
    expect(meta).toMatchObject({
      profileAvailable: false,
      volumes: [1_000, 2_000],
      dividends: [{ date: '2026-11-19', amount: 0.25 }],
      splits: [{ date: '2026-11-19', factor: 4 }],
    })
    expect(yahoo.asked.filter((path) => path.includes('/quoteSummary/PAYER'))).toEqual([])
  })

  it('default to one year', async () => {
    expect(stockResponseSchema.parse((await ask('/api/stocks/ACME')).body).meta.range).toBe('1Y')
  })

  it.each([
    [
      '/api/stocks/ACME?range=2W',
      'malformed-request',
      'The parameter range is one of 5D, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX.',
    ],
    [
      '/api/stocks/ACME?range=1M&range=1Y',
      'malformed-request',
      'The parameter range is one of 5D, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX.',
    ],
    ['/api/stats/ACME?kind=bond', 'malformed-request', 'The parameter kind is one of stock, crypto.'],
    ['/api/related/ACME?kind=', 'malformed-request', 'The parameter kind is one of stock, crypto.'],
  ])('refuse %s', async (path, code, detail) => {
    const response = await ask(path)
    expect([response.status, response.body]).toEqual([400, { code, detail }])
  })
})

describe('what may be passed on', () => {
  const licensed = {
    marketSources: ['twelve-data' as const],
    twelveData: { apiKey: 'a-key', callsPerMinute: 100, callsPerDay: 800, mayRepublish: true },
  }
  beforeEach(() => {
    yahoo.handlers.set('/api.twelvedata.com/time_series', () => ({
      body: {
        meta: {
          symbol: 'ACME',
          currency: 'USD',
          exchange_timezone: 'America/New_York',
          type: 'Common Stock',
        },
        values: [
          { datetime: '2026-11-18', close: '10.00' },
          { datetime: '2026-11-19', close: '11.50' },
        ],
        status: 'ok',
      },
    }))
  })

  it('is offered as a file and to other sites if the contract with the source allows it', async () => {
    const { http } = open(licensed)
    const csv = await http.get('/api/stocks/acme/closes.csv?range=1M')
    expect(csv.status).toBe(200)
    expect(csv.text).toBe(
      'date,adjusted_close,currency,source\r\n' +
        '2026-11-18,10,USD,Twelve Data\r\n2026-11-19,11.5,USD,Twelve Data\r\n',
    )
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ACME-1M.csv"',
      'access-control-allow-origin': '*',
    })
    const json = await http.get('/api/stocks/acme')
    expect(json.headers['access-control-allow-origin']).toBe('*')
    expect(json.body.meta.profile).toBeUndefined()
    expect(json.body.meta.republishable).toBe(true)
  })

  it('excludes the profile of a source that forbids it', async () => {
    const { http } = open({ ...licensed, marketSources: ['twelve-data', 'yahoo'] })
    const json = await http.get('/api/stocks/acme')
    expect(json.body.meta).toMatchObject({ republishable: true, profile: { republishable: false } })
    expect(json.headers['access-control-allow-origin']).toBeUndefined()
    expect((await http.get('/api/stocks/acme/closes.csv')).headers['access-control-allow-origin']).toBe('*')
  })

  it('is not offered as a file or to other sites for other sources', async () => {
    const refused = await ask('/api/stocks/ACME/closes.csv')
    expect([refused.status, refused.body.code]).toEqual([403, 'not-republishable'])
    expect(refused.body.detail).toBe(
      'Yahoo Finance does not allow its prices to be passed on as a file. The screen shows them.',
    )
    const json = await ask('/api/stocks/ACME')
    expect(json.headers['access-control-allow-origin']).toBeUndefined()
    const { http } = open({ ...licensed, twelveData: { ...licensed.twelveData, mayRepublish: false } })
    expect((await http.get('/api/stocks/ACME/closes.csv')).status).toBe(403)
  })

  it('reports an unknown ticker as unknown', async () => {
    expect((await ask('/api/stocks/NOPE/closes.csv')).body.code).toBe('unknown-ticker')
  })
})

describe('asking a second time', () => {
  it('is allowed after ten seconds if the answer was stale', async () => {
    const { http, clock } = open()
    await http.get('/api/stocks/ACME')
    yahoo.handlers.set('/chart/ACME', () => ({ status: 403, body: '' }))
    clock.advance(2 * 86_400_000)
    const stale = await http.get('/api/stocks/ACME')
    expect([stale.status, stale.body.meta.stale]).toEqual([200, true])
    expect(stale.headers['cache-control']).toBe('public, max-age=10')
  })

  it('bypasses caches if the old answer is only for one client, which exceeded its share', async () => {
    const { market, clock } = createTestMarket(yahoo.baseUrl, {
      config: { marketData: 'live', marketCallsPerMinute: 600 },
    })
    const http = request(
      express()
        .use((incoming, _response, next) => askOnBehalfOf(incoming.get('X-Client'), next))
        .use('/api', createMarketRouter({ market, answers: createAnswers({ clock }) }))
        .use(describeError),
    )
    const get = async (client: string, path: string) => http.get(path).set('X-Client', client)
    await get('visitor', '/api/stocks/ACME')
    clock.advance(2 * 86_400_000)
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => get('greedy', `/api/stocks/Z${index}?kind=stock`)),
    )
    const [greedy, visitor] = await Promise.all([
      get('greedy', '/api/stocks/ACME'),
      get('visitor', '/api/stocks/ACME'),
    ])
    expect([greedy.body.meta.stale, greedy.headers['cache-control']]).toEqual([true, 'no-store'])
    expect([visitor.body.meta.stale, visitor.headers['cache-control']]).toEqual([
      false,
      'public, max-age=60, stale-while-revalidate=300',
    ])
  })
})

describe('searching', () => {
  it('answers a text once, whatever spaces are around it', async () => {
    yahoo.handlers.set('/v1/finance/search', () => ({ body: { quotes: [] } }))
    const { market, clock } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' } })
    const searching = vi.spyOn(market, 'searchAssets')
    const app = express().use('/api', createMarketRouter({ market, answers: createAnswers({ clock }) }))
    const texts = ['acm', '%20acm', 'acm%20', '%20%20acm%20']
    const answers = await Promise.all(texts.map((text) => request(app).get(`/api/search?q=${text}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(searching).toHaveBeenCalledTimes(1)
  })

  it('finds by part of a name', async () => {
    yahoo.handlers.set('/v1/finance/search', () => ({
      body: { quotes: [{ symbol: 'ACME', longname: 'Acme Inc.', quoteType: 'EQUITY', exchDisp: 'NYSE' }] },
    }))
    const found = await ask('/api/search?q=acm')
    expect(searchResponseSchema.parse(found.body).results.map(({ ticker }) => ticker)).toEqual(['ACME'])
  })

  it('reports that the sources fail, rather than that nothing was found', async () => {
    expect((await ask('/api/search?q=acm')).status).toBe(503)
  })
})
