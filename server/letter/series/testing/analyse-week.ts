import type { SeriesReading } from '../../../records/series/series-observation.ts'
import { analyseEconomy } from '../analyse-economy.ts'

/** The unemployment rate in percent: US Bureau of Labor Statistics, LNS14000000, December 2023 to February 2025, as
 *  published on 7 March 2025. */
export const UNEMPLOYMENT = [3.8, 3.7, 3.9, 3.9, 3.9, 4.0, 4.1, 4.2, 4.2, 4.1, 4.1, 4.2, 4.1, 4.0, 4.1]
/** A week by which all of them had been published. */
export const LATE_MARCH = { from: '2025-03-17', to: '2025-03-23' }
/** The week of these readings that tests ask about, Monday to Sunday. */
export const WEEK = { from: '2025-01-27', to: '2025-02-02' }

/** The section for a week's readings, with its facts by the ends of their ids: 'cpi/change'. */
export function analyseWeek(readings: readonly SeriesReading[], week = WEEK) {
  const section = analyseEconomy(readings, week)
  const find = (id: string) => section.facts.find((fact) => fact.id === `economy/${id}`)
  return { ...section, find, valueOf: (id: string) => find(id)?.value }
}
