import { describe, expect, it } from 'vitest'

import { SourceError, UnknownTickerError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { accessionOf, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { readInsiderCloses, type ListDailyCloses } from './read-insider-closes.ts'

/** The largest come first, so T9 is requested before T0. */
const FILINGS = Array.from({ length: 10 }, (_, index) =>
  createFiling({
    accession: accessionOf(index),
    ticker: `T${index}`,
    transactions: [createTransaction({ shares: 1000 * (index + 1) })],
  }),
)

const read = (listDailyCloses: ListDailyCloses) =>
  readInsiderCloses({ listDailyCloses, logger: createLogger('silent'), onProgress: () => {} }, FILINGS)

const answer = ({ from }: { from: string }) => Promise.resolve([{ date: from, close: 10, adjustedClose: 9 }])

describe('readInsiderCloses', () => {
  it('returns the closes that the source has', async () => {
    const { closes, failedTickers } = await read(answer)
    expect(closes.get('T3 2025-01-27')).toEqual({ close: 10, adjustedClose: 9 })
    expect([closes.size, failedTickers.size]).toEqual([10, 0])
  })

  it.each([
    ['an unknown ticker', new UnknownTickerError('It is not known.', [])],
    ['a ticker without closes', new SourceError('Yahoo Finance', 'It has none.', { concerns: 'ticker' })],
  ])('does not take %s for a failure, however many there are', async (_name, error) => {
    const { closes, failedTickers } = await read((query) =>
      query.ticker === 'T0' ? answer(query) : Promise.reject(error),
    )
    expect([closes.size, failedTickers.size]).toEqual([1, 0])
  })

  it('names every ticker left without an answer because the source failed, whether requested or not', async () => {
    const asked: string[] = []
    const { closes, failedTickers } = await read((query) => {
      asked.push(query.ticker)
      return Promise.reject(new SourceError('Yahoo Finance', 'It answered 403.'))
    })
    expect(asked.length).toBeLessThan(10)
    expect([...failedTickers].sort()).toEqual(FILINGS.map(({ issuer }) => issuer.ticker))
    expect(closes.size).toBe(0)
  })
})
