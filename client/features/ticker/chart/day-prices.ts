import { addMonths } from '../../../../shared/dates.ts'
import { formatDay, formatDayOfYear, formatLongDay, formatWeekday } from '../../../../shared/format-date.ts'
import { formatPrice, isCoin, priceStyleOf, type PriceStyle } from '../../../../shared/format-price.ts'
import type { DayResponse } from '../../../../shared/market-contract.ts'
import { summarisePrices, type PricePoint, type PriceSummary } from './price-points.ts'
import { describeChange, describeChangeInWords } from './price-words.ts'

const MINUTE_MS = 60_000

/** The exchange's clock on the day that is shown. */
export interface DayClock {
  /** The exchange's local day, 'YYYY-MM-DD'. */
  date: string
  zone: { name: string; offsetMinutes: number }
  /** Stands for the moment of the previous close, where the line begins: midnight at the exchange; undefined if it is not known. */
  before: string | undefined
}

/** The prices within a day, ready to be shown. */
export interface DayPrices {
  meta: DayResponse['meta']
  clock: DayClock
  /** `day` is their moment, ISO 8601 with Z. The first is the previous close, if known, from which the day's change is computed. */
  points: readonly PricePoint[]
  summary: PriceSummary
  priceStyle: PriceStyle
  volumes: readonly (number | null)[] | undefined
  /** As from describeFinding. */
  finding: string
  /** As from describeSpan. */
  span: string
  /** As from describePrices. */
  words: { brief: string; rest: string }
  /** 'As of 3:55 PM EST, Friday, November 20, 2026.' */
  asOf: string
}

/** @returns undefined if there are no prices */
export function readDay({ ticker, times, prices, meta }: DayResponse): DayPrices | undefined {
  if (!meta.day) return undefined
  const { date, isToday, zone, previousClose } = meta.day
  const midnight = new Date(Date.parse(date) - zone.offsetMinutes * MINUTE_MS).toISOString()
  const hasBefore = previousClose !== undefined && midnight < (times[0] ?? '')
  const clock: DayClock = { date, zone, before: hasBefore ? midnight : undefined }
  const points = [
    ...(hasBefore ? [{ day: midnight, price: previousClose }] : []),
    ...times.map((day, index) => ({ day, price: prices[index] ?? 0 })),
  ]
  const summary = summarisePrices(points)
  if (!summary) return undefined
  const priceStyle = priceStyleOf({ prices, meta })
  const at = (point: PricePoint) =>
    `${formatPrice(point.price, priceStyle)} at ${nameMoment(point.day, clock)}`
  const { first, last, low, high } = summary
  // A coin's day has no other beginning than midnight UTC.
  const hasNoHours = isCoin(meta)
  const since = hasBefore || hasNoHours ? '' : ` since ${nameMoment(first.day, clock)}`
  const today = hasNoHours ? 'since midnight UTC' : 'today'
  const dayName = isToday ? today : `on ${formatDay(date)}`
  return {
    meta,
    clock,
    points,
    summary,
    priceStyle,
    volumes: meta.volumes && (hasBefore ? [null, ...meta.volumes] : meta.volumes),
    finding:
      points.length === 1
        ? 'One price of the day is known'
        : describeChangeInWords(summary.changeFraction, `${dayName}${since}`),
    span: isToday ? `${today}${since}` : `on ${formatWeekday(date)}${since}`,
    words:
      points.length === 1
        ? { brief: `${ticker} ${dayName}: one price is known, ${at(last)}.`, rest: '' }
        : {
            brief: `${ticker} ${dayName}: from ${at(first)} to ${at(last)}`,
            rest: `, ${describeChange(summary, priceStyle)}. Lowest price ${at(low)}, highest ${at(high)}.`,
          },
    asOf: `As of ${nameMoment(last.day, clock)}, ${formatLongDay(date)}.`,
  }
}

/** @returns '3:55 PM EST', or 'the close before' */
export function nameMoment(moment: string, clock: DayClock): string {
  return moment === clock.before ? 'the close before' : `${nameTime(moment, clock)} ${clock.zone.name}`
}

/** A time without its zone. Composed here, since the space before AM and PM differs between browsers.
 *  @returns '3:55 PM', '4 PM', 'close before' */
export function nameTime(moment: string, clock: DayClock): string {
  if (moment === clock.before) return 'close before'
  const minutes = minutesOf(moment, clock)
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${half}`
}

/** @returns whole minutes since 1970 by the exchange's clock */
export const minutesOf = (moment: string, { zone }: DayClock): number =>
  Math.floor(Date.parse(moment) / MINUTE_MS) + zone.offsetMinutes

/** A close's day or, within a day, its time. */
export const nameWhen = (day: string, clock: DayClock | undefined): string =>
  clock ? nameMoment(day, clock) : formatDay(day)

/** The same in short: without the zone, and with the year only if the closes span more than one.
 *  @param span  the days of the closes, 'YYYY-MM-DD'; omitted for labels that need no year */
export function nameWhenShort(
  day: string,
  clock: DayClock | undefined,
  span?: { first: string; last: string },
): string {
  if (clock) return nameTime(day, clock)
  const isLong = span && span.last > addMonths(span.first, MONTHS_WITHOUT_YEAR)
  return isLong ? formatDay(day) : formatDayOfYear(day)
}
/** A year, plus room for days around its ends on which an exchange may be closed. */
const MONTHS_WITHOUT_YEAR = 13

/** Why there are no prices within the day. */
export function describeLacking({ lacking }: Pick<DayResponse['meta'], 'lacking'>): string {
  return lacking === 'none-yet'
    ? 'The source has no prices of this session yet.'
    : 'The source gives no prices within the day for this symbol.'
}
