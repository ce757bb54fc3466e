import { z } from 'zod'

import { DAY_MS } from '../../lib/dates.ts'
import { createLocalDay, nameDay, readHours } from './exchange-days.ts'
import type { DailyClose, PriceSeries } from './provider.ts'
import { isFiniteNumber, isRecord, isSeries, LARGEST_FIGURE, textOf } from './read-field.ts'
import { findYearOfSplit, readLatestQuote } from './latest-quote.ts'
import { findUnadjustedSplit, RECENT_BARS } from './unadjusted-splits.ts'
import { findYahooType, isIndexSymbol, isPrice, YAHOO, yahooFaults } from './yahoo-session.ts'

const MAX_DIGITS = 12
const DAILY = '1d'
/** A fund's value is out by the next morning. */
const PUBLISHED_WITHIN_SECONDS = 36 * 3_600
/** Between the last trade and the session of today: the security is traded no more. */
const GONE_SECONDS = 30 * (DAY_MS / 1_000)
/** Nobody has prices of days outside these. For bars spread over more centuries the exchange's clock would have to be looked up far
 *  more often than for all days of one. */
const LIKELY_SECONDS = { min: Date.parse('1850-01-01') / 1_000, max: Date.parse('2100-01-01') / 1_000 }
const LARGEST_OFFSET_SECONDS = DAY_MS / 1_000

// Fields are read one by one, since a malformed field must not cost the prices.
const textSchema = z
  .unknown()
  .optional()
  .transform((value) => textOf(value))
const numberSchema = z.number().optional().catch(undefined)
// Each column has 25,000 values for a century, so one pass below reads them and skips whatever is not a number.
const columnSchema = z.custom<readonly unknown[]>(isSeries)
/** In any other order, the prices would be those of other days. The newest bar of a day may repeat a time, and Yahoo sometimes puts
 *  the bar of a day in progress before the last one. */
const timesSchema = columnSchema.refine((times) =>
  times
    .filter(isLikelyTime)
    .every(
      (seconds, index, all) =>
        seconds >= (all[index - 1] ?? seconds) ||
        (index > 1 && index === all.length - 1 && seconds >= (all[index - 2] ?? seconds)),
    ),
)
/** Companies have split their shares about ten times at most. */
const MOST_SPLITS = 200
/** Enough for a fund that paid monthly for a century. */
const MOST_DIVIDENDS = 2_000
/** Either side of '4:1'; bounded so that the factor is a number above 0. */
const splitSideSchema = z.number().min(1e-9).max(1e9)
const secondsSchema = z.number().min(LIKELY_SECONDS.min).max(LIKELY_SECONDS.max)

/** @returns a schema for events by Unix seconds; a malformed event costs itself only */
const eventsOf = <Event extends z.ZodType>(event: Event, most: number) =>
  z
    .custom<Record<string, unknown>>((events) => isRecord(events) && Object.keys(events).length <= most)
    .transform((events) =>
      Object.values(events).flatMap((each) => {
        const { success, data } = event.safeParse(each)
        return success ? [data] : []
      }),
    )
    .optional()
    .catch(undefined)

/** Only the first entry is read, since each wrong one would cost an issue. */
const firstOf = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .custom<readonly unknown[]>(Array.isArray)
    .transform((list) => list.slice(0, 1))
    .pipe(z.array(entry))

export const chartSchema = z.object({
  chart: z.object({
    result: z.tuple([
      z.object({
        meta: z.object({
          symbol: textSchema,
          currency: textSchema,
          longName: textSchema,
          shortName: textSchema,
          fullExchangeName: textSchema,
          exchangeName: textSchema,
          instrumentType: textSchema,
          exchangeTimezoneName: textSchema,
          timezone: textSchema,
          dataGranularity: textSchema,
          chartPreviousClose: z.number().positive().max(LARGEST_FIGURE).optional().catch(undefined),
          gmtoffset: z
            .number()
            .min(-LARGEST_OFFSET_SECONDS)
            .max(LARGEST_OFFSET_SECONDS)
            .optional()
            .catch(undefined),
          regularMarketTime: numberSchema,
          regularMarketDayLow: numberSchema,
          regularMarketDayHigh: numberSchema,
          fiftyTwoWeekLow: numberSchema,
          fiftyTwoWeekHigh: numberSchema,
          regularMarketPrice: z.number().positive().max(LARGEST_FIGURE).optional().catch(undefined),
          priceHint: z.int().min(0).max(MAX_DIGITS).optional().catch(undefined),
          currentTradingPeriod: z
            .object({ regular: z.object({ start: secondsSchema, end: secondsSchema }) })
            .optional()
            .catch(undefined),
        }),
        // Missing for an illiquid symbol.
        timestamp: timesSchema.optional(),
        events: z
          .object({
            splits: eventsOf(
              z.object({ date: secondsSchema, numerator: splitSideSchema, denominator: splitSideSchema }),
              MOST_SPLITS,
            ),
            dividends: eventsOf(
              z.object({ date: secondsSchema, amount: z.number().positive().max(LARGEST_FIGURE) }),
              MOST_DIVIDENDS,
            ),
          })
          .optional()
          .catch(undefined),
        indicators: z.object({
          quote: firstOf(
            z.object({
              close: columnSchema.optional(),
              open: columnSchema.optional().catch(undefined),
              volume: columnSchema.optional().catch(undefined),
              high: columnSchema.optional().catch(undefined),
              low: columnSchema.optional().catch(undefined),
            }),
          ),
          adjclose: firstOf(z.object({ adjclose: columnSchema.optional() })).optional(),
        }),
      }),
    ]),
  }),
})

