import { formatDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import { formatPercent } from '../../../shared/format-number.ts'
import type { PriceRange } from '../../../shared/market-contract.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'

const SPANS: Readonly<Record<PriceRange, string>> = {
  '1M': 'past month',
  '6M': 'past 6 months',
  '1Y': 'past year',
  '5Y': 'past 5 years',
  MAX: 'whole history',
}

/** @returns e.g. 'past year' */
export function describeRange(range: PriceRange): string {
  return SPANS[range]
}

/** The change over the range, signed, in money and percent.
 *  @returns e.g. '+$20.45 (+9.09%)' */
export function describeChange(
  { changeAmount, changeFraction }: PriceSummary,
  currency: string | undefined,
): string {
  const amount = formatMoney(changeAmount, currency, { sign: 'always' })
  return changeFraction === undefined
    ? amount
    : `${amount} (${formatPercent(changeFraction, { sign: 'always' })})`
}

/** What the chart shows, for those who do not see it. */
export function describePrices({
  ticker,
  range,
  summary,
  currency,
}: {
  ticker: string
  range: PriceRange
  summary: PriceSummary
  currency: string | undefined
}): string {
  const at = ({ day, price }: PricePoint) => `${formatMoney(price, currency)} on ${formatDay(day)}`
  const { first, last, low, high } = summary
  if (first.day === last.day) return `${ticker}, ${describeRange(range)}: one close is known, ${at(last)}.`
  return (
    `${ticker}, ${describeRange(range)}: from ${at(first)} to ${at(last)}, ${describeChange(summary, currency)}. ` +
    `Lowest close ${at(low)}, highest ${at(high)}.`
  )
}
