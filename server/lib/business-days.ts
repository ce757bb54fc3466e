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
  const [firstYear, lastYear] = [yearOf(from), yearOf(to)]
  for (const year of new Set([firstYear, lastYear])) {
    for (const holiday of holidaysOf(year)) if (holiday > from && holiday <= to) count -= 1
  }
  return count - countHolidaysBetween(firstYear, lastYear)
}

/** Counts the holidays of the whole years between two years. */
function countHolidaysBetween(firstYear: number, lastYear: number): number {
  const years = lastYear - firstYear - 1
  if (years <= 0) return 0
  const withJuneteenth = Math.max(0, lastYear - Math.max(firstYear + 1, FIRST_JUNETEENTH))
  // New Year's Day moves into the year before when it is a Saturday.
  const movesBack = (year: number) => Number(weekdayOf(`${nameYear(year)}-01-01`) === 6)
  return years * 10 + withJuneteenth - movesBack(firstYear + 1) + movesBack(lastYear)
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
const nameYear = (year: number) => String(year).padStart(4, '0')

/** The first year with Juneteenth as a holiday. */
const FIRST_JUNETEENTH = 2021

const known = new Map<number, ReadonlySet<string>>()

/** Returns the weekdays of a year on which a federal holiday is observed. */
function holidaysOf(year: number): ReadonlySet<string> {
  const holidays = known.get(year) ?? new Set(listHolidays(year))
  known.set(year, holidays)
  return holidays
}

function listHolidays(yearNumber: number): string[] {
  const year = nameYear(yearNumber)
  const fixed = ['01-01', ...(yearNumber >= FIRST_JUNETEENTH ? ['06-19'] : []), '07-04', '11-11', '12-25']
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
