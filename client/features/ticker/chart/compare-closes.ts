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
  const shared: PricePoint[] = []
  const prices: number[] = []
  for (const point of points) {
    while ((others[next]?.day ?? '9999') <= point.day) next += 1
    const other = others[next - 1]
    if (!other || (other.day !== point.day && daysBetween(other.day, point.day) > MOST_DAYS_OLD)) continue
    shared.push(point)
    prices.push(other.price)
  }
  const [first = { price: 0 }] = shared
  const [firstOther = 0] = prices
  if (shared.length < 2 || first.price <= 0 || firstOther <= 0) return undefined
  return {
    points: shared,
    own: shared.map(({ price }) => price / first.price - 1),
    other: prices.map((price) => price / firstOther - 1),
  }
}
