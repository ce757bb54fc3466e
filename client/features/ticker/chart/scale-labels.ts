import { formatMoney } from '../../../../shared/format-money.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import type { PriceSummary } from './price-points.ts'

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
