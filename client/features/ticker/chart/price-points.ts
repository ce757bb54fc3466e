/** One close, or one price within a day. */
export interface PricePoint {
  /** The exchange's local day 'YYYY-MM-DD'; within a day the moment, ISO 8601 with Z. */
  day: string
  price: number
}

export interface PriceSummary {
  first: PricePoint
  last: PricePoint
  low: PricePoint
  high: PricePoint
  changeAmount: number
  /** 0.021 = +2.1 %; undefined if the first price is 0. */
  changeFraction: number | undefined
  /** 'rise' only if the last price is above the first; missing if there is a single close. */
  direction: 'rise' | 'fall' | undefined
}

/** Pairs days with prices, oldest first, one a day and numbers only: from anything else the chart would draw nonsense. */
export function toPricePoints({
  dates,
  prices,
}: {
  dates: readonly string[]
  prices: readonly (number | null)[]
}): PricePoint[] {
  const points = dates
    .map((day, index) => ({ day, price: prices[index] }))
    .filter((point): point is PricePoint => Number.isFinite(point.price))
  if (points.every(({ day }, index) => day > (points[index - 1]?.day ?? ''))) return points
  const byDay = new Map(points.map((point) => [point.day, point]))
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** @param points  oldest first
 *  @returns undefined if there are no points */
export function summarisePrices(points: readonly PricePoint[]): PriceSummary | undefined {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return undefined
  let low = first
  let high = first
  for (const point of points) {
    if (point.price < low.price) low = point
    if (point.price > high.price) high = point
  }
  const changeAmount = last.price - first.price
  return {
    first,
    last,
    low,
    high,
    changeAmount,
    changeFraction: first.price === 0 ? undefined : changeAmount / first.price,
    direction: first === last ? undefined : last.price > first.price ? 'rise' : 'fall',
  }
}

/** A value and its index in the whole series. */
export interface PlacedValue {
  index: number
  value: number
}

/** Picks fewer values that draw the same line: the first, lowest, highest and last of every slice. Forty years of closes are
 *  11,000 values, but a screen shows only some hundred columns.
 *  @param slices  the number of columns that can be told apart */
export function thinLine(values: readonly number[], { slices }: { slices: number }): PlacedValue[] {
  if (values.length <= slices * 4) return values.map((value, index) => ({ index, value }))
  const kept: PlacedValue[] = []
  for (let slice = 0; slice < slices; slice += 1) {
    const from = Math.floor((slice * values.length) / slices)
    const to = Math.floor(((slice + 1) * values.length) / slices)
    const part = values.slice(from, to)
    const places = [0, part.indexOf(Math.min(...part)), part.indexOf(Math.max(...part)), part.length - 1]
    for (const place of new Set(places.sort((a, b) => a - b)))
      kept.push({ index: from + place, value: part[place] ?? 0 })
  }
  return kept
}
