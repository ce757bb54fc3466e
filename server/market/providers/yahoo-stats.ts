import { isMinorUnit } from '../../../shared/format-money.ts'
import { DAY_MS, isKnownTimeZone, utcDay, zonedDay } from '../../lib/dates.ts'
import { isFiniteNumber, isRecord, readTime, recordOf, textOf } from './read-field.ts'

/** If two modules have the same name, the first one counts: summaryDetail is closest to the market. */
const MODULES = ['summaryDetail', 'defaultKeyStatistics', 'financialData'] as const

/** Fields about caching and drawing, not about the company. */
const NOT_STATISTICS = new Set(['maxAge', 'priceHint'])

/** Names of numbers that are days, in Unix seconds at midnight UTC. */
const DAY_NAMES = /(?:Date|FiscalYearEnd|Quarter)$|^date[A-Z]/
const FIRST_LIKELY_DAY_SECONDS = 100_000_000
const LAST_LIKELY_DAY_SECONDS = 10_000_000_000

/** Pairs of names for one figure, both in summaryDetail: the shorter is shown, the other only if it is alone. */
const DOUBLES: readonly (readonly [kept: string, double: string])[] = [
  ['previousClose', 'regularMarketPreviousClose'],
  ['open', 'regularMarketOpen'],
  ['dayLow', 'regularMarketDayLow'],
  ['dayHigh', 'regularMarketDayHigh'],
  ['volume', 'regularMarketVolume'],
  ['averageVolume10days', 'averageDailyVolume10Day'],
]

/** Names for which 0 means "not known": no bid outside trading hours, no volume of a currency. For a dividend, a payout or a
 *  debt 0 is a fact and stays. */
const NEVER_ZERO = new Set([
  ...DOUBLES.flat(),
  'bid',
  'ask',
  'bidSize',
  'askSize',
  'volume24Hr',
  'volumeAllCurrencies',
  'averageVolume',
  'fiftyTwoWeekLow',
  'fiftyTwoWeekHigh',
  'fiftyDayAverage',
  'twoHundredDayAverage',
  'currentPrice',
  'recommendationMean',
  'marketCap',
  'circulatingSupply',
  'sharesOutstanding',
])

/** Yields with the rate that they are computed from. */
const YIELDS = [
  ['dividendYield', 'dividendRate'],
  ['trailingAnnualDividendYield', 'trailingAnnualDividendRate'],
] as const
/** A yield in percent, which should be a fraction, is 100 times too large; its price may be of another day. */
const PERCENT = { least: 50, most: 200 } as const

/** The three modules have about 130 in all. */
const MOST_FIGURES = 400
const LONGEST_NAME = 80
const MOST_EARNINGS_DAYS = 10
/** Companies report at least once a year. */
const MOST_AHEAD_DAYS = 550
const NOT_A_FIGURE = /^[+-]?(?:infinity|nan|n\/a|null|undefined)$/i

/** Flattens the modules of quoteSummary.
 *  @returns the source's own names with finite numbers and non-empty texts; days as 'YYYY-MM-DD' */
export function flattenStats(modules: Record<string, unknown>): Record<string, number | string> {
  const stats: Record<string, number | string> = {}
  for (const module of MODULES) {
    for (const [name, value] of Object.entries(recordOf(modules[module])).slice(0, MOST_FIGURES)) {
      const isOdd = NOT_STATISTICS.has(name) || name.length > LONGEST_NAME
      const figure = isOdd ? undefined : readFigure(name, value)
      if (figure !== undefined && !Object.hasOwn(stats, name)) stats[name] = figure
    }
  }
  for (const [kept, double] of DOUBLES) if (Object.hasOwn(stats, kept)) delete stats[double]
  for (const [share, rate] of YIELDS) if (isInPercent(stats, share, rate)) delete stats[share]
  return stats
}

/** @returns false where the rate may be in another unit than the price: in pounds, not pence */
function isInPercent(stats: Readonly<Record<string, number | string>>, share: string, rate: string): boolean {
  const { currency, previousClose: close, regularMarketPreviousClose: price = close } = stats
  const times = (Number(stats[share]) * Number(price)) / Number(stats[rate])
  const isWhole = typeof currency === 'string' && !isMinorUnit(currency)
  return isWhole && times >= PERCENT.least && times <= PERCENT.most
}

/** Reads the day of the next earnings report, the first one if the source gives a range of two. A past day belongs to the last
 *  report and is left out.
 *  @param events  quoteSummary's calendarEvents
 *  @param timeZone  the exchange's: companies in Sydney report in the morning, when it is still the day before in UTC
 *  @returns nextEarningsDate 'YYYY-MM-DD', and nextEarningsDateStatus if the source says whether it is an estimate */
export function readNextEarnings(events: unknown, now: Date, timeZone = 'UTC'): Record<string, string> {
  const zone = isKnownTimeZone(timeZone) ? timeZone : 'UTC'
  const latest = utcDay(now.getTime() + MOST_AHEAD_DAYS * DAY_MS)
  // A day without a time is midnight UTC.
  const dayOf = (ms: number) => zonedDay(ms, ms % DAY_MS === 0 ? 'UTC' : zone)
  const { earningsDate, isEarningsDateEstimate } = recordOf(recordOf(events)['earnings'])
  const days = (Array.isArray(earningsDate) ? earningsDate.slice(0, MOST_EARNINGS_DAYS) : [])
    .map((seconds) => readTime(isRecord(seconds) ? seconds['raw'] : seconds))
    .flatMap((time) => (time === undefined ? [] : dayOf(Date.parse(time))))
  const next = days.toSorted()[0]
  if (next === undefined || next < zonedDay(now, zone) || next > latest) return {}
  if (typeof isEarningsDateEstimate !== 'boolean') return { nextEarningsDate: next }
  return {
    nextEarningsDate: next,
    nextEarningsDateStatus: isEarningsDateEstimate ? 'estimate' : 'announced',
  }
}

function readFigure(name: string, value: unknown): number | string | undefined {
  if (typeof value === 'number') {
    if (!isFiniteNumber(value) || (value === 0 && NEVER_ZERO.has(name))) return undefined
    if (!DAY_NAMES.test(name)) return value
    if (value === 0) return undefined
    const isDay = (value < 0 || value > FIRST_LIKELY_DAY_SECONDS) && Math.abs(value) < LAST_LIKELY_DAY_SECONDS
    return isDay ? utcDay(value * 1000) : value
  }
  // Yahoo's other form of a figure, which it sends with or without being asked for it.
  if (isRecord(value)) return isRecord(value['raw']) ? undefined : readFigure(name, value['raw'])
  const text = textOf(value)
  return text === undefined || NOT_A_FIGURE.test(text) ? undefined : text
}
