import { describe } from 'vitest'

import { createFakeClock } from '../testing/fake-clock.ts'
import { chartBody, notFound, startFakeYahoo, summaryBody } from '../testing/fake-yahoo.ts'
import { itKeepsTheFinderContract, itKeepsTheProviderContract } from '../testing/provider-contract.ts'
import { fetchFrom } from '../testing/source-contract.ts'
import { createYahooFinder } from './yahoo-search.ts'
import { createYahooProvider } from './yahoo.ts'

const regular = { start: 1_795_098_600, end: 1_795_122_000 }

describe('Yahoo', () => {
  itKeepsTheProviderContract(async () => {
    const source = await startFakeYahoo()
    return {
      source,
      provider: createYahooProvider({
        fetch: fetchFrom(source),
        clock: createFakeClock(),
        userAgent: 'test',
      }),
      known: { kind: 'stock', ticker: 'ACME', symbol: 'ACME' },
      answers: {
        '/v8/finance/chart/': chartBody({
          meta: { currentTradingPeriod: { regular } },
          splits: { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1 } },
        }),
        '/quoteSummary/': summaryBody({
          assetProfile: {
            website: 'https://acme.example',
            city: 'Tucson',
            companyOfficers: [{ title: 'CEO' }],
          },
          price: { longName: 'Acme Inc.', regularMarketTime: 1_795_122_000, exchangeName: 'NasdaqGS' },
          summaryDetail: { trailingPE: 12.5, exDividendDate: 1_739_145_600, currency: 'USD' },
        }),
        '/recommendationsbysymbol/': {
          finance: { result: [{ symbol: 'ACME', recommendedSymbols: [{ symbol: 'MSFT' }] }], error: null },
        },
        '/v7/finance/quote': {
          quoteResponse: {
            result: [{ symbol: 'MSFT', regularMarketPrice: 400, regularMarketChangePercent: 1.5 }],
            error: null,
          },
        },
      },
      unknown: {
        '/v8/finance/chart/': notFound('chart', 'No data found, symbol may be delisted'),
        '/quoteSummary/': notFound('quoteSummary', 'Quote not found for symbol: ACME'),
      },
      emptySeries: { '/v8/finance/chart/': { body: chartBody({ timestamp: undefined }) } },
    }
  })
})

describe("Yahoo's search", () => {
  itKeepsTheFinderContract(async () => {
    const source = await startFakeYahoo()
    const finder = createYahooFinder({ fetch: fetchFrom(source), userAgent: 'test' })
    return {
      source,
      findAssets: (text) => finder.findAssets(text),
      knownText: 'acme',
      answers: {
        '/v1/finance/search': {
          quotes: [
            { symbol: 'ACME', longname: 'Acme Inc.', quoteType: 'EQUITY', exchDisp: 'NASDAQ' },
            { symbol: 'ACME-USD', shortname: 'Acme USD', quoteType: 'CRYPTOCURRENCY' },
          ],
        },
      },
    }
  })
})
