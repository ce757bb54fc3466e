import { describe, expect, it } from 'vitest'

import { listDays } from './dates.ts'
import { businessDaysBetween, deadlineDaysBetween, isBusinessDay } from './business-days.ts'

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

  it.each([
    ['2024-12-23', '2024-12-27', 2, 'December 24, most years closed by executive order'],
    ['2025-12-23', '2025-12-30', 2, 'December 24 and a Friday, December 26'],
    ['2026-12-23', '2026-12-29', 2, 'a year whose order is not known yet'],
    ['2025-01-08', '2025-01-13', 2, 'a day of mourning'],
    ['2024-12-24', '2024-12-27', 2, 'December 24 as the first day, which never counts'],
    ['2012-12-21', '2012-12-27', 3, 'a year before such orders'],
    ['2021-12-23', '2021-12-28', 2, 'December 24 as the observed holiday'],
    ['2025-03-03', '2025-03-05', 2, 'no such day'],
  ])('counts no day between %s and %s on which EDGAR may have been closed: %i (%s)', (from, to, days) => {
    expect(deadlineDaysBetween(from, to)).toBe(days)
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

  it('counts the holidays of the years between', () => {
    const listed = listDays('2008-07-02', '2034-03-01').filter(isBusinessDay)
    expect(businessDaysBetween('2008-07-01', '2034-03-01')).toBe(listed.length)
    expect(businessDaysBetween('1899-12-30', '1901-01-02')).toBe(
      listDays('1899-12-31', '1901-01-02').filter(isBusinessDay).length,
    )
  })

  it('does not walk through the years of a mistyped one, which a form may repeat in each line', () => {
    const counts = Array.from({ length: 10_000 }, () => deadlineDaysBetween('9999-12-31', '2025-01-28'))
    expect(new Set(counts)).toEqual(new Set([-1_992_834]))
  })
})
