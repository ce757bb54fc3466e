import { addMonths } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'

/** The close that a key leads to: arrows to its neighbours, Page Up and Page Down by a month, Home and End to the ends.
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
      return monthAway(points, index, -1)
    case 'PageUp':
      return monthAway(points, index, 1)
    default:
      return undefined
  }
}

/** The close of the same day a month away, or the next one beyond if that day has none. */
function monthAway(points: readonly PricePoint[], index: number, months: -1 | 1): number {
  const start = points[index]
  if (!start) return index
  const day = addMonths(start.day, months)
  const found =
    months < 0
      ? points.findLastIndex((point) => point.day <= day)
      : points.findIndex((point) => point.day >= day)
  if (found >= 0) return found
  return months < 0 ? 0 : points.length - 1
}
