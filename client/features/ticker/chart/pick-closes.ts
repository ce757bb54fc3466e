import { mondayOf } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'

/** The closes that a table shows, newest first with their indexes in the series, and how far apart they are. */
export interface PickedCloses {
  step: 'day' | 'week' | 'month'
  closes: (PricePoint & { index: number })[]
}

// Daily closes for a year, weekly ones for six: even forty years stay below some 500 rows.
const MOST_DAYS = 370
const MOST_DAYS_BY_WEEK = 6 * 366

/** Picks every close of a short series, and the last of each week or month of a longer one.
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
