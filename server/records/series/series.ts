import type { SeriesDefinition } from './series-observation.ts'
import { blsSeries } from './series-bls.ts'
import { fredSeries } from './series-fred.ts'
import { fhfaSeries, pmmsSeries, treasurySeries, zillowSeries } from './series-housing.ts'

/** Every collected series; the agencies' own first, then FRED's, some of which stand in for them. */
export const allSeries: readonly SeriesDefinition[] = [
  ...pmmsSeries,
  ...fhfaSeries,
  ...zillowSeries,
  ...treasurySeries,
  ...blsSeries,
  ...fredSeries,
]

const byId = new Map(allSeries.map((series) => [series.id, series]))

export const findSeries = (id: string): SeriesDefinition | undefined => byId.get(id)

/** @throws TypeError for an id that is not in the catalogue, a programming error */
export function getSeries(id: string): SeriesDefinition {
  const series = byId.get(id)
  if (!series) throw new TypeError(`no series is called ${id}`)
  return series
}

/** Lists the series that may stand in for it, in catalogue order. */
export function listStandIns(id: string): SeriesDefinition[] {
  return allSeries.filter(({ standsInFor }) => standsInFor === id)
}
