import { describe, expect, it } from 'vitest'

import { PRICE_RANGES } from '../../shared/asset-address.ts'
import { addDays } from '../lib/dates.ts'
import { cutToRange, spanOf, startOfRange } from './price-range.ts'

/** A close on every day from 2024-01-01 to 2026-11-20. */
const CLOSES = Array.from({ length: 1_055 }, (_, index) => ({
  date: addDays('2024-01-01', index),
  close: index,
  adjustedClose: index,
}))
const NOW = new Date('2026-11-20T15:00:00Z')

describe('cutToRange', () => {
  it.each([
    ['5D', '2026-11-15', 6],
    ['1M', '2026-10-20', 32],
    ['3M', '2026-08-20', 93],
    ['6M', '2026-05-20', 185],
    ['YTD', '2025-12-31', 325],
    ['1Y', '2025-11-20', 366],
    ['5Y', '2024-01-01', 1_055],
    ['MAX', '2024-01-01', 1_055],
  ] as const)('%s begins on %s', (range, first, count) => {
    const cut = cutToRange(CLOSES, range, NOW)
    expect([cut[0]?.date, cut.length]).toEqual([first, count])
  })

  it('leaves 5D empty if the newest close is older than two weeks', () => {
    expect(cutToRange(CLOSES.slice(0, 1_000), '5D', NOW)).toEqual([])
  })

  it('shows the last close of the old year until there is one of the new', () => {
    const cut = cutToRange(CLOSES.slice(0, 731), 'YTD', new Date('2026-01-01T15:00:00Z'))
    expect(cut.map(({ date }) => date)).toEqual(['2025-12-31'])
  })
})

it('cuts all but the two long ranges from one answer that reaches back far enough', () => {
  const short = PRICE_RANGES.filter((range) => spanOf(range) === '1Y')
  expect(short).toEqual(['5D', '1M', '3M', '6M', 'YTD', '1Y'])
  for (const range of short) {
    expect(startOfRange(range, NOW).getTime()).toBeGreaterThanOrEqual(startOfRange('1Y', NOW).getTime())
  }
})
