import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { addMonths, isKnownTimeZone, zonedDay } from './dates.ts'

const RealFormat = Intl.DateTimeFormat

/** A browser with other locale data: whatever locale is asked for, it writes dates in the American order. */
class AmericanFormat extends RealFormat {
  constructor(_locale?: string, options?: Intl.DateTimeFormatOptions) {
    super('en-US', options)
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([
  ['the locale data of this machine', RealFormat],
  ['a browser that writes every date as in the United States', AmericanFormat],
])('with %s', (_whose, DateTimeFormat) => {
  /** Loads the module afresh: it caches formats, which must not come from the other locale data. */
  const load = async () => {
    vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat }))
    vi.resetModules()
    return { ...(await import('./format-date.ts')), ...(await import('./dates.ts')) }
  }

  it.each([
    ['2026-11-22T18:00:00Z', 'Monday, November 23, 2026 at 8:00 AM CST', '2026-11-23'],
    ['2026-12-29T18:00:00Z', 'Monday, January 4, 2027 at 8:00 AM CST', '2027-01-04'],
  ])('names the next Monday after %s', async (now, words, day) => {
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

it.each([
  ['2026-11-20', -12, '2025-11-20'],
  ['2026-11-20', -60, '2021-11-20'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2024-02-29', -12, '2023-02-28'],
])('moves %s by %d months to %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

it('tells known zones from unknown ones, however many are looked up', () => {
  expect(['America/Chicago', 'UTC', 'Mars/Olympus', '', 'x'.repeat(1_000)].map(isKnownTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(() => zonedDay(0, 'Mars/Olympus')).toThrow(RangeError)
})

describe('modules that work with dates', () => {
  const root = path.join(import.meta.dirname, '..')
  const sources = ['server', 'shared', 'client', 'bench'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)),
  )
  const listWith = (pattern: RegExp, owners: readonly string[]) =>
    sources.filter(
      (name) => !owners.includes(name) && pattern.test(readFileSync(path.join(root, name), 'utf8')),
    )

  it('are found by this test', () => {
    expect(sources.length).toBeGreaterThan(100)
  })

  it.each([
    [
      'counts the length of a day',
      /(?<!(?:max-age|revalidate)=)\b86_?400(?:_?000)?\b|\b24 \* (?:60|HOUR_MS|3_?600)/,
      ['shared/dates.ts'],
    ],
    [
      'cuts a day out of a timestamp',
      /(?:toISOString\(\)|[aA]t|Time|time)\??\.(?:slice|substring)\(0, 10\)/,
      ['shared/dates.ts'],
    ],
    [
      'reads the parts of a day in UTC',
      /\b(?:[gs]etUTC(?:Day|Date|Month|FullYear)|Date\.UTC)\b/,
      ['shared/dates.ts'],
    ],
    [
      'formats dates by itself',
      /DateTimeFormat|toLocale(?:Date|Time)String/,
      ['shared/dates.ts', 'shared/format-date.ts'],
    ],
    // People read American English here; another locale is only ever used for the order of its numbers.
    [
      'uses another locale',
      /(?:DateTimeFormat|toLocale(?:Date|Time)?String)\(\s*(?!LOCALE\b|'en-US'|\))/,
      [],
    ],
  ])('no other module %s', (_what, pattern, owners) => {
    expect(listWith(pattern, owners)).toEqual([])
  })

  it('on the server import shared/dates.ts in one place only', () => {
    expect(
      listWith(/from '[^']*shared\/dates\.ts'/, ['server/lib/dates.ts']).filter((name) =>
        name.startsWith('server/'),
      ),
    ).toEqual([])
  })
})
