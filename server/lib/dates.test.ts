import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import * as browser from '../../shared/dates.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  formatChicagoTime,
  isCalendarDay,
  listDays,
  momentInZone,
  utcDay,
  weekdayOf,
  wholeMonthsBetween,
  zonedClockTime,
  zonedDay,
} from './dates.ts'

const HOUR_MS = 3_600_000

describe('the moment at which clocks show a time', () => {
  it.each([
    ['2026-11-20', '16:00', 'America/New_York', '2026-11-20T21:00:00.000Z'],
    ['2026-07-20', '16:00', 'America/New_York', '2026-07-20T20:00:00.000Z'],
    // Days on which the clocks change.
    ['2026-03-08', '09:30', 'America/New_York', '2026-03-08T13:30:00.000Z'],
    ['2026-11-01', '00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ])('%s %s in %s', (day, clockTime, timeZone, moment) => {
    expect(new Date(momentInZone(day, clockTime, timeZone)).toISOString()).toBe(moment)
  })

  it('is moved past a skipped hour, and is the first of two in a repeated one', () => {
    expect(new Date(momentInZone('2026-03-08', '02:30', 'America/New_York')).toISOString()).toBe(
      '2026-03-08T07:30:00.000Z',
    )
    expect(new Date(momentInZone('2026-11-01', '01:30', 'America/New_York')).toISOString()).toBe(
      '2026-11-01T05:30:00.000Z',
    )
  })
})

describe('days of the calendar', () => {
  it('are told apart from text that only looks like one', () => {
    expect(
      ['2024-02-29', '2025-02-29', '2025-2-3', '2025-13-01', '2025-01-00', ''].map(isCalendarDay),
    ).toEqual([true, false, false, false, false, false])
    expect(['0000-08-16', '0025-08-16'].map(isCalendarDay)).toEqual([false, true])
  })

  it('move and are listed over the ends of months and years', () => {
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(firstOfMonth('2024-02-29')).toBe('2024-02-01')
    expect(listDays('2024-12-30', '2025-01-01')).toEqual(['2024-12-30', '2024-12-31', '2025-01-01'])
    expect(listDays('2025-01-01', '2024-12-30')).toEqual([])
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 6])
  })

  it.each(['', '2025-02-30', '2025-1-1', '20250101', '2025-01-01T10:00', 'yesterday'])(
    'throw for "%s", which is not a day',
    (text) => {
      expect(() => addDays(text, 1)).toThrow(RangeError)
      expect(() => weekdayOf(text)).toThrow(RangeError)
      expect(() => daysBetween('2025-01-01', text)).toThrow(RangeError)
    },
  )
})

