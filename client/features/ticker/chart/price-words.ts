import { formatDay } from '../../../../shared/format-date.ts'
import { formatPercent, numberFormat } from '../../../../shared/format-number.ts'
import { formatPrice, formatPriceChange, isCoin, type PriceStyle } from '../../../../shared/format-price.ts'
import type { AssetKind, PriceRange, Source, StockResponse } from '../../../../shared/market-contract.ts'
import { DAY_MS, addDays, addMonths, daysBetween } from '../../../../shared/dates.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'

/** @returns the first day of the range that ends on `last`, both 'YYYY-MM-DD' */
type FindStart = (last: string) => string
const monthsBefore =
  (months: number): FindStart =>
  (last) =>
    addMonths(last, -months)

const SPANS: Readonly<
  Record<Exclude<PriceRange, 'MAX'>, { startOf: FindStart; words: string; inWords: string }>
> = {
  '5D': { startOf: (last) => addDays(last, -5), words: 'past 5 days', inWords: 'in 5 days' },
  '1M': { startOf: monthsBefore(1), words: 'past month', inWords: 'in a month' },
  '3M': { startOf: monthsBefore(3), words: 'past 3 months', inWords: 'in 3 months' },
  '6M': { startOf: monthsBefore(6), words: 'past 6 months', inWords: 'in 6 months' },
  YTD: { startOf: (last) => `${last.slice(0, 4)}-01-01`, words: 'this year', inWords: 'this year' },
  '1Y': { startOf: monthsBefore(12), words: 'past year', inWords: 'in a year' },
  '5Y': { startOf: monthsBefore(60), words: 'past 5 years', inWords: 'in 5 years' },
}
/** The most days that holidays and weekends keep an exchange closed. */
const MOST_DAYS_CLOSED = 10

/** The time over which the shown prices changed: the range's own name only if the closes cover the range.
 *  @returns e.g. 'past year', 'since Oct 26, 2026' */
export function describeSpan(range: PriceRange, summary: PriceSummary): string {
  return findRangeWords(range, summary)?.words ?? `since ${formatDay(summary.first.day)}`
}

/** What the chart shows, in one sentence, which is its title.
 *  @returns e.g. 'Up 35.5% in a year', 'One close is known' */
export function describeFinding(range: PriceRange, summary: PriceSummary): string {
  const { first, last, changeFraction } = summary
  if (first.day === last.day) return 'One close is known'
  const span = findRangeWords(range, summary)?.inWords ?? `since ${formatDay(first.day)}`
  return describeChangeInWords(changeFraction, span)
}

/** @param span  e.g. 'today' */
export function describeChangeInWords(changeFraction: number | undefined, span: string): string {
  if (changeFraction === undefined || isLevel(changeFraction)) return `Little changed ${span}`
  return `${changeFraction > 0 ? 'Up' : 'Down'} ${formatShare(changeFraction)} ${span}`
}

/** What another asset did over the same days; continues the sentence of describeFinding.
 *  @param changeFraction  0.021 = +2.1 %
 *  @returns e.g. 'The S&P 500 rose 18.6%' */
export function describeOther(name: string, changeFraction: number): string {
  const subject = name === 'S&P 500' ? `The ${name}` : name
  if (isLevel(changeFraction)) return `${subject} changed little`
  return `${subject} ${changeFraction > 0 ? 'rose' : 'fell'} ${formatShare(changeFraction)}`
}

/** True for changes below a twentieth of a percent. */
const isLevel = (fraction: number) => Math.abs(fraction) < 0.0005

/** Formats a change without a sign, with as many digits as people say: '35.5%', '1,250%'. */
const formatShare = (fraction: number) =>
  numberFormat({ style: 'percent', maximumFractionDigits: Math.abs(fraction) < 10 ? 1 : 0 }).format(
    Math.abs(fraction),
  )

