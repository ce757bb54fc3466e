import { utcDay } from '../../lib/dates.ts'
import { readTime, recordOf, textOf } from './read-field.ts'

/** For a name in two modules the first one's value counts: summaryDetail follows the market most closely. */
const MODULES = ['summaryDetail', 'defaultKeyStatistics', 'financialData'] as const

/** How the source caches and draws, nothing about the company. */
const NOT_STATISTICS = new Set(['maxAge', 'priceHint'])

/** Names whose number is a day, in Unix seconds at midnight UTC. */
const DAY_NAMES = /(?:Date|FiscalYearEnd|Quarter)$|^date[A-Z]/
const FIRST_LIKELY_DAY_SECONDS = 100_000_000
const LAST_LIKELY_DAY_SECONDS = 10_000_000_000

/** Two names of one figure, both in summaryDetail: the shorter one is shown, the other only where it is alone. */
const DOUBLES: readonly (readonly [kept: string, double: string])[] = [
  ['previousClose', 'regularMarketPreviousClose'],
  ['open', 'regularMarketOpen'],
  ['dayLow', 'regularMarketDayLow'],
  ['dayHigh', 'regularMarketDayHigh'],
  ['volume', 'regularMarketVolume'],
  ['averageVolume10days', 'averageDailyVolume10Day'],
]

/** Names under which 0 means "not known": no bid outside trading hours, no volume of a currency. A dividend, a payout or a
 *  debt of 0 is a fact and stays. */
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
  'marketCap',
  'circulatingSupply',
  'sharesOutstanding',
])

/** The three modules have some 130 together. */
const MOST_FIGURES = 400
const LONGEST_NAME = 80
const MOST_EARNINGS_DAYS = 10
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
  return stats
}

/** The day of the next report of earnings, the first where the source gives two between which it will be. A day that is over
 *  is the last report's, and left out.
 *  @param events  quoteSummary's calendarEvents
 *  @returns nextEarningsDate 'YYYY-MM-DD', and nextEarningsDateStatus where the source says whether it is its own guess */
export function readNextEarnings(events: unknown, now: Date): Record<string, string> {
  const { earningsDate, isEarningsDateEstimate } = recordOf(recordOf(events)['earnings'])
  const days = (Array.isArray(earningsDate) ? earningsDate.slice(0, MOST_EARNINGS_DAYS) : [])
    .map((seconds) => readTime(seconds)?.slice(0, 10))
    .filter((day) => day !== undefined)
  const next = days.toSorted()[0]
  if (next === undefined || next < utcDay(now)) return {}
  if (typeof isEarningsDateEstimate !== 'boolean') return { nextEarningsDate: next }
  return {
    nextEarningsDate: next,
    nextEarningsDateStatus: isEarningsDateEstimate ? 'estimate' : 'announced',
  }
}

function readFigure(name: string, value: unknown): number | string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (value === 0 && NEVER_ZERO.has(name))) return undefined
    const isDay = DAY_NAMES.test(name) && value > FIRST_LIKELY_DAY_SECONDS && value < LAST_LIKELY_DAY_SECONDS
    return isDay ? utcDay(value * 1000) : value
  }
  const text = textOf(value)
  return text === undefined || NOT_A_FIGURE.test(text) ? undefined : text
}
