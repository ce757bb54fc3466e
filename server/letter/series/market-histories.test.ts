import { describe, expect, it } from 'vitest'

import { SourceError, UnknownTickerError } from '../../lib/errors.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { noteMarketFailures, readMarketHistories, type ReadCloses } from './market-histories.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const closesOf = (...dates: string[]) => dates.map((date) => ({ date, close: 100, adjustedClose: 100 }))

const answer: ReadCloses = ({ ticker }) =>
  Promise.resolve({
    closes: closesOf('2025-01-24', '2025-01-31', '2025-02-02', '2025-02-03'),
    sourceName: 'Yahoo Finance',
    sourceUrl: `https://finance.yahoo.com/quote/${ticker}`,
    retrievedAt: '2025-02-03T00:00:05.000Z',
  })

describe('readMarketHistories', () => {
  it('requests a share index and two coins, some 400 days back', async () => {
    const asked: unknown[] = []
    const { histories, failures } = await readMarketHistories((query) => {
      asked.push(query)
      return answer(query)
    }, WEEK)
    expect(asked).toEqual([
      { ticker: '^GSPC', kind: 'stock', from: '2023-12-30', to: '2025-02-02' },
      { ticker: 'BTC-USD', kind: 'crypto', from: '2023-12-30', to: '2025-02-02' },
      { ticker: 'ETH-USD', kind: 'crypto', from: '2023-12-30', to: '2025-02-02' },
    ])
    expect(histories.map(({ asset, ticker, sourceUrl }) => [asset, ticker, sourceUrl])).toEqual([
      ['sp500', '^GSPC', 'https://finance.yahoo.com/quote/^GSPC'],
      ['bitcoin', 'BTC-USD', 'https://finance.yahoo.com/quote/BTC-USD'],
      ['ether', 'ETH-USD', 'https://finance.yahoo.com/quote/ETH-USD'],
    ])
    expect(failures).toEqual([])
  })

  it('returns no close of a day after the week, whatever the sources give', async () => {
    const { histories } = await readMarketHistories(answer, WEEK)
    expect(histories[0]?.closes.at(-1)?.date).toBe('2025-02-02')
  })

  it('keeps the other assets if one fails, and says why', async () => {
    const { histories, failures } = await readMarketHistories((query) => {
      if (query.ticker === '^GSPC') {
        const message = 'Yahoo Finance answered with status 403.'
        return Promise.reject(new SourceError('Yahoo Finance', message, { fault: 'refused' }))
      }
      if (query.ticker === 'ETH-USD') return Promise.reject(new UnknownTickerError('No such ticker.', []))
      return answer(query)
    }, WEEK)
    expect(histories.map(({ asset }) => asset)).toEqual(['bitcoin'])
    expect(failures).toEqual([
      {
        asset: 'sp500',
        ticker: '^GSPC',
        source: 'Yahoo Finance',
        reason: 'Yahoo Finance gave no usable answer',
        code: 'refused',
        message: 'Yahoo Finance answered with status 403.',
      },
      {
        asset: 'ether',
        ticker: 'ETH-USD',
        source: 'the source of prices',
        reason: 'the source of prices does not know it',
        code: 'other',
        message: 'No such ticker.',
      },
    ])
  })

  it('rethrows a mistake in the program', async () => {
    const broken = readMarketHistories(() => Promise.reject(new TypeError('no such method')), WEEK)
    await expect(broken).rejects.toThrow('no such method')
  })
})

describe('noteMarketFailures', () => {
  it('replaces that no close is known with the failure, and changes nothing else', async () => {
    const { histories, failures } = await readMarketHistories(
      (query) =>
        query.ticker === '^GSPC'
          ? Promise.reject(new SourceError('Yahoo Finance', 'Time out.'))
          : answer(query),
      WEEK,
    )
    const section = analyseMarkets(histories, WEEK)
    const noted = noteMarketFailures(section, failures)
    expect(noted.coverage.map(({ series, reason }) => [series, reason])).toEqual([
      ['sp500', 'Yahoo Finance gave no usable answer'],
      ['BTC-USD', undefined],
      ['ETH-USD', undefined],
    ])
    expect({ ...noted, coverage: section.coverage }).toEqual(section)
  })
})
