import { addDays, listDays, weekdayOf } from './dates.ts'

/** A day on which the SEC takes filings: no weekend and no federal holiday (5 U.S.C. 6103, moved to Friday or Monday
 *  where it falls on a weekend). Closings by executive order are not known here: a lag may be a day too long, never short. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(day)
}

/** Business days from one day to another, the first not counted: Friday to Monday is 1.
 *  @returns negative when `to` lies before `from` */
export function businessDaysBetween(from: string, to: string): number {
  if (to < from) return -businessDaysBetween(to, from)
  return listDays(addDays(from, 1), to).filter(isBusinessDay).length
}

function isFederalHoliday(day: string): boolean {
  const weekday = weekdayOf(day)
  return (
    isHolidayDate(day) ||
    (weekday === 5 && isFixedHoliday(addDays(day, 1))) ||
    (weekday === 1 && isFixedHoliday(addDays(day, -1)))
  )
}

function isHolidayDate(day: string): boolean {
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8, 10))
  const weekday = weekdayOf(day)
  const nth = Math.ceil(date / 7)
  const isNthMonday = weekday === 1 && ['1-3', '2-3', '9-1', '10-2'].includes(`${month}-${nth}`)
  const isMemorialDay = weekday === 1 && month === 5 && date > 24
  const isThanksgiving = weekday === 4 && month === 11 && nth === 4
  return isFixedHoliday(day) || isNthMonday || isMemorialDay || isThanksgiving
}

function isFixedHoliday(day: string): boolean {
  const monthAndDate = day.slice(5)
  if (monthAndDate === '06-19') return day >= '2021-06-17'
  return ['01-01', '07-04', '11-11', '12-25'].includes(monthAndDate)
}
