import { addDays, daysBetween, utcDay, zonedDay } from '../lib/dates.ts'
import { SAME_SHARE, sinceSplit } from './closes.ts'
import type { DailyClose, DaySeries, PriceSeries } from './providers/provider.ts'
import { MOST_AHEAD_MS } from './providers/read-field.ts'

/** Pence in place of pounds are off by a factor of 100, and a large split that was not applied by the split's factor; no session
 *  moves a price that far. */
const IMPLAUSIBLE_FACTOR = 50
/** A close this far from those around it is wrong if the price comes back. */
const STRAY_FACTOR = 10
const COMES_BACK_WITHIN = 2
/** Sessions in a row that may be wrong. */
const LONGEST_STRAY = 5
/** Below this, in any currency, real prices leap by any factor: shells that trade once a week, coins that fail. */
const SMALLEST_JUDGED = 0.01
/** The days that today's price is compared with: its change over the year and its 52-week range. */
const JUDGED_DAYS = 366
/** Sources date a split some days off. */
const SPLIT_DAYS = 7
/** A dividend is a small fraction of its share's price. */
const DIVIDEND_FACTOR = 5
/** Between two sessions; beyond this an error of the source is likelier than a move of the market. */
const SUSPECT_FACTOR = 10
/** Days compared with an earlier answer: enough to tell a wrong scale from a single wrong day. */
const COMPARED_DAYS = 20
/** No place has clocks further ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000

/** Replaces a time in the future with now: such a price was paid by now, but nobody can tell when. */
export function dateByNow<Data extends { readonly asOf?: string | undefined }>(data: Data, now: Date): Data {
  const isAhead = data.asOf !== undefined && Date.parse(data.asOf) > now.getTime() + MOST_AHEAD_MS
  return isAhead ? { ...data, asOf: now.toISOString() } : data
}

/** Leaves out closes, splits and dividends of days that have not begun at the exchange: such a close would be shown as the newest
 *  price, and such a split would change every price before it.
 *  @returns a series that may have no closes */
export function leaveOutAhead(series: PriceSeries, now: Date): PriceSeries {
  const { hours, type, closes, splits, dividends, latest: _ofNewest, ...rest } = series
  const latestMs = now.getTime() + MOST_AHEAD_MS
  const today = hours
    ? zonedDay(latestMs, hours.timeZone)
    : utcDay(latestMs + (type === 'coin' ? 0 : FURTHEST_AHEAD_MS))
  const hasBegun = ({ date }: { readonly date: string }) => date <= today
  if ([closes, splits, dividends ?? []].every((list) => list.every(hasBegun))) return series
  return {
    ...rest,
    type,
    hours,
    closes: closes.filter(hasBegun),
    splits: splits.filter(hasBegun),
    ...(dividends && { dividends: dividends.filter(hasBegun) }),
    // The ranges of the day and the year were read along with the newest close.
    ...(closes.every(hasBegun) && { latest: series.latest }),
  }
}

/** Leaves out the close before a day's prices if a split is listed for these days and that close may not be adjusted for it: the
 *  prices begin nearer to the factor than to the close.
 *  @param known  the daily closes that are kept */
export function leaveOutUnadjustedClose(series: DaySeries, known: PriceSeries | undefined): DaySeries {
  const { session, prices, splits = [] } = series
  const [first] = prices
  if (!session?.previousClose || !first) return series
  const leap = Math.log(first.price / session.previousClose)
  const isDoubtful = [...splits, ...(known?.splits ?? [])].some(
    ({ date, factor }) =>
      Math.abs(daysBetween(date, session.day)) <= SPLIT_DAYS &&
      Math.abs(leap + Math.log(factor)) < Math.abs(leap),
  )
  return isDoubtful ? { ...series, session: { ...session, previousClose: undefined } } : series
}

/** Leaves out closes that cannot be right if the others are: strays, everything before a leap that is years old or among the first
 *  days, and everything up to adjusted closes that are not above zero, as where a dividend was larger than the price before it.
 *  @returns the series with the days in `leftOut` and `cutAt`; a leap of the last year stays, for findImplausible */
