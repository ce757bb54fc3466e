import { addDays, addMonths } from '../../lib/dates.ts'
import type { SeriesDefinition } from '../../records/series/series-observation.ts'

/** The days that a value covers, both included; of a day or week, the day that the source names. */
export function periodOf(
  frequency: SeriesDefinition['frequency'],
  date: string,
): { readonly from: string; readonly to: string } {
  if (frequency === 'daily' || frequency === 'weekly') return { from: date, to: date }
  return { from: date, to: addDays(addMonths(date, frequency === 'monthly' ? 1 : 3), -1) }
}
