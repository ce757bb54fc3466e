import { DAY_MS, isKnownTimeZone, utcDay, zonedDay } from '../../lib/dates.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import type { AssetType } from '../../../shared/market-contract.ts'
import type { DailyClose, PriceSeries } from './provider.ts'
import { readTime } from './read-field.ts'
import { YAHOO, yahooFaults } from './yahoo-answer.ts'
import { readHours } from './yahoo-hours.ts'

const ASSET_TYPES: ReadonlyMap<string, AssetType> = new Map([
  ['EQUITY', 'equity'],
  ['ETF', 'etf'],
  ['MUTUALFUND', 'fund'],
  ['INDEX', 'index'],
  ['CURRENCY', 'currency'],
  ['FUTURE', 'future'],
  ['CRYPTOCURRENCY', 'coin'],
])

/** @param kind  what Yahoo calls an instrument or a quote
 *  @returns undefined for a kind that tells nobody anything, such as ECNQUOTE */
export function findYahooType(kind: string | undefined): AssetType | undefined {
  return kind === undefined ? undefined : ASSET_TYPES.get(kind)
}

/** Yahoo writes indexes with a caret, whatever else it says of them. */
export function isIndexSymbol(symbol: string | undefined): boolean {
  return symbol?.startsWith('^') ?? false
}

const MAX_DIGITS = 12
/** Beyond these a number is no day that a market was open on, and no Date either. */
const LIKELY_SECONDS = { min: -10_000_000_000, max: 10_000_000_000 }
const LARGEST_OFFSET_SECONDS = DAY_MS / 1000

// What parses is kept, field by field: an odd field must not cost the prices.
const textSchema = z.string().min(1).optional().catch(undefined)
const numberSchema = z.number().optional().catch(undefined)
const columnSchema = z.array(z.number().nullable().catch(null))
const secondsSchema = z.number().min(LIKELY_SECONDS.min).max(LIKELY_SECONDS.max)

const chartSchema = z.object({
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
          gmtoffset: z
            .number()
            .min(-LARGEST_OFFSET_SECONDS)
            .max(LARGEST_OFFSET_SECONDS)
            .optional()
            .catch(undefined),
          regularMarketTime: numberSchema,
          priceHint: z.int().min(0).max(MAX_DIGITS).optional().catch(undefined),
          currentTradingPeriod: z
            .object({ regular: z.object({ start: secondsSchema, end: secondsSchema }) })
            .optional()
            .catch(undefined),
        }),
        // An illiquid symbol has none.
        timestamp: z.array(secondsSchema.nullable().catch(null)).optional(),
        events: z
          .object({
            splits: z
              .record(
                z.string(),
                z.object({
                  date: secondsSchema,
                  numerator: z.number().positive(),
                  denominator: z.number().positive(),
                }),
              )
              .optional(),
          })
          .optional()
          .catch(undefined),
        indicators: z.object({
          quote: z.array(z.object({ close: columnSchema.optional() })),
          adjclose: z.array(z.object({ adjclose: columnSchema.optional() })).optional(),
        }),
      }),
    ]),
  }),
})

/** Reads the answer of /v8/finance/chart with daily bars.
 *  @returns one close per local day of the exchange; nulls are left out, of a day that comes twice the last counts.
 *    Prices are as the source has them: neither a wrong one nor a minor unit (GBp, ILA, ZAc) is converted
 *  @throws SourceError where there is no usable price */
export function parseChart(body: unknown): PriceSeries {
  const parsed = chartSchema.safeParse(body)
  if (!parsed.success) {
    throw yahooFaults.failed(`${YAHOO} sent a price history that cannot be read.`, parsed.error)
  }
  const [{ meta, timestamp = [], indicators, events }] = parsed.data.chart.result
  const localDay = createLocalDay(meta.exchangeTimezoneName, meta.gmtoffset)
  const closes = indicators.quote[0]?.close ?? []
  // Only a whole column may be missing: one plain close among adjusted ones would draw a jump that never was.
  const adjustedColumn = indicators.adjclose?.[0]?.adjclose
  const adjusted = adjustedColumn?.some((value) => value !== null) ? adjustedColumn : closes
  const byDay = new Map<string, DailyClose>()
  let newestSeconds = Number.NEGATIVE_INFINITY
  for (const [index, seconds] of timestamp.entries()) {
    const close = closes[index]
    const adjustedClose = adjusted[index]
    if (seconds === null || typeof close !== 'number' || typeof adjustedClose !== 'number') continue
    const date = localDay(seconds)
    byDay.set(date, { date, close, adjustedClose })
    newestSeconds = Math.max(newestSeconds, seconds)
  }
  if (byDay.size === 0) throw yahooFaults.lacking(`${YAHOO} has no prices for this span of time.`)
  const type = isIndexSymbol(meta.symbol) ? 'index' : findYahooType(meta.instrumentType)
  const period = meta.currentTradingPeriod?.regular
  return {
    closes: [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    splits: Object.values(events?.splits ?? {}).map((split) => ({
      date: localDay(split.date),
      factor: split.numerator / split.denominator,
    })),
    // An index is counted in points.
    currency: type === 'index' ? undefined : meta.currency,
    priceDigits: meta.priceHint,
    name: meta.longName ?? meta.shortName,
    exchange: meta.fullExchangeName ?? meta.exchangeName,
    type,
    hours: type === 'coin' || !period ? undefined : readHours(period, meta.exchangeTimezoneName),
    asOf: readTime(meta.regularMarketTime) ?? new Date(newestSeconds * 1000).toISOString(),
  }
}

/** An exchange's assets share the times of their bars, and Intl needs a tenth of a second for a long history: these are
 *  three of them. By zone and Unix seconds. */
const knownDays = new LRUCache<string, string>({ max: 50_000 })

function findDay(seconds: number, timeZone: string): string {
  const key = `${timeZone} ${seconds}`
  const known = knownDays.get(key)
  if (known !== undefined) return known
  const day = zonedDay(seconds * 1000, timeZone)
  knownDays.set(key, day)
  return day
}

/** @returns Unix seconds -> the day on the exchange's wall calendar, 'YYYY-MM-DD' */
function createLocalDay(
  timeZone: string | undefined,
  offsetSeconds: number | undefined,
): (seconds: number) => string {
  // Of a zone that this machine does not know, the offset of the answer stands in.
  return timeZone !== undefined && isKnownTimeZone(timeZone)
    ? (seconds) => findDay(seconds, timeZone)
    : (seconds) => utcDay((seconds + (offsetSeconds ?? 0)) * 1000)
}
