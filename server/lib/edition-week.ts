import { addDays, isCalendarDay, weekdayOf } from './dates.ts'
import { InvalidInputError } from './errors.ts'

/** The days an edition covers, both included, 'YYYY-MM-DD'. */
export interface EditionWeek {
  readonly from: string
  readonly to: string
}

/** Returns the seven days before an edition's Monday. Daily indexes are published by 22:00 in New York, so all of them were
 *  public before Monday 8:00 in Chicago.
 *  @param slotDate  the edition's Monday, 'YYYY-MM-DD'
 *  @throws InvalidInputError if it is not a day or not a Monday */
export function getEditionWeek(slotDate: string): EditionWeek {
  if (!isCalendarDay(slotDate)) {
    throw new InvalidInputError(`"${slotDate}" is not a day such as 2025-02-03.`)
  }
  if (weekdayOf(slotDate) !== 1) {
    const monday = addDays(slotDate, (8 - weekdayOf(slotDate)) % 7)
    throw new InvalidInputError(
      `${slotDate} is not a Monday, and an edition belongs to one: the next is ${monday}.`,
    )
  }
  return { from: addDays(slotDate, -7), to: addDays(slotDate, -1) }
}
