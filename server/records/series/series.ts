import type { SeriesDefinition } from './series-observation.ts'
import { blsSeries } from './series-bls.ts'
import { fredSeries } from './series-fred.ts'
import { fhfaSeries, pmmsSeries, treasurySeries, zillowSeries } from './series-housing.ts'

/** Every series that is collected; the agency's own first, then those that may stand in for it. */
export const allSeries: readonly SeriesDefinition[] = [
  ...pmmsSeries,
  ...fhfaSeries,
  ...zillowSeries,
  ...treasurySeries,
  ...blsSeries,
  ...fredSeries,
]

const byId = new Map(allSeries.map((series) => [series.id, series]))

/** @throws TypeError for an id that is not in the catalogue: a mistake in the program */
export function getSeries(id: string): SeriesDefinition {
  const series = byId.get(id)
  if (!series) throw new TypeError(`no series is called ${id}`)
  return series
}

/** Those that may be read in its place, in the catalogue's order. */
export function listStandIns(id: string): SeriesDefinition[] {
  return allSeries.filter(({ standsInFor }) => standsInFor === id)
}
