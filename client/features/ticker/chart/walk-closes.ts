import { addMonths } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'

/** Finds the close that a key leads to: arrows go to the neighbors, Page Up and Page Down move by a month, or by an hour within a
 *  day, Home and End go to the ends.
 *  @param points  oldest first
 *  @param index  of the close to start from
 *  @returns the index of a close; undefined for a key that leads nowhere */
export function findWalkTarget(
  key: string,
  points: readonly PricePoint[],
  index: number,
): number | undefined {
  const newest = points.length - 1
  const clamp = (target: number) => Math.min(newest, Math.max(0, target))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(index - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(index + 1)
    case 'Home':
      return 0
    case 'End':
      return newest
    case 'PageDown':
      return periodAway(points, index, -1)
    case 'PageUp':
      return periodAway(points, index, 1)
    default:
      return undefined
  }
}

const HOUR_MS = 3_600_000

/** The close on the same day a month away, or at the same minute an hour away; if there is none, the next one beyond. */
function periodAway(points: readonly PricePoint[], index: number, periods: -1 | 1): number {
  const start = points[index]
  if (!start) return index
  const day = isWithinDay(points)
    ? new Date(Date.parse(start.day) + periods * HOUR_MS).toISOString()
    : addMonths(start.day, periods)
  const found =
    periods < 0
      ? points.findLastIndex((point) => point.day <= day)
      : points.findIndex((point) => point.day >= day)
  if (found >= 0) return found
  return periods < 0 ? 0 : points.length - 1
}

/** Whether the points are moments of one day. */
export const isWithinDay = ([first]: readonly PricePoint[]): boolean => first?.day.includes('T') === true