export function leaveOutWrongCloses(series: PriceSeries): PriceSeries {
  const hasNoneBelowZero = series.type !== 'future' && series.type !== 'index'
  const below = hasNoneBelowZero ? findBelowZero(series.closes) : { strays: [], end: 0 }
  const strays = new Set([
    ...findStrays(series.closes.map(({ close }) => close)),
    ...findStrays(series.closes.map(({ adjustedClose }) => adjustedClose)),
    ...below.strays,
  ])
  const isRight = (_close: unknown, index: number) => index >= below.end && !strays.has(index)
  const closes = series.closes.filter(isRight)
  const leap = findLeap(closes, series)
  const isCut = leap !== undefined && isOld(closes, leap)
  const cut = isCut ? leap : 0
  if (closes.length === series.closes.length && cut === 0) return series
  const leftOut = [...strays].flatMap((index) => series.closes[index]?.date ?? []).sort()
  const cutAt = isCut || below.end > 0 ? closes[cut]?.date : undefined
  return {
    ...series,
    closes: closes.slice(cut),
    ...(leftOut.length > 0 && { leftOut: [...(series.leftOut ?? []), ...leftOut].sort() }),
    ...(cutAt !== undefined && { cutAt, reachesBackTo: cutAt }),
  }
}

/** @returns the places of a few adjusted closes that are not above zero, and the end of those at the beginning or too many to be
 *    strays */
function findBelowZero(closes: readonly DailyClose[]): { strays: number[]; end: number } {
  const strays: number[] = []
  let end = 0
  let start = 0
  for (const [index, { adjustedClose }] of closes.entries()) {
    if (adjustedClose > 0) start = index + 1
    if (adjustedClose > 0 || (closes[index + 1]?.adjustedClose ?? 1) <= 0) continue
    const length = index + 1 - start
    if (start === 0 || length > LONGEST_STRAY) end = index + 1
    else strays.push(...Array.from({ length }, (_, place) => start + place))
  }
  return { strays: strays.filter((index) => index >= end), end }
}

/** Does the same for the prices of a day. */
export function leaveOutWrongPrices(series: DaySeries): DaySeries {
  const strays = findStrays(series.prices.map(({ price }) => price))
  if (strays.size === 0) return series
  return {
    ...series,
    prices: series.prices.filter((_, index) => !strays.has(index)),
    leftOut: series.prices.flatMap(({ at }, index) => (strays.has(index) ? [at] : [])),
  }
}

/** @returns the places of prices ten times off both the one before and the one after, which are alike; never the newest */
function findStrays(prices: readonly number[]): Set<number> {
  const strays = new Set<number>()
  let known = prices[0] ?? 0
  for (let index = 1; index < prices.length; index++) {
    const price = prices[index] ?? 0
    const back = known > 0 && isStray(price, known) ? findReturn(prices, index, known) : undefined
    for (let stray = index; stray < (back ?? index); stray++) strays.add(stray)
    index = back ?? index
    known = prices[index] ?? 0
  }
  return strays
}

const isStray = (price: number, known: number) =>
  price >= 0 && (price >= known * STRAY_FACTOR || price <= known / STRAY_FACTOR)

/** @returns where the prices come back, if all of them until then are off to the same side */
function findReturn(prices: readonly number[], from: number, known: number): number | undefined {
  const isAbove = (prices[from] ?? 0) > known
  for (let index = from + 1; index <= from + LONGEST_STRAY && index < prices.length; index++) {
    const price = prices[index] ?? 0
    if (price <= known * COMES_BACK_WITHIN && price >= known / COMES_BACK_WITHIN) {
      const isOffBoth = prices.slice(from, index).every((stray) => isStray(stray, price))
      return isOffBoth ? index : undefined
    }
    if (!isStray(price, known) || price > known !== isAbove) return undefined
  }
  return undefined
}

/** @returns the place of the newest close that is 50 times off the one before it, without a split or dividend that explains it */
function findLeap(
  closes: readonly DailyClose[],
  { splits, dividends = [] }: Pick<PriceSeries, 'splits' | 'dividends'>,
): number | undefined {
  const splitDays = splits.map(({ date, factor }) => ({
    from: addDays(date, -SPLIT_DAYS),
    to: addDays(date, SPLIT_DAYS),
    factor,
  }))
  const paidOut = new Map<string, number>()
  for (const { date, amount } of dividends) paidOut.set(date, Math.max(amount, paidOut.get(date) ?? 0))
  const place = closes.findLastIndex((now, index) => {
    const before = closes[index - 1]
    if (!before) return false
    if (!isLeap(before.close, now.close) && !isLeap(before.adjustedClose, now.adjustedClose)) return false
    const isSplit = splitDays.some(({ from, to, factor }) => {
      const left = before.close / now.close / factor
      return left <= 2 && left >= 0.5 && now.date >= from && now.date <= to
    })
    // When a company is wound up, its price falls by what it pays out.
    const isPaidOut = (paidOut.get(now.date) ?? -Infinity) >= before.close / 2
    return !isSplit && !isPaidOut
  })
  return place > 0 ? place : undefined
}

