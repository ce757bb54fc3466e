import { addDays, daysBetween, weekdayOf } from './dates.ts'

/** Whether the SEC accepts filings on a day: not on a weekend or a federal holiday (5 U.S.C. 6103; observed on Friday or Monday
 *  if it falls on a weekend). Closings by executive order are not known here: see `deadlineDaysBetween`. */
export function isBusinessDay(day: string): boolean {
  return isWeekday(weekdayOf(day)) && !holidaysOf(yearOf(day)).has(day)
}

/** Counts business days from one day to another, without the first: Friday to Monday is 1. Fast even for days centuries apart,
 *  since a filing may name any year.
 *  @returns negative when `to` lies before `from` */
export function businessDaysBetween(from: string, to: string): number {
  if (to < from) return -businessDaysBetween(to, from)
  const days = daysBetween(from, to)
  const first = weekdayOf(from)
  const beyondWeeks = Array.from({ length: days % 7 }, (_, index) => (first + 1 + index) % 7)
  let count = Math.floor(days / 7) * 5 + beyondWeeks.filter(isWeekday).length
  for (let year = yearOf(from); year <= yearOf(to); year++) {
    for (const holiday of holidaysOf(year)) if (holiday > from && holiday <= to) count -= 1
  }
  return count
}

/** Days of mourning, on which EDGAR was closed. */
const DAYS_OF_MOURNING = ['2018-12-05', '2025-01-09']

/** Counts business days as `businessDaysBetween` does, but without days on which the SEC was, or may have been, closed by
 *  executive order: in most years December 24, and December 26 if it is a Friday. A lag may be a day too short, never too long:
 *  nobody is called late because of a day on which nothing could be filed. */
export function deadlineDaysBetween(from: string, to: string): number {
  const mayBeClosed = DAYS_OF_MOURNING.filter((day) => day > from && day <= to).length
  let christmas = 0
  for (let year = Math.max(yearOf(from), FIRST_ORDER); year <= yearOf(to); year++) {
    for (const day of [`${year}-12-24`, `${year}-12-26`]) {
      const isOpen = day.endsWith('24') ? isBusinessDay(day) : weekdayOf(day) === 5
      if (isOpen && day > from && day <= to) christmas++
    }
  }
  return businessDaysBetween(from, to) - mayBeClosed - christmas
}

/** The first of the years in which EDGAR was closed on December 24. */
const FIRST_ORDER = 2018

const isWeekday = (weekday: number) => weekday !== 0 && weekday !== 6
const yearOf = (day: string) => Number(day.slice(0, 4))

const known = new Map<number, ReadonlySet<string>>()

/** Returns the weekdays of a year on which a federal holiday is observed. */
function holidaysOf(year: number): ReadonlySet<string> {
  const holidays = known.get(year) ?? new Set(listHolidays(String(year).padStart(4, '0')))
  known.set(year, holidays)
  return holidays
}

function listHolidays(year: string): string[] {
  const fixed = ['01-01', ...(year >= '2021' ? ['06-19'] : []), '07-04', '11-11', '12-25']
  return [
    ...fixed.map((date) => moveToWeekday(`${year}-${date}`)).filter((day) => day.startsWith(year)),
    // New Year's Day of the next year, when it is a Saturday.
    ...(weekdayOf(`${year}-12-31`) === 5 ? [`${year}-12-31`] : []),
    nthOfMonth(`${year}-01-01`, { weekday: 1, nth: 3 }),
    nthOfMonth(`${year}-02-01`, { weekday: 1, nth: 3 }),
    // The last Monday of May.
    addDays(nthOfMonth(`${year}-06-01`, { weekday: 1, nth: 1 }), -7),
    nthOfMonth(`${year}-09-01`, { weekday: 1, nth: 1 }),
    nthOfMonth(`${year}-10-01`, { weekday: 1, nth: 2 }),
    nthOfMonth(`${year}-11-01`, { weekday: 4, nth: 4 }),
  ]
}

function moveToWeekday(day: string): string {
  const weekday = weekdayOf(day)
  return weekday === 6 ? addDays(day, -1) : weekday === 0 ? addDays(day, 1) : day
}

function nthOfMonth(first: string, { weekday, nth }: { weekday: number; nth: number }): string {
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
}
