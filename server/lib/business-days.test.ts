import { describe, expect, it } from 'vitest'

import { businessDaysBetween, isBusinessDay } from './business-days.ts'

describe('business days', () => {
  it.each([
    ['2025-01-20', false, 'the third Monday of January'],
    ['2025-02-17', false, 'Washington’s birthday'],
    ['2025-05-26', false, 'Memorial Day'],
    ['2025-06-19', false, 'Juneteenth'],
    ['2019-06-19', true, 'Juneteenth before it was a holiday'],
    ['2026-07-03', false, 'the Friday before a Saturday July 4'],
    ['2022-12-26', false, 'the Monday after a Sunday Christmas'],
    ['2024-11-28', false, 'Thanksgiving'],
    ['2024-11-29', true, 'the Friday after Thanksgiving'],
    ['2021-12-31', false, 'the Friday before a Saturday January 1'],
    ['2021-06-18', false, 'the Friday before the first Juneteenth'],
    ['2025-09-01', false, 'Labor Day'],
    ['2025-10-13', false, 'Columbus Day'],
    ['2025-02-01', false, 'a Saturday'],
    ['2025-02-03', true, 'a Monday'],
  ])('%s is a business day: %s (%s)', (day, expected) => {
    expect(isBusinessDay(day)).toBe(expected)
  })

  it('counts from the next day, skipping weekends and holidays', () => {
    expect(businessDaysBetween('2025-01-31', '2025-02-03')).toBe(1)
    expect(businessDaysBetween('2025-01-17', '2025-01-22')).toBe(2)
    expect(businessDaysBetween('2025-01-31', '2025-01-31')).toBe(0)
    expect(businessDaysBetween('2025-02-03', '2025-01-31')).toBe(-1)
    expect(businessDaysBetween('2024-12-31', '2025-12-31')).toBe(250)
    expect(businessDaysBetween('2021-12-30', '2022-01-03')).toBe(1)
    expect(businessDaysBetween('2025-01-29', '2025-02-09')).toBe(7)
  })
})