const isLeap = (before: number, now: number) =>
  Math.min(now, before) >= SMALLEST_JUDGED && isFarOff(now / before)

/** True if today's price is not compared with the days before a place, since they are long ago or only the first few of many. */
function isOld(closes: readonly DailyClose[], place: number): boolean {
  const age = daysBetween(closes[place]?.date ?? '', closes.at(-1)?.date ?? '')
  return age > JUDGED_DAYS || (place <= LONGEST_STRAY && closes.length > 4 * LONGEST_STRAY)
}

/** Checks a price history for consistency, in itself and with what is known of the asset; asks no source.
 *  @param known  an earlier answer, from any source
 *  @returns why its newest prices cannot be right, for the log; undefined if they can */
export function findImplausible(series: PriceSeries, known: PriceSeries | undefined): string | undefined {
  const newest = series.closes.at(-1)
  const before = series.closes.at(-2)
  if (!newest || newest.close <= 0) return undefined
  const { quoted } = series
  if (quoted !== undefined && isFarOff(newest.close / quoted)) {
    return `its newest close, ${newest.close}, is far from the price it quotes, ${quoted}`
  }
  if (before && before.close > 0) {
    const isDividend = series.dividends?.some(
      ({ amount }) => Math.abs(newest.close / amount - 1) <= SAME_SHARE,
    )
    if (isDividend && before.close / newest.close >= DIVIDEND_FACTOR) {
      return `its newest close, ${newest.close}, is a dividend`
    }
  }
  const leap = findLeap(series.closes, series)
  if (leap !== undefined) {
    const [old, now] = [series.closes[leap - 1], series.closes[leap]]
    return `its close of ${now?.date}, ${now?.close}, is far from the one before, ${old?.close}`
  }
  const ratio = known && compareScales(series, known)
  return ratio !== undefined && isFarOff(ratio)
    ? `its closes are ${ratio.toPrecision(2)} times those known of the same days`
    : undefined
}

/** Does the same for the prices of a day, compared with the daily closes that are kept.
 *  @param known  oldest first, from any source */
export function findImplausibleDay(series: DaySeries, known: PriceSeries | undefined): string | undefined {
  const { session, prices, quoted } = series
  const newest = prices.at(-1)
  if (!session || !newest) return undefined
  const before = known?.closes.findLast(({ date }) => date < session.day)?.close ?? session.previousClose
  const [closeBefore, close] = [before, newest.price].map((price = 0) => ({
    close: price,
    adjustedClose: price,
  })) as [Omit<DailyClose, 'date'>, Omit<DailyClose, 'date'>]
  const day = {
    closes: [
      ...(before === undefined ? [] : [{ ...closeBefore, date: '' }]),
      { ...close, date: session.day },
    ],
    splits: [],
    ...(known?.dividends && { dividends: known.dividends }),
    quoted,
    asOf: newest.at,
  }
  return findImplausible(day, known)
}

const isFarOff = (ratio: number) =>
  ratio > 0 && (ratio >= IMPLAUSIBLE_FACTOR || ratio <= 1 / IMPLAUSIBLE_FACTOR)

/** @returns the median ratio of the new closes to the known ones, adjusted for later splits, over days that both have */
function compareScales(series: PriceSeries, known: PriceSeries): number | undefined {
  const closeOf = new Map(series.closes.slice(-400).map(({ date, close }) => [date, close]))
  const ratios = sinceSplit(known.closes.slice(-COMPARED_DAYS), series.splits).flatMap(({ date, close }) => {
    const now = closeOf.get(date)
    return now !== undefined && now > 0 && close > 0 ? [now / close] : []
  })
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
}

/** Lists days whose close is at least ten times the one before or at most a tenth of it: a split that the source missed, pence
 *  among pounds, a typo. They are shown unchanged. */
export function listSuspectDays(closes: readonly DailyClose[]): string[] {
  return closes
    .filter(({ adjustedClose }, index) => {
      const before = closes[index - 1]?.adjustedClose
      if (before === undefined || before <= 0 || adjustedClose <= 0) return false
      const factor = adjustedClose / before
      return factor >= SUSPECT_FACTOR || factor <= 1 / SUSPECT_FACTOR
    })
    .map(({ date }) => date)
}
