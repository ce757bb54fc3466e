import express, { type ErrorRequestHandler } from 'express'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { errorCodes } from '../../shared/error-codes.ts'
import {
  relatedResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
import { AppError } from '../errors.ts'
import { createMarketRouter } from './index.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { chartBody, notFound, startFakeYahoo, summaryBody, type FakeYahoo } from './testing/fake-yahoo.ts'

const sayError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (!(error instanceof AppError)) throw error
  response.status(errorCodes[error.code].status).json({ code: error.code, detail: error.message })
}

let yahoo: FakeYahoo
beforeEach(async () => {
  yahoo = await startFakeYahoo()
  yahoo.handlers.set('/chart/ACME', () => ({ body: chartBody() }))
  yahoo.handlers.set('/chart/DOWN', () => ({ status: 503, body: '' }))
  yahoo.handlers.set('/quoteSummary/ACME', () => ({
    body: summaryBody({ summaryDetail: { trailingPE: 12.5 } }),
  }))
  yahoo.handlers.set('/quoteSummary/NOPE', () => notFound('quoteSummary', 'Quote not found for symbol: NOPE'))
  yahoo.handlers.set('/recommendationsbysymbol/', () => ({ body: { finance: { result: [], error: null } } }))
})
afterEach(() => yahoo.close())

function ask(path: string) {
  const { market } = createTestMarket(yahoo.baseUrl, { config: { marketData: 'live' } })
  return request(express().use('/api', createMarketRouter({ market })).use(sayError)).get(path)
}

describe('the market routes', () => {
  it('give a stock, its statistics and its related ones, for a minute', async () => {
    const stock = await ask('/api/stocks/acme?range=6M&kind=stock')
    expect(stock.headers['cache-control']).toBe('public, max-age=60')
    expect(stockResponseSchema.parse(stock.body).meta.range).toBe('6M')
    expect(statsResponseSchema.parse((await ask('/api/stats/ACME')).body).stats).toEqual({ trailingPE: 12.5 })
    expect(relatedResponseSchema.parse((await ask('/api/related/ACME')).body).related).toEqual([])
  })

  it('show a year where no range is asked for', async () => {
    expect(stockResponseSchema.parse((await ask('/api/stocks/ACME')).body).meta.range).toBe('1Y')
  })

  it.each([
    ['/api/stocks/ACME?range=2W', 'malformed-request', 'The parameter range is one of 1M, 6M, 1Y, 5Y, MAX.'],
    [
      '/api/stocks/ACME?range=1M&range=1Y',
      'malformed-request',
      'The parameter range is one of 1M, 6M, 1Y, 5Y, MAX.',
    ],
    ['/api/stats/ACME?kind=bond', 'malformed-request', 'The parameter kind is one of stock, crypto.'],
    ['/api/related/ACME?kind=', 'malformed-request', 'The parameter kind is one of stock, crypto.'],
  ])('refuse %s', async (path, code, detail) => {
    const response = await ask(path)
    expect([response.status, response.body]).toEqual([400, { code, detail }])
  })

  it.each([
    ['/api/stocks/%24%24', 400, 'invalid-ticker'],
    ['/api/related/..%2F..%2Fetc', 400, 'invalid-ticker'],
    ['/api/stocks/NOPE', 404, 'unknown-ticker'],
    ['/api/stats/NOPE', 404, 'unknown-ticker'],
    ['/api/related/NOPE', 404, 'unknown-ticker'],
    ['/api/stocks/DOWN', 503, 'source-unavailable'],
  ])('answer %s with %d %s, not to be kept', async (path, status, code) => {
    const response = await ask(path)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(response.headers['cache-control']).toBeUndefined()
  })
})