/** Reads the answer of /v8/finance/chart with daily bars.
 *  @returns one close per local day of the exchange; nulls are left out, and so are prices that nobody can have paid; the last of
 *    a repeated day counts. A newest day whose bar has no close yet has the price that the answer quotes for it. Other wrong
 *    prices stay, and minor units (GBp, ILA, ZAc) are not converted
 *  @throws SourceError if there is no usable price */
export function parseChart(body: unknown): PriceSeries {
  const parsed = chartSchema.safeParse(body)
  if (!parsed.success) {
    throw yahooFaults.failed(`${YAHOO} sent a price history that cannot be read.`, parsed.error)
  }
  const [{ meta, timestamp = [], indicators, events }] = parsed.data.chart.result
  // The close of a week or month is not that of the day on which it begins.
  if ((meta.dataGranularity ?? DAILY) !== DAILY)
    throw yahooFaults.failed(`${YAHOO} sent prices of ${meta.dataGranularity} in place of days.`)
  const localDay = createLocalDay(meta.exchangeTimezoneName, meta.gmtoffset)
  const { close: closes = [], volume: volumes = [] } = indicators.quote[0] ?? {}
  // For indexes without volume, and for currencies, every bar has 0.
  const hasVolumes = volumes.some((volume) => isFiniteNumber(volume) && volume > 0)
  // Only a missing column is replaced: one plain close among adjusted ones would draw a jump that never happened.
  const adjustedColumn = indicators.adjclose?.[0]?.adjclose
  const adjusted = adjustedColumn?.some(isFiniteNumber) ? adjustedColumn : closes
  const type = isIndexSymbol(meta.symbol) ? 'index' : findYahooType(meta.instrumentType)
  const byDay = new Map<number, DailyClose>()
  const leftOut = new Set<number>()
  let newestSeconds = Number.NEGATIVE_INFINITY
  let newest = { close: Number.NaN, index: -1 }
  // On the newest day nothing is left to adjust for.
  const lastAdjusted = adjusted.findLastIndex((value) => isPrice(value, type))
  const quoted = meta.regularMarketPrice
  const quotedDay = isLikelyTime(meta.regularMarketTime) ? localDay(meta.regularMarketTime) : undefined
  for (const index of inOrder(timestamp)) {
    const seconds = timestamp[index]
    const close = closes[index]
    if (!isLikelyTime(seconds) || !isPrice(close, type)) continue
    const day = localDay(seconds)
    const adjustedClose = index > lastAdjusted ? close : adjusted[index]
    if (!isFiniteNumber(adjustedClose) || (day === quotedDay && isFarOffQuote(close, quoted))) {
      leftOut.add(day)
      continue
    }
    const volume = volumes[index]
    byDay.set(day, {
      date: nameDay(day),
      close,
      adjustedClose,
      ...(hasVolumes && isFiniteNumber(volume) && volume >= 0 && { volume }),
    })
    newestSeconds = seconds
    newest = { close, index }
  }
  const period = meta.currentTradingPeriod?.regular
  if (byDay.size === 0) {
    const isGone =
      period && isLikelyTime(meta.regularMarketTime) && period.start - meta.regularMarketTime > GONE_SECONDS
    throw yahooFaults.lacking(`${YAHOO} has no prices for this span of time.`, {
      code: isGone ? 'not-at-source' : undefined,
    })
  }
  const splits = readSplits(events?.splits, localDay)
  const quotedSeconds = isLikelyTime(meta.regularMarketTime) ? meta.regularMarketTime : newestSeconds
  const lastBar = timestamp.at(-1)
  const hasBar = isLikelyTime(lastBar) && localDay(lastBar) === quotedDay && quotedSeconds >= lastBar
  // The value of a fund may be published after its day, and on the day of a split the quote may be of before it.
  const isOfLastBar = hasBar && type !== 'fund' && !splits.some(({ date }) => date === nameDay(quotedDay))
  if (isOfLastBar && quoted !== undefined && quotedDay > localDay(newestSeconds) && !leftOut.has(quotedDay)) {
    byDay.set(quotedDay, { date: nameDay(quotedDay), close: quoted, adjustedClose: quoted })
    newestSeconds = quotedSeconds
    newest = { close: quoted, index: -1 }
  }
  const isOfNewest = quotedDay === undefined || quotedDay === localDay(newestSeconds)
  const isOfFund = type === 'fund' && quotedSeconds - newestSeconds <= PUBLISHED_WITHIN_SECONDS
  const all = adjustNewest([...byDay.values()])
  const start = Math.max(0, timestamp.length - RECENT_BARS)
  const recentDays = timestamp
    .slice(start)
    .map((seconds) => (isLikelyTime(seconds) ? nameDay(localDay(seconds)) : ''))
  const openOf = (date: string) => {
    const place = recentDays.indexOf(date)
    const open = place === -1 ? undefined : indicators.quote[0]?.open?.[start + place]
    return isPrice(open, type) ? open : undefined
  }
  const cut = findUnadjustedSplit(all, splits, openOf)
  const cutAt = cut > 0 ? all[cut]?.date : undefined
  return {
    closes: all.slice(cut),
    ...(cutAt !== undefined && { cutAt, reachesBackTo: cutAt }),
    ...(leftOut.size > 0 && { leftOut: [...leftOut].filter((day) => !byDay.has(day)).map(nameDay) }),
    splits,
    dividends: (events?.dividends ?? []).map(({ date, amount }) => ({
      date: nameDay(localDay(date)),
      amount,
    })),
    // An index is counted in points.
    currency: type === 'index' ? undefined : meta.currency,
    priceDigits: meta.priceHint,
    name: meta.longName ?? meta.shortName,
    exchange: meta.fullExchangeName ?? meta.exchangeName,
    type,
    hours: type === 'coin' || !period ? undefined : readHours(period, meta.exchangeTimezoneName),
    quoted,
    asOf: new Date((isOfNewest || isOfFund ? quotedSeconds : newestSeconds) * 1_000).toISOString(),
    latest: readLatestQuote(
      newest.close,
      {
        day: { low: meta.regularMarketDayLow, high: meta.regularMarketDayHigh, isOfNewest },
        year: {
          low: meta.fiftyTwoWeekLow,
          high: meta.fiftyTwoWeekHigh,
          closes: findYearOfSplit(all, splits),
        },
      },
      { low: indicators.quote[0]?.low?.[newest.index], high: indicators.quote[0]?.high?.[newest.index] },
    ),
  }
}

