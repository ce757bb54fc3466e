import { formatNumber } from '../../../../shared/format-number.ts'
import type { AssetType, StatsResponse } from '../../../../shared/market-contract.ts'
import { prettifyStatName } from '../../../../shared/prettify-stat-name.ts'
import type { ShownStat, ShownStatGroup } from './arrange-stats.ts'
import type { KnownStat } from './stat-catalog.ts'

/** For each place, names in order of preference. The first one that the source has is shown; an empty place is labeled by the
 *  first of all. */
type Places = readonly (readonly [KnownStat, ...KnownStat[]])[]

const COMPANY: Places = [
  ['marketCap'],
  ['trailingPE'],
  ['dividendYield', 'trailingAnnualDividendYield'],
  ['volume', 'regularMarketVolume'],
  ['beta'],
  ['nextEarningsDate'],
]
const FUND: Places = [
  ['totalAssets', 'marketCap'],
  ['yield', 'trailingAnnualDividendYield'],
  ['beta3Year', 'beta'],
  ['volume', 'regularMarketVolume'],
  ['ytdReturn'],
  ['fiveYearAverageReturn', 'threeYearAverageReturn'],
]
const COIN: Places = [
  ['marketCap'],
  ['volume24Hr', 'volume'],
  ['circulatingSupply'],
  ['maxSupply', 'totalSupply', 'twoHundredDayAverage'],
  ['allTimeHigh', 'fiftyDayAverage'],
  ['marketCapRank', 'startDate'],
]
const KEY_FIGURES: Readonly<Partial<Record<AssetType, Places>>> = {
  equity: COMPANY,
  etf: FUND,
  fund: FUND,
  coin: COIN,
}

/** One of the figures at the top of the screen. */
export interface KeyFigure {
  name: string
  /** Undefined if the source has none. */
  stat: ShownStat | undefined
  /** The text to show if the source has none. */
  lacking: string
  /** A line below the figure that relates it to another one. */
  note: string | undefined
  /** Whether there may be a note, so that its line is reserved. */
  mayHaveNote: boolean
}

/** Shown in place of a figure that the source lacks. */
export const NOT_KNOWN = 'not known'

/** The six figures that people look for first; none for assets without them (indexes, currencies, futures).
 *  @param answer  undefined while loading, when only the names are shown, so that the figures find their places */
export function listKeyFigures(
  type: AssetType,
  answer: { groups: readonly ShownStatGroup[]; stats: StatsResponse['stats'] } | undefined,
): KeyFigure[] {
  const shown = (answer?.groups ?? []).flatMap(({ stats }) => stats)
  return (KEY_FIGURES[type] ?? []).map((keys) => {
    const stat = keys.map((key) => shown.find((one) => one.key === key)).find((one) => one !== undefined)
    const mayHaveNote = keys.some((key) => NOTED.has(key))
    return {
      name: stat?.name ?? prettifyStatName(keys[0]),
      stat,
      lacking: isWithoutProfit(keys[0], answer?.stats) ? 'none: losses' : NOT_KNOWN,
      note: answer && mayHaveNote ? noteOn(keys[0], answer.stats) : undefined,
      mayHaveNote,
    }
  })
}

const isWithoutProfit = (key: KnownStat, stats: StatsResponse['stats'] = {}) =>
  key === 'trailingPE' && Number(stats['trailingEps']) < 0

const NOTED: ReadonlySet<KnownStat> = new Set(['volume', 'volume24Hr', 'nextEarningsDate'])

function noteOn(key: KnownStat, stats: StatsResponse['stats']): string | undefined {
  if (key === 'nextEarningsDate') {
    return stats['nextEarningsDateStatus'] === 'estimate' ? 'estimated' : undefined
  }
  const volume = Number(stats[key] ?? stats['volume'])
  const usual = Number(stats['averageVolume'] ?? stats['averageVolume10days'])
  return volume > 0 && usual > 0
    ? `${formatNumber((100 * volume) / usual, { maxDigits: 0 })}% of usual`
    : undefined
}

/** The most telling figures besides those at the top, most telling first. If a source lacks one, the next takes its place. */
const IMPORTANT: readonly KnownStat[] = [
  'forwardPE',
  'priceToBook',
  'payoutRatio',
  'revenueGrowth',
  'profitMargins',
  'freeCashflow',
  'totalCash',
  'totalDebt',
  'fiftyDayAverage',
  'twoHundredDayAverage',
  'heldPercentInstitutions',
  'targetMeanPrice',
  'totalRevenue',
  'trailingEps',
  'returnOnEquity',
  'category',
  'fundFamily',
  'fundInceptionDate',
  'navPrice',
  'threeYearAverageReturn',
  'fullyDilutedValuation',
  'allTimeHighDate',
  'totalSupply',
]
const DOZEN = 12

/** Splits the statistics of the section into the most telling dozen and all others in their groups, each in one place. The figures
 *  at the top are not among the dozen, unless there are no others.
 *  @returns `others` without empty groups */
export function chooseDozen(
  groups: readonly ShownStatGroup[],
  onTop: readonly KeyFigure[],
): { dozen: ShownStat[]; others: ShownStatGroup[] } {
  const all = groups.flatMap(({ stats }) => stats)
  const notOnTop = all.filter(({ key }) => onTop.every(({ stat }) => stat?.key !== key))
  const left = notOnTop.length > 0 ? notOnTop : all
  const placeOf = ({ key }: ShownStat) => {
    const place = IMPORTANT.findIndex((important) => important === key)
    return place < 0 ? IMPORTANT.length : place
  }
  const dozen = left.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, DOZEN)
  const others = groups
    .map(({ title, stats }) => ({ title, stats: stats.filter((stat) => !dozen.includes(stat)) }))
    .filter(({ stats }) => stats.length > 0)
  return { dozen, others }
}
