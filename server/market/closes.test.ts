import { describe, expect, it } from 'vitest'

import { findImplausible, keepWitness, listDisagreements } from './closes.ts'
import type { PriceSeries } from './providers/provider.ts'

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}`

/** One close a day from 2026-11-02 on. */
const seriesOf = (closes: number[], changes: Partial<PriceSeries> = {}): PriceSeries => ({
  closes: closes.map((close, index) => ({ date: day(index + 2), close, adjustedClose: close })),
  splits: [],
  asOf: '2026-11-20T21:00:00.000Z',
  ...changes,
})
const source = (name: string) => ({ name, url: `https://${name}.example/`, republishable: false })
const loaded = <Value>(value: Value) => ({ value, retrievedAt: '2026-11-20T22:00:00.000Z', isStale: false })

describe('findImplausible', () => {
  it.each([
    [
      'closes in pence from a source that quotes pounds',
      seriesOf([410, 412], { quoted: 4.12 }),
      undefined,
      /far from the price it quotes, 4\.12/,
    ],
    ['pounds for pence on the newest day', seriesOf([410, 4.12]), undefined, /far from the one before, 410/],
    [
      'a reverse split that was not applied',
      seriesOf([0.05, 5.2]),
      undefined,
      /far from the one before, 0\.05/,
    ],
    [
      'a dividend in place of a price',
      seriesOf([171, 170, 0.25], { dividends: [{ date: day(4), amount: 0.25 }] }),
      undefined,
      /0\.25, is a dividend/,
    ],
    [
      'closes a hundred times the known ones',
      seriesOf([17_100, 17_000]),
      seriesOf([171, 170]),
      /^its closes are 1\.0e\+2 times/,
    ],
  ])('finds %s', (_what, series, known, words) => {
    expect(findImplausible(series, known)).toMatch(words)
  })

  it.each([
    ['a crash', seriesOf([171, 12]), undefined],
    ['unchanged prices', seriesOf([171, 170, 169], { quoted: 169 }), seriesOf([171, 170])],
    [
      'a later split of 100 for 1',
      seriesOf([1.71, 1.7, 1.69], { splits: [{ date: day(4), factor: 100 }] }),
      seriesOf([171, 170]),
    ],
    ['an old wrong close, which is shown as the source has it', seriesOf([4.1, 410, 4.2, 4.3]), undefined],
    [
      'a dividend of nearly the whole price',
      seriesOf([1.3, 1.2], { dividends: [{ date: day(3), amount: 1.2 }] }),
      undefined,
    ],
    [
      'days other than the known ones',
      seriesOf([171, 170]),
      { ...seriesOf([1]), closes: [{ date: '2025-01-02', close: 1, adjustedClose: 1 }] },
    ],
    ['a single close', seriesOf([42]), undefined],
  ])('accepts %s', (_what, series, known) => {
    expect(findImplausible(series, known)).toBeUndefined()
  })
})

describe('a second source', () => {
  const yahoo = { source: source('Yahoo'), data: seriesOf([100, 101, 102]) }
  const other = { source: source('Other'), data: seriesOf([100.4, 101.6, 90], { hours: undefined }) }

  it('disagrees beyond half a percent, on days that both have', () => {
    const prices = keepWitness(yahoo, loaded(other))
    expect(prices.witness?.source).toEqual({ name: 'Other', url: 'https://Other.example/' })
    expect(listDisagreements(prices, { from: day(1) })).toEqual([
      { date: day(3), close: 101, otherClose: 101.6 },
      { date: day(4), close: 102, otherClose: 90 },
    ])
    expect(listDisagreements(prices, { from: day(4) })).toHaveLength(1)
  })

  it('is remembered while the first source keeps answering', () => {
    const before = keepWitness(yahoo, loaded(other))
    const after = keepWitness({ source: yahoo.source, data: seriesOf([100, 101, 102, 103]) }, loaded(before))
    expect(after.witness).toEqual(before.witness)
    expect(keepWitness(yahoo, loaded(yahoo)).witness).toBeUndefined()
    expect(keepWitness(yahoo, undefined).witness).toBeUndefined()
  })

  it('is ignored for a day that was not over when it answered', () => {
    const unfinished = { ...loaded(other), retrievedAt: '2026-11-04T15:00:00.000Z' }
    expect(keepWitness(yahoo, unfinished).witness?.closes.map(({ date }) => date)).toEqual([day(2), day(3)])
  })

  it('is compared after adjusting for later splits', () => {
    const split = {
      source: yahoo.source,
      data: seriesOf([25, 25.25, 25.5, 25.75], { splits: [{ date: day(5), factor: 4 }] }),
    }
    const exact = { source: other.source, data: seriesOf([100, 101, 102]) }
    expect(listDisagreements(keepWitness(split, loaded(exact)), { from: day(1) })).toEqual([])
  })
})
