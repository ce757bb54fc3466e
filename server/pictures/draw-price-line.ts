import { round } from './svg-parts.ts'

/** In pixels. */
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Draws the closes as a line over a shaded area, with its end marked; a single close is a dot.
 *  @param prices  oldest first, at least one
 *  @returns SVG elements */
export function drawPriceLine(
  prices: readonly number[],
  { box, colour, axisColour }: { box: Box; colour: string; axisColour: string },
): string {
  const low = prices.reduce((least, price) => Math.min(least, price))
  const high = prices.reduce((most, price) => Math.max(most, price))
  const x = (index: number) =>
    prices.length === 1
      ? (box.left + box.right) / 2
      : box.left + (index / (prices.length - 1)) * (box.right - box.left)
  const y = (price: number) =>
    high === low
      ? (box.top + box.bottom) / 2
      : box.bottom - ((price - low) / (high - low)) * (box.bottom - box.top)
  const points = prices.map((price, index) => `${round(x(index))} ${round(y(price))}`)
  const line = `M${points.join('L')}`
  // Leave room under the lowest close, so that it does not look like zero.
  const floor = box.bottom + 16
  return [
    `<path d="M${box.left} ${floor}H${box.right}" stroke="${axisColour}" stroke-width="2"/>`,
    prices.length > 1
      ? `<path d="${line}L${box.right} ${floor}L${box.left} ${floor}z" fill="${colour}" fill-opacity="0.12"/>` +
        `<path d="${line}" fill="none" stroke="${colour}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`
      : '',
    `<circle cx="${points.at(-1)?.replace(' ', '" cy="')}" r="8" fill="${colour}"/>`,
  ].join('')
}
