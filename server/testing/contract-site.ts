import type { RequestListener } from 'node:http'

import type { Express } from 'express'
import request from 'supertest'

import { createApp } from '../app.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import { SourceError } from '../lib/errors.ts'
import type { Market } from '../market/index.ts'
import { chartBody, notFound, startFakeYahoo, summaryBody } from '../market/testing/fake-yahoo.ts'
import { createTestDeps } from './app-fixture.ts'
import { createTestDatabase } from './test-database.ts'

/** An API request; the path is below the prefix. */
export interface Asked {
  path: string
  headers?: Readonly<Record<string, string>>
  type?: string
  body?: string | object
}
/** A request, or a function that makes it after others it depends on. */
export type Ask = Asked | (() => Promise<Asked>)

export interface ContractSite {
  readonly answer: RequestListener
  readonly routes: Express
  readonly database: OpenedDatabase
  /** Sends a request, by default as a new client. */
  send(method: string, asked: Ask, client?: string): Promise<request.Response>
  close(): Promise<void>
}

/** Agrees to the statistics.
 *  @returns the cookies of the answer */
export async function consentCookie(send: ContractSite['send']): Promise<string> {
  const { headers } = await send('put', { path: '/consent', body: { choice: 'accepted' } })
  return (headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0]).join('; ')
}

let lastClient = 0

/** Opens the whole site with a source that knows ACME and its peer, and can fail in every way. */
export async function openContractSite(): Promise<ContractSite> {
  const database = await createTestDatabase()
  const yahoo = await startFakeYahoo()
  yahoo.handlers.set('/chart/ACME', () => ({ body: chartBody() }))
  yahoo.handlers.set('/quoteSummary/ACME', () => ({
    body: summaryBody({
      summaryDetail: { trailingPE: 12.5 },
      assetProfile: { website: 'https://acme.example' },
    }),
  }))
  yahoo.handlers.set('/quoteSummary/', () => notFound('quoteSummary', 'Quote not found for symbol'))
  yahoo.handlers.set('/recommendationsbysymbol/ACME', () => ({
    body: { finance: { result: [{ recommendedSymbols: [{ symbol: 'PEER', score: 0.2 }] }], error: null } },
  }))
  yahoo.handlers.set('/recommendationsbysymbol/', () => ({ body: { finance: { result: [], error: null } } }))
  yahoo.handlers.set('/v7/finance/quote', () => ({
    body: {
      quoteResponse: {
        result: [
          {
            symbol: 'PEER',
            longName: 'Peer Inc.',
            quoteType: 'EQUITY',
            currency: 'USD',
            regularMarketPrice: 12,
            regularMarketChangePercent: 1.24,
            regularMarketTime: 1_795_122_000,
          },
        ],
        error: null,
      },
    },
  }))
  yahoo.handlers.set('/v1/finance/search', () => ({
    body: { quotes: [{ symbol: 'ACME', longname: 'Acme Inc.', quoteType: 'EQUITY', exchDisp: 'NASDAQ' }] },
  }))
  const { deps } = createTestDeps(database, { UPSTREAM_BASE_URL: yahoo.baseUrl, TRUST_PROXY: '1' })
  const { answer, routes } = createApp({
    deps: { ...deps, market: withFailures(deps.market) },
    lifecycle: { isDraining: false },
    renderPage: async () => ({ status: 200, html: '', location: undefined }),
  })
  return {
    answer,
    routes,
    database,
    async send(method, asked, client) {
      const {
        path,
        headers = {},
        type = 'application/json',
        body,
      } = typeof asked === 'function' ? await asked() : asked
      lastClient += 1
      const address = client ?? `10.0.${Math.floor(lastClient / 250)}.${(lastClient % 250) + 1}`
      const http = request(answer)
      const sent = http[method as 'get'](`/api${path}`).set({ 'X-Forwarded-For': address, ...headers })
      return body === undefined ? sent : sent.type(type).send(body)
    },
    async close() {
      await yahoo.close()
      await database.close()
    },
  }
}

const failed = new SourceError('Yahoo Finance', 'It cannot be read.', {
  code: 'source-failed',
  retryAfterSeconds: 30,
})
const down = new SourceError('Yahoo Finance', 'It does not answer.', { retryAfterSeconds: 30 })

/** Wraps the market: its source fails for the tickers ODD and DOWN, and OPEN is ACME from a source that allows
 *  republishing. */
function withFailures(market: Market): Market {
  const failFor = (text: string) => {
    if (text === 'ODD') throw failed
    if (text === 'DOWN') throw down
  }
  return {
    ...market,
    async getStock(query) {
      failFor(query.ticker)
      if (query.ticker !== 'OPEN') return market.getStock(query)
      const stock = await market.getStock({ ...query, ticker: 'ACME' })
      return { ...stock, meta: { ...stock.meta, republishable: true } }
    },
    async getDay(query) {
      failFor(query.ticker)
      return market.getDay(query)
    },
    async getStats(query) {
      failFor(query.ticker)
      return market.getStats(query)
    },
    async getRelated(query) {
      failFor(query.ticker)
      return market.getRelated(query)
    },
    async searchAssets(query) {
      failFor(query.text)
      return market.searchAssets(query)
    },
  }
}
