import { abbreviateZone, isKnownTimeZone, zoneOffsetMs } from '../../lib/dates.ts'
import type { DaySeries } from './provider.ts'
import { isFiniteNumber, MOST_AHEAD_MS, readTime } from './read-field.ts'
import { createLocalDay, nameDay, readHours } from './exchange-days.ts'
import { chartSchema, isLikelyTime, readSplits } from './yahoo-chart.ts'
import { findYahooType, isIndexSymbol, isPrice, YAHOO, yahooFaults } from './yahoo-session.ts'

/** Bars of minutes or an hour; everything else is not within the day. */
const WITHIN_THE_DAY = /^(\d{1,2})m$/

/** Reads the newest session of /v8/finance/chart with bars of some minutes. A bar is named by its start, but its close was paid at
 *  its end: prices get that time, but never one later than the source's own newest price.
 *  @param now  bars that begin later are left out
 *  @returns nulls, and zeros of anything but a future, are left out; no prices if the source answers with days instead, or has no bar yet
 *  @throws SourceError if it cannot be read */
export function parseDay(body: unknown, now: Date): DaySeries {
  const parsed = chartSchema.safeParse(body)
  if (!parsed.success) throw yahooFaults.failed(`${YAHOO} sent prices that cannot be read.`, parsed.error)
  const [{ meta, timestamp = [], indicators, events }] = parsed.data.chart.result
  const { close: closes = [], volume: volumes = [] } = indicators.quote[0] ?? {}
  const type = isIndexSymbol(meta.symbol) ? 'index' : findYahooType(meta.instrumentType)
  const period = meta.currentTradingPeriod?.regular
  const common = {
    // An index is counted in points.
    currency: type === 'index' ? undefined : meta.currency,
    priceDigits: meta.priceHint,
    type,
    hours: type === 'coin' || !period ? undefined : readHours(period, meta.exchangeTimezoneName),
    quoted: meta.regularMarketPrice,
    asOf: readTime(meta.regularMarketTime),
  }
  const minutes = Number(WITHIN_THE_DAY.exec(meta.dataGranularity ?? '')?.[1] ?? 0)
  if (minutes === 0) return { ...common, prices: [], lacking: 'not-given' }

  const localDay = createLocalDay(meta.exchangeTimezoneName, meta.gmtoffset)
  const latestMs = now.getTime() + MOST_AHEAD_MS
  const bars = timestamp.flatMap((start, index) => {
    const [price, volume] = [closes[index], volumes[index]]
    const hasBegun = isLikelyTime(start) && start * 1_000 <= latestMs
    return hasBegun && isPrice(price, type) ? [{ start, price, volume }] : []
  })
  const newest = bars.at(-1)
  if (!newest) return { ...common, prices: [], lacking: 'none-yet' }

  const day = localDay(newest.start)
  const session = bars.filter(({ start }) => localDay(start) === day)
  const hasVolumes = session.some(({ volume }) => isFiniteNumber(volume) && volume > 0)
  const lastTime = Math.max(newest.start, common.asOf === undefined ? 0 : Date.parse(common.asOf) / 1_000)
  const byMoment = new Map<string, DaySeries['prices'][number]>()
  for (const { start, price, volume } of session) {
    const at = toInstant(Math.min(start + minutes * 60, Math.max(start, lastTime)))
    // The last bar may have no length: the price at the bell, which counts.
    const traded = (byMoment.get(at)?.volume ?? 0) + (isFiniteNumber(volume) ? Math.max(0, volume) : 0)
    const isTold = isFiniteNumber(volume) || byMoment.get(at)?.volume !== undefined
    byMoment.set(at, hasVolumes && isTold ? { at, price, volume: traded } : { at, price })
  }
  return {
    ...common,
    prices: [...byMoment.values()],
    splits: readSplits(events?.splits, localDay),
    session: {
      day: nameDay(day),
      zone: nameZone(newest.start, meta),
      ...(type !== 'coin' && { previousClose: meta.chartPreviousClose }),
    },
    asOf: common.asOf ?? toInstant(newest.start),
  }
}

const toInstant = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** The source's own abbreviation, unless the clocks were changed since that session. */
function nameZone(
  seconds: number,
  meta: {
    exchangeTimezoneName?: string | undefined
    gmtoffset?: number | undefined
    timezone?: string | undefined
  },
): { name: string; offsetMinutes: number } {
  const { exchangeTimezoneName: timeZone, gmtoffset = 0, timezone = 'UTC' } = meta
  if (timeZone === undefined || !isKnownTimeZone(timeZone)) {
    return { name: timezone, offsetMinutes: Math.round(gmtoffset / 60) }
  }
  const offsetMs = zoneOffsetMs(seconds * 1_000, timeZone)
  const isNow = offsetMs === gmtoffset * 1_000 && /^[A-Z]{2,5}$/.test(timezone)
  const name = isNow ? timezone : abbreviateZone(seconds * 1_000, timeZone)
  return { name, offsetMinutes: Math.round(offsetMs / 60_000) }
}
