import { z } from 'zod'

import type { DailyClose, PriceSeries } from './provider.ts'
import { sourceFailed, sourceUnavailable, YAHOO } from './yahoo-answer.ts'
import { readTime } from './yahoo-related.ts'

// What parses is kept, field by field: an odd field must not cost the prices.
const textSchema = z.string().min(1).optional().catch(undefined)
const numberSchema = z.number().optional().catch(undefined)
const columnSchema = z.array(z.number().nullable().catch(null))

const chartSchema = z.object({
  chart: z.object({
    result: z.tuple([
      z.object({
        meta: z.object({
          currency: textSchema,
          longName: textSchema,
          shortName: textSchema,
          fullExchangeName: textSchema,
          exchangeName: textSchema,
          instrumentType: textSchema,
          exchangeTimezoneName: textSchema,
          gmtoffset: numberSchema,
          regularMarketTime: numberSchema,
        }),
        // An illiquid symbol has none.
        timestamp: z.array(z.number()).optional(),
        events: z
          .object({
            splits: z
              .record(
                z.string(),
                z.object({
                  date: z.number(),
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
 *  @returns one close per local day of the exchange; nulls are left out, of a day that comes twice the last counts
 *  @throws SourceError where there is no usable price */
export function parseChart(body: unknown): PriceSeries {
  const parsed = chartSchema.safeParse(body)
  if (!parsed.success) {
    throw sourceFailed(`${YAHOO} sent a price history that cannot be read.`, parsed.error)
  }
  const [{ meta, timestamp = [], indicators, events }] = parsed.data.chart.result
  const localDay = createLocalDay(meta.exchangeTimezoneName, meta.gmtoffset)
  const closes = indicators.quote[0]?.close ?? []
  const adjusted = indicators.adjclose?.[0]?.adjclose ?? closes
  const byDay = new Map<string, DailyClose>()
  let newestSeconds = Number.NEGATIVE_INFINITY
  for (const [index, seconds] of timestamp.entries()) {
    const close = closes[index]
    const adjustedClose = adjusted[index]
    if (typeof close !== 'number' || typeof adjustedClose !== 'number') continue
    const date = localDay(seconds)
    byDay.set(date, { date, close, adjustedClose })
    newestSeconds = Math.max(newestSeconds, seconds)
  }
  if (byDay.size === 0) throw sourceUnavailable(`${YAHOO} has no prices for this span of time.`)
  return {
    closes: [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    splits: Object.values(events?.splits ?? {}).map((split) => ({
      date: localDay(split.date),
      factor: split.numerator / split.denominator,
    })),
    currency: meta.currency,
    name: meta.longName ?? meta.shortName,
    exchange: meta.fullExchangeName ?? meta.exchangeName,
    kind:
      meta.instrumentType === undefined
        ? undefined
        : meta.instrumentType === 'CRYPTOCURRENCY'
          ? 'crypto'
          : 'stock',
    asOf: readTime(meta.regularMarketTime) ?? new Date(newestSeconds * 1000).toISOString(),
  }
}

/** @returns Unix seconds -> the day on the exchange's wall calendar, 'YYYY-MM-DD' */
function createLocalDay(
  timeZone: string | undefined,
  offsetSeconds: number | undefined,
): (seconds: number) => string {
  const format = createDayFormat(timeZone)
  return format
    ? (seconds) => format.format(seconds * 1000)
    : (seconds) => new Date((seconds + (offsetSeconds ?? 0)) * 1000).toISOString().slice(0, 10)
}

function createDayFormat(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  if (timeZone === undefined) return undefined
  try {
    // en-CA writes 2026-11-20.
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch (error) {
    // A zone that this machine does not know; the offset of the answer stands in.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
