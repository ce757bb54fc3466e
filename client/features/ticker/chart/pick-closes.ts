import { mondayOf } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'

/** The closes that a table shows, newest first with their indexes in the series, and how far apart they are. */
export interface PickedCloses {
  step: 'day' | 'week' | 'month'
  closes: (PricePoint & { index: number })[]
}

// A year of daily closes, six years of weekly ones: a table stays below some 500 rows for forty years.
const MOST_DAYS = 370
const MOST_DAYS_BY_WEEK = 6 * 366

/** Every close of a short series; for a longer one the last of each week or month.
 *  @param points  oldest first */
export function pickCloses(points: readonly PricePoint[]): PickedCloses {
  const step = points.length <= MOST_DAYS ? 'day' : points.length <= MOST_DAYS_BY_WEEK ? 'week' : 'month'
  const lastOfPeriod = new Map(points.map((point, index) => [periodOf(point.day, step), { ...point, index }]))
  return { step, closes: [...lastOfPeriod.values()].reverse() }
}

function periodOf(day: string, step: PickedCloses['step']): string {
  if (step === 'day') return day
  if (step === 'month') return day.slice(0, 7)
  return mondayOf(day)
}