/** Compares with the platform's own Date, a separate implementation of the same calendar and zones. */
describe('from 1970 to 2100', () => {
  const FIRST = Date.UTC(1970, 0, 1)
  const LAST = Date.UTC(2100, 11, 31)
  const moments = fc.integer({ min: FIRST, max: LAST })
  const days = moments.map((time) => new Date(time).toISOString().slice(0, 10))
  const endsOfMonths = fc
    .tuple(
      fc.integer({ min: 1970, max: 2100 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([year, month, around]) => new Date(Date.UTC(year, month, around)).toISOString().slice(0, 10))
  const anyDay = fc.oneof(days, endsOfMonths)

  it('days, differences and weekdays agree with the platform and the browser module', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        const time = new Date(`${day}T00:00:00Z`)
        expect(weekdayOf(day)).toBe(time.getUTCDay())
        time.setUTCDate(time.getUTCDate() + count)
        const moved = time.toISOString().slice(0, 10)
        expect([addDays(day, count), browser.addDays(day, count)]).toEqual([moved, moved])
        expect([daysBetween(day, moved), browser.daysBetween(day, moved)]).toEqual([count, count])
        expect(weekdayOf(browser.mondayOf(day))).toBe(1)
        expect(daysBetween(browser.mondayOf(day), day)).toBe((weekdayOf(day) + 6) % 7)
      }),
    )
  })

  it('adding months keeps the day, or takes the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -700, max: 700 }), (day, months) => {
        const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
        const wanted = new Date(Date.UTC(year, month - 1 + months, 1))
        const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
        wanted.setUTCDate(Math.min(date, last))
        const moved = wanted.toISOString().slice(0, 10)
        expect([addMonths(day, months), browser.addMonths(day, months)]).toEqual([moved, moved])
      }),
    )
  })

  it('utcDay returns the day of a moment', () => {
    fc.assert(
      fc.property(moments, (time) => {
        expect(utcDay(time)).toBe(new Date(time).toISOString().slice(0, 10))
      }),
    )
  })

  /** Since 2007 clocks change at 2:00 on the second Sunday of March and the first of November. */
  const changes = fc
    .tuple(fc.integer({ min: 2007, max: 2037 }), fc.constantFrom('03', '11'), fc.integer({ min: -2, max: 2 }))
    .map(([year, month, around]) => {
      const first = `${year}-${month}-01`
      const sunday = addDays(first, ((7 - weekdayOf(first)) % 7) + (month === '03' ? 7 : 0))
      return addDays(sunday, around)
    })
  const clockTimes = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map(
      (minute) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    )

  const zones = [
    { zone: 'America/Chicago', winterHours: 6 },
    { zone: 'America/New_York', winterHours: 5 },
  ]

  it.each(zones)(
    'clocks in $zone show the requested time, or one later by as much as they skip',
    ({ zone, winterHours }) => {
      fc.assert(
        fc.property(fc.oneof(changes, days), clockTimes, (day, clockTime) => {
          const wall = Date.parse(`${day}T${clockTime}Z`)
          const inSummer = wall + (winterHours - 1) * HOUR_MS
          const inWinter = wall + winterHours * HOUR_MS
          const showing = [inSummer, inWinter].find(
            (moment) => zonedDay(moment, zone) === day && zonedClockTime(moment, zone) === clockTime,
          )
          // A repeated time means its first occurrence; a skipped one is read by the winter time that has just ended.
          expect(momentInZone(day, clockTime, zone)).toBe(showing ?? inWinter)
        }),
      )
    },
  )

  it.each(zones)('a day in $zone has 23, 24 or 25 hours, and begins once', ({ zone }) => {
    fc.assert(
      fc.property(fc.oneof(changes, days), (day) => {
        const begins = momentInZone(day, '00:00', zone)
        const hours = (momentInZone(addDays(day, 1), '00:00', zone) - begins) / HOUR_MS
        expect([23, 24, 25]).toContain(hours)
        expect([zonedDay(begins, zone), zonedDay(begins - 1, zone)]).toEqual([day, addDays(day, -1)])
      }),
    )
  })
})

describe('whole months', () => {
  it.each([
    ['2025-01-31', '2025-02-28', 0],
    ['2025-01-28', '2025-02-28', 1],
    ['2024-01-20', '2025-01-27', 12],
    ['2024-01-28', '2025-01-27', 11],
  ])('from %s to %s are %d', (from, to, months) => {
    expect(wholeMonthsBetween(from, to)).toBe(months)
  })
})

it.each([
  ['2025-11-24T14:00:00Z', 'Monday, Nov 24, 8:00 AM Chicago'],
  ['2025-07-04T05:05:00Z', 'Friday, Jul 4, 12:05 AM Chicago'],
  ['2025-07-04T17:00:00Z', 'Friday, Jul 4, 12:00 PM Chicago'],
  ['2025-11-24T04:59:00Z', 'Sunday, Nov 23, 10:59 PM Chicago'],
])('writes %s as people do: %s', (instant, words) => {
  expect(formatChicagoTime(new Date(instant))).toBe(words)
})

it('names the year of a time that is not this year’s', () => {
  const now = new Date('2026-01-01T06:00:00Z')
  expect(formatChicagoTime(new Date('2026-01-01T05:59:00Z'), now)).toBe(
    'Wednesday, Dec 31, 2025, 11:59 PM Chicago',
  )
  expect(formatChicagoTime(now, now)).toBe('Thursday, Jan 1, 12:00 AM Chicago')
})
