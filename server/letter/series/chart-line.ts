import type { ChartContent } from '../../../shared/edition-contract.ts'
import type { MarketAssetId, MarketHistory } from './analyse-markets.ts'
import { listBelieved, type WantedSeries } from './known-series.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { SeriesDefinition, SeriesReading } from '../../records/series/series-observation.ts'

/** The data of one line, from which a picture can be drawn. */
export interface ChartLine {
  /** The id of the series that the analysis asks for, even if another reading stands in, or of the asset: 'PMMS30',
   *  'sp500'. */
  readonly id: string
  readonly name: string
  readonly unit: ChartContent['unit']
  /** Oldest first, one for each day: 'YYYY-MM-DD' and the value in `unit`. */
  readonly points: readonly (readonly [day: string, value: number])[]
  /** The owner of the figures. */
  readonly owner: string
}

const UNITS: Readonly<Partial<Record<SeriesDefinition['unit'], ChartContent['unit']>>> = {
  percent: 'percent',
  'percentage-points': 'percent',
  usd: 'usd',
  'usd-per-hour': 'usd',
  'usd-per-gallon': 'usd',
  persons: 'count',
  index: 'index',
}

/** The lines of published series: what was known at the week's end and is within the limits that the analysis uses.
 *  @param wanted  `housingSeries` or `economySeries` */
export function listSeriesLines(
  readings: readonly SeriesReading[],
  wanted: readonly WantedSeries[],
  week: EditionWeek,
): ChartLine[] {
  return wanted.flatMap(({ id, limits }) => {
    const [newest] = readings
      .filter(({ series }) => series.id === id || series.standsInFor === id)
      .map(({ series, observations }) => ({
        series,
        known: observations.filter(({ publicFrom }) => publicFrom <= week.to),
      }))
      .sort(
        (a, b) => compareNewest(a.known, b.known) || Number(b.series.id === id) - Number(a.series.id === id),
      )
    const unit = newest && UNITS[newest.series.unit]
    if (!newest || unit === undefined) return []
    const points = listBelieved(newest.known, limits).map(({ date, value }) => [date, value] as const)
    return [{ id, name: newest.series.name, unit, points, owner: newest.series.owner }]
  })
}

const ASSETS: Readonly<Record<MarketAssetId, { name: string; unit: ChartContent['unit'] }>> = {
  sp500: { name: 'S&P 500', unit: 'index' },
  bitcoin: { name: 'Bitcoin', unit: 'usd' },
  ether: { name: 'Ether', unit: 'usd' },
}

/** The lines of market closes up to the week's end. */
export function listMarketLines(histories: readonly MarketHistory[], week: EditionWeek): ChartLine[] {
  return histories.map(({ asset, closes, sourceName }) => ({
    id: asset,
    ...ASSETS[asset],
    points: closes.filter(({ date }) => date <= week.to).map(({ date, close }) => [date, close] as const),
    owner: sourceName,
  }))
}

type Dated = readonly { readonly date: string }[]

function compareNewest(a: Dated, b: Dated): number {
  const [dateA = '', dateB = ''] = [a.at(-1)?.date, b.at(-1)?.date]
  return dateA === dateB ? 0 : dateA > dateB ? -1 : 1
}
