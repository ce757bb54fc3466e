import type { PricePoint } from './price-points.ts'

/** A close and its place in the whole series. */
export interface PlacedPoint {
  index: number
  price: number
}

/** Fewer points that draw the same line: of every slice its first, lowest, highest and last.
 *  Forty years of closes are 11,000 points; a screen shows some hundred columns.
 *  @param slices  as many as columns can be told apart */
export function thinLine(points: readonly PricePoint[], { slices }: { slices: number }): PlacedPoint[] {
  const placed = points.map(({ price }, index) => ({ index, price }))
  if (placed.length <= slices * 4) return placed
  const kept: PlacedPoint[] = []
  for (let slice = 0; slice < slices; slice += 1) {
    const from = Math.floor((slice * placed.length) / slices)
    const to = Math.floor(((slice + 1) * placed.length) / slices)
    kept.push(...extremes(placed.slice(from, to)))
  }
  return kept
}

function extremes(slice: readonly PlacedPoint[]): PlacedPoint[] {
  const first = slice[0]
  const last = slice.at(-1)
  if (!first || !last) return []
  const low = slice.reduce((a, b) => (b.price < a.price ? b : a))
  const high = slice.reduce((a, b) => (b.price > a.price ? b : a))
  return [...new Set([first, low, high, last])].sort((a, b) => a.index - b.index)
}
