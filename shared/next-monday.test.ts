import { describe, expect, it } from 'vitest'

import { formatNextMonday, nextMondayDate } from './next-monday.ts'

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