/** Whether a close is another price than the one quoted for the same day: 0 for an index without one, or the scale of before a split.
 *  Those 50 times off are judged with the whole series. */
function isFarOffQuote(close: number, quoted: number | undefined): boolean {
  if (quoted === undefined) return false
  const ratio = close / quoted
  return ratio <= 0 || (ratio < 50 && ratio > 1.5) || (ratio > 1 / 50 && ratio < 1 / 1.5)
}

/** Ends the adjusted closes at the newest close, from which readers count back: a source may have adjusted them for a dividend to
 *  come. */
function adjustNewest(closes: DailyClose[]): DailyClose[] {
  const { close = 0, adjustedClose = 0 } = closes.at(-1) ?? {}
  const factor = close / adjustedClose
  if (!(factor > 0.5 && factor < 2) || Math.abs(factor - 1) < 0.001) return closes
  return closes.map((day) => ({ ...day, adjustedClose: day.adjustedClose * factor }))
}

/** @returns each split once, with its day */
export function readSplits(
  listed: readonly { date: number; numerator: number; denominator: number }[] | undefined,
  localDay: (seconds: number) => number,
): PriceSeries['splits'] {
  const splits = (listed ?? []).map(({ date, numerator, denominator }) => ({
    date: nameDay(localDay(date)),
    factor: numerator / denominator,
  }))
  const isFirst = ({ date, factor }: (typeof splits)[number], index: number) =>
    splits.findIndex((other) => other.date === date && other.factor === factor) === index
  return splits.filter(isFirst)
}

/** @returns the places of the bars, oldest first: at most the last two are the other way round */
function inOrder(times: readonly unknown[]): number[] {
  const places = [...times.keys()]
  const [before, last] = [times.at(-2), times.at(-1)]
  const isSwapped = isLikelyTime(before) && isLikelyTime(last) && last < before
  return isSwapped ? [...places.slice(0, -2), places.length - 1, places.length - 2] : places
}

export const isLikelyTime = (seconds: unknown): seconds is number =>
  isFiniteNumber(seconds) && seconds >= LIKELY_SECONDS.min && seconds <= LIKELY_SECONDS.max
