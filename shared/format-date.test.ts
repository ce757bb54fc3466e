import { describe, expect, it } from 'vitest'

import {
  formatDay,
  formatDayOfYear,
  formatInstant,
  formatLongDay,
  formatNextMonday,
  nextMondayDate,
} from './format-date.ts'

describe('dates', () => {
  it('formats calendar days without shifting them', () => {
    expect(formatDay('2026-11-20')).toBe('Nov 20, 2026')
    expect(formatDay('0025-01-27')).toBe('Jan 27, 0025')
    expect(formatLongDay('2026-11-20')).toBe('Friday, November 20, 2026')
    expect(formatDayOfYear('2026-01-01')).toBe('Jan 1')
  })

  it('formats moments in UTC', () => {
    expect(formatInstant('2026-11-20T21:05:59.123Z')).toBe('Nov 20, 2026, 21:05 UTC')
    expect(formatInstant('2026-11-20T00:00:00Z')).toBe('Nov 20, 2026, 00:00 UTC')
  })
})

describe('formatNextMonday', () => {
  it.each([
    ['a Sunday', '2024-06-30T17:00:00Z', 'Monday, July 1, 2024 at 8:00 AM CST'],
    ['a Monday names the following one', '2024-07-01T12:00:00Z', 'Monday, July 8, 2024 at 8:00 AM CST'],
    ['a Tuesday', '2024-07-02T12:00:00Z', 'Monday, July 8, 2024 at 8:00 AM CST'],
    [
      'Monday in UTC but still Sunday in Chicago',
      '2024-07-01T04:00:00Z',
      'Monday, July 1, 2024 at 8:00 AM CST',
    ],
    ['the turn of a year', '2026-12-29T18:00:00Z', 'Monday, January 4, 2027 at 8:00 AM CST'],
  ])('on %s', (_name, now, expected) => {
    expect(formatNextMonday(new Date(now))).toBe(expected)
  })
})

it('nextMondayDate returns the same Monday as a calendar day', () => {
  expect(nextMondayDate(new Date('2026-12-29T18:00:00Z'))).toBe('2027-01-04')
})
