import { addDays } from '../../lib/business-days.ts'
import type { SeriesDefinition } from '../../records/series/series-observation.ts'

/** @param month  any of its days, 'YYYY-MM-DD'
 *  @returns the first day of the month that lies so many months later, or earlier */
export function addMonths(month: string, months: number): string {
  const time = new Date(`${month.slice(0, 7)}-01T00:00:00Z`)
  time.setUTCMonth(time.getUTCMonth() + months)
  return time.toISOString().slice(0, 10)
}

/** The days that a value covers, both included; of a day or week, the day that the source names. */
export function periodOf(
  frequency: SeriesDefinition['frequency'],
  date: string,
): { readonly from: string; readonly to: string } {
  if (frequency === 'daily' || frequency === 'weekly') return { from: date, to: date }
  return { from: date, to: addDays(addMonths(date, frequency === 'monthly' ? 1 : 3), -1) }
}
