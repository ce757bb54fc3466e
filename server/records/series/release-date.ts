import { addDays, addMonths, firstOfMonth, weekdayOf } from '../../lib/dates.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { ReleaseRule } from './series-observation.ts'

const FRIDAY = 5

/** The day from which on a value counts as known.
 *  @param date  the observation's, 'YYYY-MM-DD'
 *  @returns New York's date */
export function releaseDateOf(rule: ReleaseRule, date: string): string {
  if (rule.after === 'days') return addDays(date, rule.days)
  if (rule.after === 'business-days') return addBusinessDays(date, rule.days)
  const month = addMonths(firstOfMonth(date), rule.months)
  return 'friday' in rule ? nthFriday(month, rule.friday) : dayOfMonth(month, rule.day)
}

function addBusinessDays(date: string, days: number): string {
  let day = date
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left--
  }
  return day
}

function nthFriday(month: string, nth: number): string {
  const first = addDays(month, (FRIDAY - weekdayOf(month) + 7) % 7)
  return addDays(first, 7 * (nth - 1))
}

function dayOfMonth(month: string, day: number): string {
  const lastDay = addDays(addMonths(month, 1), -1)
  const wanted = addDays(month, day - 1)
  return wanted < lastDay ? wanted : lastDay
}
