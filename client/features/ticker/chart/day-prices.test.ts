import { describe, expect, it } from 'vitest'

import { createDay } from '../testing/market-answers.ts'
import { listDayTicks } from './chart-scale.ts'
import { describeLacking, readDay } from './day-prices.ts'
import { findWalkTarget } from './chart-explorer.tsx'

const read = (...changes: Parameters<typeof createDay>) => {
  const day = readDay(createDay(...changes))
  if (!day) throw new Error('no prices')
  return day
}
/** A session of five-minute steps from the opening in New York. */
const sessionOf = (count: number) => read({ prices: Array.from({ length: count }, (_, step) => 100 + step) })
const labelsOf = ({ points, clock }: ReturnType<typeof read>) =>
  listDayTicks(
    points.map(({ day }) => day),
    clock,
  ).map(({ label }) => label)

describe('readDay', () => {
  it('begins with the previous close, from which the day’s change is computed', () => {
    const { points, summary, finding, span, words, asOf, volumes } = read({
      meta: { volumes: [5, null, 7] },
    })
    expect(points.map(({ price }) => price)).toEqual([100, 101, 99, 102])
    expect(volumes).toEqual([null, 5, null, 7])
    expect(summary).toMatchObject({ changeAmount: 2, changeFraction: 0.02, direction: 'rise' })
    expect({ finding, span, asOf }).toEqual({
      finding: 'Up 2% today',
      span: 'today',
      asOf: 'As of 9:45 AM EST, Friday, November 20, 2026.',
    })
    expect(words.brief + words.rest).toBe(
      'AAPL today: from $100.00 at the close before to $102.00 at 9:45 AM EST, +$2.00 (+2.00%). Lowest price $99.00 at 9:40 AM EST, highest $102.00 at 9:45 AM EST.',
    )
  })

  it('names a day that is over', () => {
    expect(read({ day: { isToday: false } })).toMatchObject({
      finding: 'Up 2% on Nov 20, 2026',
      span: 'on Friday',
      words: { brief: expect.stringMatching(/^AAPL on Nov 20, 2026: from /) },
    })
  })

  it('says since when the price changed if the previous close is not known', () => {
    const { previousClose: _, ...day } = createDay().meta.day!
    const { finding, clock, points } = readDay({ ...createDay(), meta: { ...createDay().meta, day } })!
    expect(finding).toBe('Up 1% today since 9:35 AM EST')
    expect(clock.before).toBeUndefined()
    expect(points).toHaveLength(3)
  })

  it('starts a coin’s day at midnight UTC', () => {
    const coin = createDay({ meta: { kind: 'crypto' } })
    const day = { date: '2026-11-20', isToday: true, zone: { name: 'UTC', offsetMinutes: 0 } }
    expect(readDay({ ...coin, meta: { ...coin.meta, day } })).toMatchObject({
      finding: 'Up 1% since midnight UTC',
      asOf: 'As of 2:45 PM UTC, Friday, November 20, 2026.',
    })
  })

  it('puts the previous close first even if the session begins on the previous day in UTC', () => {
    const { points, asOf } = read({
      times: ['2026-11-19T23:05:00.000Z', '2026-11-20T05:00:00.000Z'],
      prices: [101, 102],
      day: { zone: { name: 'AEDT', offsetMinutes: 660 } },
    })
    expect(points.map(({ price }) => price)).toEqual([100, 101, 102])
    expect(asOf).toBe('As of 4 PM AEDT, Friday, November 20, 2026.')
  })

  it('describes a single price as such', () => {
    const { previousClose: _, ...day } = createDay().meta.day!
    const one = createDay({ prices: [101] })
    expect(readDay({ ...one, meta: { ...one.meta, day } })).toMatchObject({
      finding: 'One price of the day is known',
      words: { brief: 'AAPL today: one price is known, $101.00 at 9:35 AM EST.', rest: '' },
    })
  })

  it('returns nothing without prices', () => {
    expect(readDay(createDay({ prices: [] }))).toBeUndefined()
  })
})

it('says in words why there are no prices', () => {
  expect(describeLacking({ lacking: 'not-given' })).toBe(
    'The source gives no prices within the day for this symbol.',
  )
  expect(describeLacking({ lacking: 'none-yet' })).toBe('The source has no prices of this session yet.')
})

describe('the times below the chart', () => {
  it('are full hours for a whole session', () => {
    expect(labelsOf(sessionOf(78))).toEqual(['10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '3 PM', '4 PM'])
  })

  it('are half hours for a session that has just begun', () => {
    expect(labelsOf(sessionOf(20))).toEqual(['9:35 AM', '10 AM', '10:30 AM', '11 AM'])
  })

  it('include every price if there are few', () => {
    expect(labelsOf(sessionOf(2))).toEqual(['close before', '9:35 AM', '9:40 AM'])
  })

  it('are at most 12 for any day', () => {
    for (const count of [1, 5, 8, 40, 100, 200, 288]) {
      expect(labelsOf(sessionOf(count)).length).toBeLessThanOrEqual(12)
    }
  })
})

it('is walked by the hour with Page Up and Page Down', () => {
  const { points } = sessionOf(78)
  const walk = (key: string, from: number) =>
    points[findWalkTarget(key, points, from) ?? -1]?.day.slice(11, 16)
  expect(walk('PageDown', 78)).toBe('20:00')
  expect(walk('PageUp', 1)).toBe('15:35')
  expect(walk('PageDown', 3)).toBe('05:00')
  expect(walk('ArrowLeft', 78)).toBe('20:55')
})
