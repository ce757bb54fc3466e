import { describe, expect, it } from 'vitest'

import { isLess, keepWitness, listDisagreements } from './closes.ts'
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

describe('a history of another source', () => {
  const known = { source: source('Yahoo'), data: seriesOf([100, 101]) }
  const isLessWith = (name: string, reachesBackTo: string | undefined) =>
    isLess({ source: source(name), data: seriesOf([101], { reachesBackTo }) }, known, day(1))

  it('is less if it does not reach back as far, nor as far as is needed', () => {
    expect(isLessWith('Other', day(3))).toBe(true)
    expect(isLessWith('Yahoo', day(3))).toBe(false)
    expect(isLessWith('Other', day(2))).toBe(false)
    expect(isLessWith('Other', day(1))).toBe(false)
    expect(isLessWith('Other', undefined)).toBe(false)
  })
})
