import { utcDay } from '../../../../shared/dates.ts'
import { formatDay, formatInstant } from '../../../../shared/format-date.ts'
import { formatCompactMoney, formatMoney, isMinorUnit } from '../../../../shared/format-money.ts'
import {
  formatCompactNumber,
  formatNumber,
  formatPercent,
  numberFormat,
} from '../../../../shared/format-number.ts'
import type { PriceStyle } from '../../../../shared/format-price.ts'
import type { StatsResponse } from '../../../../shared/market-contract.ts'
import { prettifyStatName } from '../../../../shared/prettify-stat-name.ts'
import {
  CURRENCY_BOUND,
  NOT_STATISTICS,
  OTHER_GROUP_TITLE,
  STAT_GROUPS,
  type StatFormat,
} from './stat-catalog.ts'
import { parseWebsite } from '../../../lib/describe-asset.ts'

type Stats = StatsResponse['stats']
type StatValue = Stats[string]
type Listing = Pick<StatsResponse['meta'], 'currency' | 'kind'>

/** A value as it is shown. */
export interface ShownValue {
  text: string
  /** The full figure, if the text is a shortened one. */
  exact?: string
  /** The target, if the text is a link. */
  href?: string
}

/** One statistic as it is shown. */
export interface ShownStat extends ShownValue {
  key: string
  name: string
  /** One plain sentence; missing for names we do not know. */
  meaning?: string
}

export interface ShownStatGroup {
  title: string
  stats: ShownStat[]
}

/** Statistics in labeled groups, with human names and numbers. Missing values, non-figures and empty groups are left out.
 *  @param listing  what is traded, and in which currency, according to its source
 *  @param priceStyle  how the prices of the asset are written, if known */
export function arrangeStats(stats: Stats, listing: Listing, priceStyle?: PriceStyle): ShownStatGroup[] {
  const units = unitsOf(stats, listing, priceStyle)
  const show = (key: string, format: StatFormat, meaning?: string): ShownStat[] => {
    const value = Object.hasOwn(stats, key) ? stats[key] : undefined
    if (value === undefined || !isComparable(key, units)) return []
    const shown = formatStat(value, format, units)
    if (!shown) return []
    return [{ key, name: prettifyStatName(key), ...shown, ...(meaning !== undefined && { meaning }) }]
  }
  const known = STAT_GROUPS.map(({ title, stats }) => ({
    title,
    stats: Object.entries(stats).flatMap(([key, [format, meaning]]) => show(key, format, meaning)),
  }))
  const others = Object.keys(stats)
    .filter((key) => !NOT_STATISTICS.has(key))
    .filter((key) => !STAT_GROUPS.some((group) => Object.hasOwn(group.stats, key)))
    .flatMap((key) => show(key, 'number'))
  return [...known, { title: OTHER_GROUP_TITLE, stats: others }].filter(({ stats }) => stats.length > 0)
}

/** Pairs of a lowest and a highest price. The newest price lies between the two if they are from its day. */
const SPREADS = [
  ['dayLow', 'dayHigh'],
  ['regularMarketDayLow', 'regularMarketDayHigh'],
  ['24HourLow', '24HourHigh'],
  ['fiftyTwoWeekLow', 'fiftyTwoWeekHigh'],
  ['allTimeLow', 'allTimeHigh'],
] as const

/** Allows for sources that round a price and its range differently. */
const TOLERANCE = 0.0005

export const isWithin = (price: number, { low, high }: { low: number; high: number }): boolean =>
  price >= low * (1 - TOLERANCE) && price <= high * (1 + TOLERANCE)

/** Reconciles statistics with the price on top of the screen, which wins: sources update the two at different times. A current
 *  price from another day is shown with its time; one from the same day would only contradict the newest price, and is left out.
 *  So are both ends of a range that does not contain the newest price.
 *  @param stats  the statistics that the groups were arranged from
 *  @param asOf  the time of the statistics, ISO 8601
 *  @param onTop  the price on top, its text and its day */
export function reconcileWithPrice(
  groups: readonly ShownStatGroup[],
  {
    stats,
    asOf,
    onTop,
  }: {
    stats: Stats
    asOf: string
    onTop: { price: number; text: string; day: string }
  },
): ShownStatGroup[] {
  const contradicted = new Set<string>(
    SPREADS.filter(([lowName, highName]) => {
      const { [lowName]: low, [highName]: high } = stats
      const spread = {
        low: isFigure(low) ? low : 0,
        high: isFigure(high) ? high : Number.POSITIVE_INFINITY,
      }
      return !isWithin(onTop.price, spread)
    }).flat(),
  )
  const reconcile = (stat: ShownStat): ShownStat[] => {
    if (contradicted.has(stat.key)) return []
    if (stat.key !== 'currentPrice' || stat.text === onTop.text) return [stat]
    if (utcDay(new Date(asOf)) === onTop.day) return []
    return [{ ...stat, text: `${stat.text} on ${formatInstant(asOf)}` }]
  }
  return groups
    .map(({ title, stats }) => ({ title, stats: stats.flatMap(reconcile) }))
    .filter(({ stats }) => stats.length > 0)
}

/** A 0 means that the source has none. */
const isFigure = (value: StatValue | undefined): value is number => typeof value === 'number' && value > 0

/** The currency of each kind of figure. A listing in pence, or of a foreign company, reports in a different currency from the one
 *  it trades in; if the source does not say which, the figure has no currency sign. */
interface Units {
  price: string | undefined
  priceDigits: number | undefined
  marketTotal: string | undefined
  report: string | undefined
  perShare: string | undefined
  isCoin: boolean
  /** False for markets that count no trades: their volumes are all 0. */
  countsTrades: boolean
}

