import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { isKnownTimeZone, momentInZone, zonedDay } from './zoned-time.ts'

const RealFormat = Intl.DateTimeFormat

/** What a browser with other data does: whatever locale is asked for, text comes in the order of the United States. */
class AmericanFormat extends RealFormat {
  constructor(_locale?: string, options?: Intl.DateTimeFormatOptions) {
    super('en-US', options)
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([
  ['the data of this machine', RealFormat],
  ['a browser that writes every date as in the United States', AmericanFormat],
])('with %s', (_whose, DateTimeFormat) => {
  /** Formats are kept once they are made: those of another's data must go. */
  const load = async () => {
    vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat }))
    vi.resetModules()
    return { ...(await import('./next-monday.ts')), ...(await import('./zoned-time.ts')) }
  }

  it.each([
    ['2026-11-22T18:00:00Z', 'Monday, November 23, 2026 at 8:00 AM CST', '2026-11-23'],
    ['2026-12-29T18:00:00Z', 'Monday, January 4, 2027 at 8:00 AM CST', '2027-01-04'],
  ])('the next Monday after %s is named', async (now, words, day) => {
    const { formatNextMonday, nextMondayDate } = await load()
    expect(formatNextMonday(new Date(now))).toBe(words)
    expect(nextMondayDate(new Date(now))).toBe(day)
  })

  it.each([
    ['2026-11-23T05:59:59Z', 'America/Chicago', '2026-11-22', '23:59'],
    ['2026-11-23T06:00:00Z', 'America/Chicago', '2026-11-23', '00:00'],
    ['2026-07-01T12:34:56Z', 'America/New_York', '2026-07-01', '08:34'],
    ['2026-03-31T22:00:00Z', 'Europe/Berlin', '2026-04-01', '00:00'],
    ['1969-12-31T20:00:00Z', 'Asia/Kolkata', '1970-01-01', '01:30'],
  ])('%s is read in %s', async (moment, timeZone, day, clockTime) => {
    const { zonedClockTime, zonedDay } = await load()
    expect(zonedDay(new Date(moment), timeZone)).toBe(day)
    expect(zonedClockTime(Date.parse(moment), timeZone)).toBe(clockTime)
  })
})

describe('the moment at which clocks show a time', () => {
  it.each([
    ['2026-11-20', '16:00', 'America/New_York', '2026-11-20T21:00:00.000Z'],
    ['2026-07-20', '16:00', 'America/New_York', '2026-07-20T20:00:00.000Z'],
    // On the days on which the clocks change.
    ['2026-03-08', '09:30', 'America/New_York', '2026-03-08T13:30:00.000Z'],
    ['2026-11-01', '00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ])('%s %s in %s', (day, clockTime, timeZone, moment) => {
    expect(new Date(momentInZone(day, clockTime, timeZone)).toISOString()).toBe(moment)
  })
})

it('knows which zones there are, however many unknown ones are named', () => {
  expect(['America/Chicago', 'UTC', 'Mars/Olympus', '', 'x'.repeat(1_000)].map(isKnownTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(() => zonedDay(0, 'Mars/Olympus')).toThrow(RangeError)
})

it('is the only place in which a locale stands for a form that a program reads', () => {
  const root = path.join(import.meta.dirname, '..')
  const sources = ['server', 'shared', 'client', 'bench'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)),
  )
  // What people read is in American English; another locale is named for the order of its numbers alone.
  const foreign = /(?:DateTimeFormat|toLocale(?:Date|Time)?String)\(\s*(?!LOCALE\b|'en-US'|\))/
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((name) => foreign.test(readFileSync(path.join(root, name), 'utf8')))).toEqual([])
})
