import { formatDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import { formatNumber, formatPercent } from '../../../shared/format-number.ts'
import type { StatsResponse } from '../../../shared/market-contract.ts'
import { prettifyStatName } from '../../../shared/prettify-stat-name.ts'
import { OTHER_FORMATS, OTHER_GROUP_TITLE, STAT_GROUPS, type StatFormat } from './stat-catalog.ts'

type Stats = StatsResponse['stats']
type StatValue = Stats[string]

/** One statistic as it is shown. */
export interface ShownStat {
  key: string
  name: string
  value: string
}

export interface ShownStatGroup {
  title: string
  stats: ShownStat[]
}

/** Statistics in labelled groups, with people's names and numbers; groups without any are left out.
 *  @param currency  of the listing, as its source gives it */
export function arrangeStats(stats: Stats, currency: string | undefined): ShownStatGroup[] {
  const units = unitsOf(stats, currency)
  const show = (key: string, format: StatFormat): ShownStat[] => {
    const value = Object.hasOwn(stats, key) ? stats[key] : undefined
    return value === undefined
      ? []
      : [{ key, name: prettifyStatName(key), value: formatStat(value, format, units) }]
  }
  const known = STAT_GROUPS.map(({ title, stats }) => ({
    title,
    stats: Object.entries(stats).flatMap(([key, format]) => show(key, format)),
  }))
  const others = Object.keys(stats)
    .filter((key) => !STAT_GROUPS.some((group) => Object.hasOwn(group.stats, key)))
    .flatMap((key) => show(key, OTHER_FORMATS[key] ?? 'number'))
  return [...known, { title: OTHER_GROUP_TITLE, stats: others }].filter(({ stats }) => stats.length > 0)
}

/** Which currency each kind of figure is in. A listing in pence or of a foreign company reports in another currency than
 *  the one it trades in; where the source does not say which, the figure stands without a sign. */
interface Units {
  price: string | undefined
  marketTotal: string | undefined
  reportTotal: string | undefined
  perShare: string | undefined
}

function unitsOf(stats: Stats, currency: string | undefined): Units {
  const isWhole = currency !== undefined && /^[A-Z]{3}$/.test(currency)
  const report = typeof stats['financialCurrency'] === 'string' ? stats['financialCurrency'] : undefined
  return {
    price: currency,
    marketTotal: isWhole ? currency : undefined,
    reportTotal: report,
    perShare: isWhole && (report === undefined || report === currency) ? currency : undefined,
  }
}

function formatStat(value: StatValue, format: StatFormat, units: Units): string {
  if (format === 'day') return formatStatDay(value)
  if (typeof value === 'string') return formatText(value)
  return WRITERS[format](value, units)
}

type NumberFormat = Exclude<StatFormat, 'day'>

const WRITERS: Readonly<Record<NumberFormat, (value: number, units: Units) => string>> = {
  price: (value, units) => formatMoney(value, units.price),
  perShare: (value, units) => formatMoney(value, units.perShare),
  marketTotal: (value, units) => formatMoney(value, units.marketTotal, { cents: 'rounded' }),
  reportTotal: (value, units) => formatMoney(value, units.reportTotal, { cents: 'rounded' }),
  fraction: (value) => formatPercent(value),
  points: (value) => formatPercent(value / 100),
  ratio: (value) => formatNumber(value, { minDigits: 2 }),
  number: (value) => formatNumber(value),
  text: (value) => formatNumber(value),
}

function formatStatDay(value: StatValue): string {
  const moment = new Date(typeof value === 'number' ? value * 1000 : value)
  return Number.isNaN(moment.getTime()) ? String(value) : formatDay(moment.toISOString().slice(0, 10))
}

/** Codes such as strong_buy become words; everything else stays as its source wrote it. */
function formatText(text: string): string {
  if (!/^[a-z]+(_[a-z]+)*$/.test(text)) return text
  const words = text.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
