import { z } from 'zod'

import { DAY_MS } from '../../lib/dates.ts'
import { createLocalDay, nameDay, readHours } from './exchange-days.ts'
import type { DailyClose, PriceSeries, LatestQuote } from './provider.ts'
import { isFiniteNumber, isSeries, LARGEST_FIGURE, textOf } from './read-field.ts'
import { findYahooType, isIndexSymbol, isPrice, YAHOO, yahooFaults } from './yahoo-session.ts'

const MAX_DIGITS = 12
const DAILY = '1d'
/** Between the last trade and the session of today: the security is traded no more. */
const GONE_SECONDS = 30 * (DAY_MS / 1_000)
/** A number outside these is not a day on which a market was open, nor a valid Date. */
const LIKELY_SECONDS = { min: -10_000_000_000, max: 10_000_000_000 }
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
    .record(z.string(), z.unknown())
    .refine((events) => Object.keys(events).length <= most)
    .transform((events) =>
      Object.values(events).flatMap((each) => {
        const { success, data } = event.safeParse(each)
        return success ? [data] : []
      }),
    )
    .optional()
    .catch(undefined)

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
          quote: z.array(
            z.object({
              close: columnSchema.optional(),
              volume: columnSchema.optional().catch(undefined),
              high: columnSchema.optional().catch(undefined),
              low: columnSchema.optional().catch(undefined),
            }),
          ),
          adjclose: z.array(z.object({ adjclose: columnSchema.optional() })).optional(),
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
  let newestSeconds = Number.NEGATIVE_INFINITY
  let newest = { close: Number.NaN, index: -1 }
  // On the newest day nothing is left to adjust for.
  const newestClose = closes.findLastIndex((close) => isPrice(close, type))
  for (const index of inOrder(timestamp)) {
    const seconds = timestamp[index]
    const close = closes[index]
    const adjustedClose = adjusted[index] ?? (index === newestClose ? close : undefined)
    if (!isLikelyTime(seconds) || !isPrice(close, type) || !isFiniteNumber(adjustedClose)) continue
    const day = localDay(seconds)
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
  const hours = type === 'coin' || !period ? undefined : readHours(period, meta.exchangeTimezoneName)
  const quoted = meta.regularMarketPrice
  const quotedSeconds = isLikelyTime(meta.regularMarketTime) ? meta.regularMarketTime : newestSeconds
  const quotedDay = localDay(quotedSeconds)
  // Not where trade goes on all day, whose days are another matter, nor for a fund, whose value may be published after its day.
  if (quotedDay > localDay(newestSeconds) && quoted !== undefined && hours && type !== 'fund') {
    byDay.set(quotedDay, { date: nameDay(quotedDay), close: quoted, adjustedClose: quoted })
    newestSeconds = quotedSeconds
    newest = { close: quoted, index: -1 }
  }
  const isOfNewest = quotedDay === localDay(newestSeconds)
  return {
    closes: [...byDay.values()],
    splits: (events?.splits ?? []).map(({ date, numerator, denominator }) => ({
      date: nameDay(localDay(date)),
      factor: numerator / denominator,
    })),
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
    hours,
    quoted,
    asOf: new Date((isOfNewest || type === 'fund' ? quotedSeconds : newestSeconds) * 1_000).toISOString(),
    latest: readLatestQuote(
      newest.close,
      {
        day: { low: meta.regularMarketDayLow, high: meta.regularMarketDayHigh, isOfNewest },
        year: { low: meta.fiftyTwoWeekLow, high: meta.fiftyTwoWeekHigh },
      },
      { low: indicators.quote[0]?.low?.[newest.index], high: indicators.quote[0]?.high?.[newest.index] },
    ),
  }
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

interface Spread {
  readonly low: unknown
  readonly high: unknown
}

/** Reads what a chart's answer says about its newest day in addition to the close: the low and high of the day and of 52 weeks.
 *  A range that does not contain the newest price is of another day, or wrong, and only named.
 *  @param price  the newest price, as traded
 *  @param meta  the chart's own summary
 *  @param bar  the newest day's bar; used if the summary is for another day
 *  @returns undefined if nothing is known */
export function readLatestQuote(
  price: number,
  meta: { day: Spread & { readonly isOfNewest?: boolean }; year: Spread },
  bar: Spread,
): LatestQuote | undefined {
  const day =
    (meta.day.isOfNewest === false ? undefined : readSpread(meta.day, price)) ?? readSpread(bar, price)
  const year = readSpread(meta.year, price)
  const outside = [
    ...(!day && (isSpread(meta.day) || isSpread(bar)) ? (['day'] as const) : []),
    ...(!year && isSpread(meta.year) ? (['year'] as const) : []),
  ]
  if (!day && !year && outside.length === 0) return undefined
  return {
    ...(outside.length > 0 && { outside }),
    ...(day && { dayLow: day.low, dayHigh: day.high }),
    ...(year && { yearLow: year.low, yearHigh: year.high }),
  }
}

/** Sources round a price and its range differently. */
const TOLERANCE = 0.0005

function readSpread(spread: Spread, price: number): { low: number; high: number } | undefined {
  if (!isSpread(spread)) return undefined
  const { low, high } = spread
  const isWithin = price >= low * (1 - TOLERANCE) && price <= high * (1 + TOLERANCE)
  return isWithin ? { low, high } : undefined
}

const isSpread = (spread: Spread): spread is { low: number; high: number } =>
  isFiniteNumber(spread.low) && isFiniteNumber(spread.high) && spread.low > 0 && spread.low < spread.high