function unitsOf(stats: Stats, { kind, ...listing }: Listing, priceStyle: PriceStyle | undefined): Units {
  const currency = priceStyle?.unit === 'points' ? undefined : listing.currency
  const whole = findWholeCurrency(currency)
  const report = typeof stats['financialCurrency'] === 'string' ? stats['financialCurrency'] : undefined
  return {
    price: currency,
    priceDigits: priceStyle?.digits,
    marketTotal: whole,
    report,
    perShare: whole === currency && (report === undefined || report === currency) ? currency : undefined,
    isCoin: kind === 'crypto',
    countsTrades: TRADE_COUNTS.some((key) => Number(stats[key]) > 0),
  }
}

const TRADE_COUNTS = ['volume', 'averageVolume', 'averageVolume10days', 'volume24Hr']

/** Totals of a listing in pence are in pounds: only then does its market value agree with price and shares. For other minor
 *  units we have no proof. */
function findWholeCurrency(currency: string | undefined): string | undefined {
  if (currency === 'GBp' || currency === 'GBX') return 'GBP'
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) && !isMinorUnit(currency)
    ? currency
    : undefined
}

/** False for a ratio of two figures in different currencies, which is meaningless. */
function isComparable(key: string, { price, marketTotal, report }: Units): boolean {
  const bounds: Readonly<Record<string, string | undefined>> = CURRENCY_BOUND
  const bound = Object.hasOwn(bounds, key) ? bounds[key] : undefined
  if (bound === undefined) return true
  if (bound === 'notMinor') return price === undefined || !isMinorUnit(price)
  if (report === undefined || price === undefined) return true
  return report === (bound === 'wholeUnit' ? marketTotal : price)
}

/** What sources write if they have no value. */
const NOTHING = /^(?:|-+|[+-]?infinity|nan|n\/a|none|null|undefined)$/i

function formatStat(value: StatValue, format: StatFormat, units: Units): ShownValue | undefined {
  if (typeof value === 'string' ? NOTHING.test(value.trim()) : !Number.isFinite(value)) return undefined
  if (format === 'day') return formatStatDay(value)
  return typeof value === 'string' ? formatText(value.trim(), format) : WRITERS[format](value, units)
}

type NumberFormat = Exclude<StatFormat, 'day'>
type Writer = (value: number, units: Units) => ShownValue | undefined

const count: Writer = (value) => {
  const exact = formatFigure(value)
  return compact(Math.abs(value) < 1 ? exact : formatCompactNumber(value), exact)
}
const sum = (value: number, currency: string | undefined) =>
  compact(formatCompactMoney(value, currency), formatMoney(value, currency, { cents: 'rounded' }))
const plain: Writer = (value) => ({ text: formatFigure(value) })

/** As formatNumber, with four significant figures of what would round to 0. */
function formatFigure(value: number, digits: { minDigits?: number } = {}): string {
  const isTiny = value !== 0 && Math.abs(value) < 0.005
  return isTiny
    ? numberFormat({ maximumSignificantDigits: 4, signDisplay: 'negative' }).format(value)
    : formatNumber(value, digits)
}

const WRITERS: Readonly<Record<NumberFormat, Writer>> = {
  // Nothing is priced at 0: sources write it when they have no price.
  price: (value, { price, priceDigits: digits }) =>
    value === 0 ? undefined : { text: formatMoney(value, price, digits === undefined ? {} : { digits }) },
  perShare: (value, { perShare }) => ({ text: formatMoney(value, perShare) }),
  reportPerShare: (value, { report }) => ({ text: formatMoney(value, report) }),
  marketTotal: (value, { marketTotal }) => sum(value, marketTotal),
  reportTotal: (value, { report }) => sum(value, report),
  traded: (value, units) => {
    if (!units.countsTrades) return undefined
    return units.isCoin ? sum(value, units.marketTotal) : count(value, units)
  },
  size: (value, units) => (value === 0 ? undefined : count(value, units)),
  fraction: (value) => ({ text: formatPercent(value) }),
  points: (value) => ({ text: formatPercent(value / 100) }),
  ratio: (value) => ({ text: formatFigure(value, { minDigits: 2 }) }),
  days: (value) => ({ text: `${formatNumber(value)} ${value === 1 ? 'day' : 'days'}` }),
  rank: (value) => ({ text: `#${formatNumber(value, { maxDigits: 0 })}` }),
  number: count,
  text: plain,
  link: plain,
  currency: plain,
}

function compact(text: string, exact: string): ShownValue {
  return text === exact ? { text } : { text, exact }
}

function formatStatDay(value: StatValue): ShownValue {
  const moment = new Date(typeof value === 'number' ? value * 1000 : value)
  const isDay = !Number.isNaN(moment.getTime())
  return { text: isDay ? formatDay(utcDay(moment)) : String(value) }
}

/** Codes such as strong_buy become words; everything else stays as its source wrote it. */
function formatText(text: string, format: StatFormat): ShownValue {
  if (format === 'link') {
    const link = parseWebsite(text)
    // Says in a word where it leads, since an address does not fit in the column.
    return link ? { text: new URL(link.href).hostname.replace(/^www\./, ''), href: link.href } : { text }
  }
  // Yahoo's symbol for a currency against the dollar.
  if (format === 'currency') return { text: text.replace(/=X$/, '') }
  if (!/^[a-z]+(_[a-z]+)*$/.test(text)) return { text }
  const words = text.replaceAll('_', ' ')
  return { text: words.slice(0, 1).toUpperCase() + words.slice(1) }
}
