import { formatMoney } from '../../../../shared/format-money.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import type { PriceSummary } from './price-points.ts'

/** Where the line stands in the chart's box, for the drawing before scripts and the chart after it: the same place.
 *  price-chart.module.css repeats it (--scale-width, --axis-height). */
export const PLOT_MARGINS = {
  /** The prices beside the plot. */
  rightPx: 72,
  /** The days below it. */
  bottomPx: 28,
  /** Room above the highest and below the lowest price, as a share of the plot's height. */
  topShare: 0.1,
  bottomShare: 0.1,
} as const

/** What lightweight-charts takes a character of a time label to be wide: 5/8 of the font's size and 4 pixels. */
const CHARACTER_SHARE = 5 / 8
const FONT_PADDING = 4
const SHORTEST = 8

/** The length in characters to tell lightweight-charts its time labels have, so that at most 20 fit beside one another.
 *  Its own guess of 8 gives more than 20 from 1680 px on; with this one 18 was the most from 320 to 3840 px.
 *  @param width  of the chart, CSS pixels
 *  @param fontSize  of the labels, CSS pixels */
export function tickMarkLength(width: number, fontSize: number): number {
  return Math.max(SHORTEST, Math.ceil(width / 19 / ((fontSize + FONT_PADDING) * CHARACTER_SHARE)))
}

/** More characters would make the scale wider than its place beside the plot. */
const MOST_CHARACTERS = 8
/** From this span on the cents tell no two labels apart. */
const CENTS_SPAN = 10

/** How the prices beside the plot are written. */
export interface ScaleLabels {
  format: (price: number) => string
  /** Of all labels at once: without cents where none has any. */
  formatTicks: (prices: readonly number[]) => string[]
  /** What must lie between two labels at least, in the prices' currency. */
  step: number
}

/** Whole amounts where cents would be too long to stand beside the plot and are of no use there. Points have no sign. */
export function createScaleLabels({ low, high }: PriceSummary, style: PriceStyle): ScaleLabels {
  const { unit, digits } = { ...style, unit: style.unit === 'points' ? undefined : style.unit }
  const format = (price: number) => formatPrice(price, { unit, digits })
  const formatWhole = (price: number) => formatMoney(price, unit, { cents: 'rounded' })
  if (format(high.price).length > MOST_CHARACTERS && high.price - low.price >= CENTS_SPAN) {
    return { format: formatWhole, formatTicks: (prices) => prices.map(formatWhole), step: 1 }
  }
  const step = smallestStep(high.price, digits)
  const isWhole = (price: number) => Math.abs(price - Math.round(price)) < step / 2
  const formatTicks = (prices: readonly number[]) => prices.map(prices.every(isWhole) ? formatWhole : format)
  return { format, formatTicks, step }
}

/** What tells two prices apart: the last digit that is written. */
function smallestStep(highest: number, digits: number): number {
  return 10 ** (highest >= 1 || highest <= 0 ? -digits : Math.floor(Math.log10(highest)) - 3)
}
