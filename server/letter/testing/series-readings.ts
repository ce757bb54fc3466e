import { addMonths } from '../../lib/dates.ts'
import { releaseDateOf } from '../../records/series/observations.ts'
import { getSeries } from '../../records/series/series.ts'
import type { Observation, SeriesReading } from '../../records/series/series-observation.ts'

/** A reading of a series in the catalogue, with each value public by its release rule and read that day.
 *  @param values  by date, 'YYYY-MM-DD' */
export function createReading(
  seriesId: string,
  values: Readonly<Record<string, number>>,
  changes: Partial<Observation> = {},
): SeriesReading {
  const series = getSeries(seriesId)
  return {
    series,
    observations: Object.entries(values).map(([date, value]) =>
      createObservation(releaseDateOf(series, date), { date, value, ...changes }),
    ),
  }
}

function createObservation(
  publicFrom: string,
  given: Pick<Observation, 'date' | 'value'> & Partial<Observation>,
): Observation {
  return {
    publicFrom,
    vintageDate: publicFrom,
    firstReadOn: publicFrom,
    isAsRevisedSince: false,
    isPreliminary: false,
    retrievedAt: `${publicFrom}T22:00:00.000Z`,
    ...given,
  }
}

/** Values of consecutive months.
 *  @param last  the newest month, 'YYYY-MM'
 *  @param values  oldest first */
export function listMonths(last: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    values.map((value, index) => [addMonths(`${last}-01`, index - values.length + 1), value] as const),
  )
}
