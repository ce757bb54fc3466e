import { describe, expect, it } from 'vitest'

import { addMonths } from '../../lib/dates.ts'
import { computeSahmGap } from './add-jobs.ts'

// US Bureau of Labor Statistics, LNS14000000, December 2023 to February 2025, as published on 7 March 2025.
const RATES = [3.8, 3.7, 3.9, 3.9, 3.9, 4.0, 4.1, 4.2, 4.2, 4.1, 4.1, 4.2, 4.1, 4.0, 4.1]
const find = (rates: readonly (number | undefined)[]) => (month: string) =>
  new Map(rates.map((rate, index) => [addMonths('2023-12-01', index), rate])).get(month)
const gapOf = (rates: readonly number[]) => {
  const computed = computeSahmGap(find(rates), '2025-02-01')
  return computed && Number(computed.gap.toFixed(2))
}

describe('computeSahmGap', () => {
  it('agrees with the published 0.27 of February 2025', () => {
    expect(gapOf(RATES)).toBe(0.27)
  })

  it('uses the fifteen months up to the newest', () => {
    const computed = computeSahmGap(find(RATES), '2025-02-01')
    expect(computed && [computed.months.length, computed.months[0], computed.months[14]]).toEqual([
      15,
      '2023-12-01',
      '2025-02-01',
    ])
  })

  it('compares with the twelve means before the newest, not with the newest itself', () => {
    const falling = Array.from({ length: 15 }, (_, index) => 6 - index / 10)
    expect(gapOf(falling)).toBe(-0.1)
  })

  it('reaches half a point if the mean has risen by half a point', () => {
    expect(gapOf([...Array.from({ length: 12 }, () => 4), 4.5, 4.5, 4.5])).toBe(0.5)
  })

  it.each([0, 7, 14])('does not bridge the gap of a missing month (%s)', (index) => {
    const computed = computeSahmGap(
      find(RATES.with(index, Number.NaN).map((rate) => rate || undefined)),
      '2025-02-01',
    )
    expect(computed).toBeUndefined()
  })
})
