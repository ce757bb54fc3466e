import { describe, expect, it } from 'vitest'

import { pickCloses } from './closes-table.tsx'

/** Every calendar day from 2020-01-01, a Wednesday; each price is the day's index. */
const daysFrom2020 = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
    price: index,
  }))

describe('pickCloses', () => {
  it('shows every day of a year, newest first', () => {
    const { step, closes } = pickCloses(daysFrom2020(366))
    expect(step).toBe('day')
    expect(closes).toHaveLength(366)
    expect(closes[0]?.day).toBe('2020-12-31')
  })

  it('shows the last close of each week over a few years', () => {
    const { step, closes } = pickCloses(daysFrom2020(5 * 365))
    expect(step).toBe('week')
    expect(closes.slice(-2).map(({ day }) => day)).toEqual(['2020-01-12', '2020-01-05'])
  })

  it('shows the last close of each month over many years', () => {
    const { step, closes } = pickCloses(daysFrom2020(3_653))
    expect(step).toBe('month')
    expect(closes).toHaveLength(120)
    expect(closes.at(-1)).toEqual({ day: '2020-01-31', price: 30, index: 30 })
  })

  it('shows nothing when there are no closes', () => {
    expect(pickCloses([]).closes).toEqual([])
  })
})
