import { formatDay } from '../../../../shared/format-date.ts'
import { formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice, formatPriceChange, type PriceStyle } from '../../../../shared/format-price.ts'
import type { AssetKind, PriceRange, StockResponse } from '../../../../shared/market-contract.ts'
import { DAY_MS, addMonths, daysBetween } from '../../../../shared/dates.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'

const SPANS: Readonly<Record<Exclude<PriceRange, 'MAX'>, { months: number; words: string }>> = {
  '1M': { months: 1, words: 'past month' },
  '6M': { months: 6, words: 'past 6 months' },
  '1Y': { months: 12, words: 'past year' },
  '5Y': { months: 60, words: 'past 5 years' },
}
/** Holidays and weekends keep an exchange closed for so long at most. */
const MOST_DAYS_CLOSED = 10

/** The time over which the prices shown changed: the range's own words only where they are true of the closes.
 *  @returns e.g. 'past year', 'since Oct 26, 2026' */
export function describeSpan(range: PriceRange, summary: PriceSummary): string {
  return findRangeWords(range, summary) ?? `since ${formatDay(summary.first.day)}`
}

/** @returns undefined where the closes do not reach back to the start of the range, or have it no start */
function findRangeWords(range: PriceRange, { first, last }: PriceSummary): string | undefined {
  if (range === 'MAX') return undefined
  const { months, words } = SPANS[range]
  const daysLate = daysBetween(addMonths(last.day, -months), first.day)
  return daysLate <= MOST_DAYS_CLOSED ? words : undefined
}

/** The change over the range, signed, in money and percent.
 *  @returns e.g. '+$20.45 (+9.09%)' */
export function describeChange(
  { changeAmount, changeFraction, last }: PriceSummary,
  style: PriceStyle,
): string {
  const amount = formatPriceChange(changeAmount, last.price, style)
  return changeFraction === undefined
    ? amount
    : `${amount} (${formatPercent(changeFraction, { sign: 'always' })})`
}

/** What the chart shows, for those who do not see it. */
export function describePrices({
  ticker,
  range,
  summary,
  style,
}: {
  ticker: string
  range: PriceRange
  summary: PriceSummary
  style: PriceStyle
}): string {
  const at = ({ day, price }: PricePoint) => `${formatPrice(price, style)} on ${formatDay(day)}`
  const { first, last, low, high } = summary
  if (first.day === last.day) return `${ticker}: one close is known, ${at(last)}.`
  // "Since" names the first day already.
  const start = findRangeWords(range, summary) === undefined ? formatPrice(first.price, style) : at(first)
  return (
    `${ticker}, ${describeSpan(range, summary)}: from ${start} to ${at(last)}, ${describeChange(summary, style)}. ` +
    `Lowest close ${at(low)}, highest ${at(high)}.`
  )
}

/** What else is known under the same ticker.
 *  @returns e.g. 'BTC is also a coin:', before that coin's name */
export function describeCounterpart(ticker: string, counterpartKind: AssetKind): string {
  return `${ticker} is also a ${counterpartKind === 'crypto' ? 'coin' : 'stock or fund'}:`
}

/** Whether the last price may be taken for a live one, in whole sentences; empty where there is nothing to say. */
export function describeSession({
  kind,
  session,
  delayed,
  sample,
}: Pick<StockResponse['meta'], 'kind' | 'session' | 'delayed' | 'sample'>): string {
  if (sample) return ''
  const late = 'Delayed: not a live price.'
  if (kind === 'crypto') return `Coins trade at all hours.${delayed ? ` ${late}` : ''}`
  if (session === 'closed') return 'The exchange is closed.'
  if (session === 'open') return `The exchange is open.${delayed ? ` ${late}` : ''}`
  return delayed ? 'Delayed or the exchange is closed: not a live price.' : ''
}

const AGES = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long ago something was, in whole minutes, hours or days.
 *  @param ageMs  below zero where a clock is wrong: counts as now
 *  @returns e.g. '3 hours ago' */
export function describeAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'less than a minute ago'
  if (ageMs < HOUR_MS) return AGES.format(-Math.floor(ageMs / MINUTE_MS), 'minute')
  if (ageMs < 2 * DAY_MS) return AGES.format(-Math.floor(ageMs / HOUR_MS), 'hour')
  return AGES.format(-Math.floor(ageMs / DAY_MS), 'day')
}

const MOST_NAMED_DAYS = 5

/** Warns of closes that are ten times the one before, or a tenth of it, and more.
 *  @param days  'YYYY-MM-DD', at least one */
export function describeSuspectDays(days: readonly string[]): string {
  const named = days.slice(0, MOST_NAMED_DAYS).map(formatDay)
  const more = days.length - named.length
  const list = more > 0 ? `${named.join('; ')}; and on ${more} more` : named.join('; ')
  return `The close leaps tenfold or more on these days: ${list}. Such leaps are often errors; the figures are shown as the source has them, unrepaired.`
}