/** @returns undefined if the closes do not reach back to the start of the range, or it has no start */
function findRangeWords(
  range: PriceRange,
  { first, last }: PriceSummary,
): { words: string; inWords: string } | undefined {
  if (range === 'MAX') return undefined
  const { startOf, ...words } = SPANS[range]
  const daysLate = daysBetween(startOf(last.day), first.day)
  return daysLate <= (range === '5D' ? 0 : MOST_DAYS_CLOSED) ? words : undefined
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

/** What the chart shows, for people who do not see it.
 *  @returns `brief`, and in `rest` what the chart and the block above it also show */
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
}): { brief: string; rest: string } {
  const at = ({ day, price }: PricePoint) => `${formatPrice(price, style)} on ${formatDay(day)}`
  const { first, last, low, high } = summary
  if (first.day === last.day) {
    const only = `${ticker}: one close is known, ${at(last)}.`
    return { brief: only, rest: '' }
  }
  // The words "since ..." already name the first day.
  const start = findRangeWords(range, summary) === undefined ? formatPrice(first.price, style) : at(first)
  const brief = `${ticker}, ${describeSpan(range, summary)}: from ${start} to ${at(last)}`
  return {
    brief,
    rest: `, ${describeChange(summary, style)}. Lowest close ${at(low)}, highest ${at(high)}.`,
  }
}

/** What else trades under the same ticker.
 *  @returns e.g. 'BTC is also a coin:', before that coin's name */
export function describeCounterpart(ticker: string, counterpartKind: AssetKind): string {
  return `${ticker} is also a ${counterpartKind === 'crypto' ? 'coin' : 'stock or fund'}:`
}

/** Says whether the last price is live, in whole sentences; empty if there is nothing to say. */
export function describeSession(
  meta: Pick<StockResponse['meta'], 'kind' | 'type' | 'session' | 'delayed' | 'sample'>,
): string {
  const { session, delayed, sample } = meta
  if (sample) return ''
  const late = 'Delayed: not a live price.'
  if (isCoin(meta)) return `Coins trade at all hours.${delayed ? ` ${late}` : ''}`
  if (session === 'closed') return 'The exchange is closed.'
  if (session === 'open') return `The exchange is open.${delayed ? ` ${late}` : ''}`
  return delayed ? 'Delayed or the exchange is closed: not a live price.' : ''
}

const AGES = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long ago something was, in whole minutes, hours or days.
 *  @param ageMs  negative if a clock is wrong, which counts as now
 *  @returns e.g. '3 hours ago' */
export function describeAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'less than a minute ago'
  if (ageMs < HOUR_MS) return AGES.format(-Math.floor(ageMs / MINUTE_MS), 'minute')
  if (ageMs < 2 * DAY_MS) return AGES.format(-Math.floor(ageMs / HOUR_MS), 'hour')
  return AGES.format(-Math.floor(ageMs / DAY_MS), 'day')
}

const MOST_NAMED_DAYS = 5

function nameSome(days: readonly string[], before = ''): string {
  const more = days.length - MOST_NAMED_DAYS
  return [...days.slice(0, MOST_NAMED_DAYS), ...(more > 0 ? [`and ${before}${more} more`] : [])].join('; ')
}

/** Warns of closes that are at least ten times the previous one, or at most a tenth of it.
 *  @param days  'YYYY-MM-DD', at least one; with `nameTime`, moments within a day */
export function describeSuspectDays(days: readonly string[], nameTime?: (moment: string) => string): string {
  const list = nameSome(days.map(nameTime ?? formatDay), nameTime ? 'at ' : 'on ')
  const what = nameTime
    ? 'The price leaps tenfold or more at these times'
    : 'The close leaps tenfold or more on these days'
  return `${what}: ${list}. Such leaps are often errors; the figures are shown as the source has them, unrepaired.`
}

/** Says which closes are not shown, and why.
 *  @param days  as for describeSuspectDays */
export function describeLeftOut(days: readonly string[], nameTime?: (moment: string) => string): string {
  const list = nameSome(days.map(nameTime ?? formatDay))
  const what = nameTime ? 'price' : 'close'
  return `Left out: the ${what} of ${list}. The source’s figure is ten times off those before and after, or more.`
}

/** Names the days on which two sources disagree, the newest first, with both closes.
 *  @param days  oldest first, at least one */
export function describeDisagreement(
  source: Source,
  { source: other, days }: NonNullable<StockResponse['meta']['disagreement']>,
  style: PriceStyle,
): string {
  const named = days
    .toReversed()
    .map(
      ({ date, close, otherClose }) =>
        `${formatDay(date)}: ${formatPrice(close, style)} here, ${formatPrice(otherClose, style)} there`,
    )
  return `${other.name} gave another close than ${source.name}, more than half a percent apart. ${nameSome(named, 'on ')}.`
}
