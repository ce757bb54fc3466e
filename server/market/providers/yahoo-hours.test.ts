import { describe, expect, it } from 'vitest'

import { readHours } from './yahoo-hours.ts'

const period = (start: string, end: string) => ({
  start: Date.parse(start) / 1000,
  end: Date.parse(end) / 1000,
})

describe('readHours', () => {
  it.each([
    ['America/New_York', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z', '09:30', '16:00'],
    // The same session in summer, from an answer weeks old.
    ['America/New_York', '2026-07-10T13:30:00Z', '2026-07-10T20:00:00Z', '09:30', '16:00'],
    ['Europe/London', '2026-11-20T08:00:00Z', '2026-11-20T16:30:00Z', '08:00', '16:30'],
    ['Asia/Tokyo', '2026-11-20T00:00:00Z', '2026-11-20T06:30:00Z', '09:00', '15:30'],
    ['Asia/Kolkata', '2026-11-20T03:45:00Z', '2026-11-20T10:00:00Z', '09:15', '15:30'],
  ])('in %s reads %s to %s as %s to %s', (timeZone, start, end, opens, closes) => {
    expect(readHours(period(start, end), timeZone)).toEqual({ timeZone, opens, closes })
  })

  it.each([
    ['no session', { start: 0, end: 0 }, 'America/New_York'],
    [
      'a session that ends before it begins',
      { start: 1_795_190_400, end: 1_795_167_000 },
      'America/New_York',
    ],
    [
      'a session a minute shorter than a day',
      period('2026-11-20T00:00:00Z', '2026-11-20T23:59:00Z'),
      'Europe/London',
    ],
    ['a whole day', period('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'), 'UTC'],
    ['a session past midnight', period('2026-11-20T23:00:00Z', '2026-11-21T06:00:00Z'), 'America/New_York'],
    ['an unknown zone', period('2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'), 'Mars/Olympus'],
    ['no zone', period('2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'), undefined],
  ])('returns undefined for %s', (_name, told, timeZone) => {
    expect(readHours(told, timeZone)).toBeUndefined()
  })
})
