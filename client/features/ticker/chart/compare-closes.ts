import { daysBetween } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'

/** Two assets over the same days, each as its change since the first of these days. */
export interface ComparedCloses {
  /** The closes of the page's own asset, from the first day that both have. */
  points: readonly PricePoint[]
  /** Fractions, one per point: 0.021 = +2.1 % since the first. */
  own: readonly number[]
  /** The same for the other asset, at its last close by that day. */
  other: readonly number[]
}

/** The longest an exchange stays closed: an older close of the other asset does not count for the day. */
const MOST_DAYS_OLD = 10

/** Aligns two series of closes by day: exchanges close on different days.
 *  @param points  oldest first
 *  @param others  oldest first
 *  @returns undefined if they have fewer than two days in common */
export function compareCloses(
  points: readonly PricePoint[],
  others: readonly PricePoint[],
): ComparedCloses | undefined {
  let next = 0
  const pairs = points.flatMap((point) => {
    while ((others[next]?.day ?? '9999') <= point.day) next += 1
    const other = others[next - 1]
    return other && daysBetween(other.day, point.day) <= MOST_DAYS_OLD ? [{ point, price: other.price }] : []
  })
  const [first] = pairs
  if (!first || pairs.length < 2 || first.point.price <= 0 || first.price <= 0) return undefined
  return {
    points: pairs.map(({ point }) => point),
    own: pairs.map(({ point }) => point.price / first.point.price - 1),
    other: pairs.map(({ price }) => price / first.price - 1),
  }
}
