import type { EditionWeek } from '../../lib/edition-week.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SeriesSection } from './series-section.ts'
import { openSeries, type SeriesLookup, type WantedSeries } from './known-series.ts'
import { SHORT_YIELD_LIMITS, TEN_YEAR_LIMITS } from './add-yield.ts'
import { createSectionBuilder, type SectionBuilder } from './section-builder.ts'
import { addJoblessClaims, addUnemployment } from './add-jobs.ts'
import { addConsumerPrices, addRealPay } from './add-prices-and-pay.ts'
import { addYieldCurves } from './add-rates.ts'
import { addMonthly, type MonthlyFigures } from './monthly-figures.ts'

// Prices have not moved that far in any month since 1947.
const PRICE_LIMITS = { min: 1, max: 100_000, maxStep: 0.08 }

/** The series that the section needs, by the catalogue's ids. Where real shocks were larger than any slip (claims in
 *  March 2020), a value is checked only against a range, not for its step. */
export const economySeries: readonly WantedSeries[] = [
  { id: 'CUUR0000SA0', limits: PRICE_LIMITS },
  { id: 'CUUR0000SA0L1E', limits: PRICE_LIMITS },
  { id: 'CUSR0000SA0', limits: PRICE_LIMITS },
  { id: 'CUSR0000SA0L1E', limits: PRICE_LIMITS },
  { id: 'CWUR0000SA0', limits: PRICE_LIMITS },
  { id: 'CUSR0000SAF11', limits: PRICE_LIMITS },
  // Gas has cost between 0.8 and 5.1 dollars a gallon since 1990.
  { id: 'GASREGW', limits: { min: 0.3, max: 30, maxStep: 0.4 } },
  { id: 'CES0500000008', limits: { min: 1, max: 1000, maxStep: 0.08 } },
  // Unemployment has been between 2.5 and 14.8 since 1948.
  { id: 'LNS14000000', limits: { min: 1.5, max: 30 } },
  { id: 'CES0000000001', limits: { min: 20_000, max: 1_000_000, maxStep: 0.2 } },
  { id: 'ICSA', limits: { min: 50_000, max: 20_000_000 } },
  { id: 'JTS000000000000000JOL', limits: { min: 500, max: 50_000, maxStep: 0.5 } },
  { id: 'BC_10YEAR', limits: TEN_YEAR_LIMITS },
  { id: 'BC_2YEAR', limits: SHORT_YIELD_LIMITS },
  { id: 'BC_3MONTH', limits: SHORT_YIELD_LIMITS },
  { id: 'T10Y2Y', limits: { min: -10, max: 10 } },
  { id: 'FEDFUNDS', limits: { min: 0, max: 30 } },
  { id: 'UMCSENT', limits: { min: 10, max: 200 } },
]

const PAYROLLS: MonthlyFigures = {
  series: 'CES0000000001',
  subject: 'payrolls',
  changes: [{ group: 'payrolls', over: 'month', as: { unit: 'count', precision: 0, scale: 1000 } }],
}
const JOB_OPENINGS: MonthlyFigures = {
  series: 'JTS000000000000000JOL',
  subject: 'job openings',
  level: { id: 'openings/level', unit: 'count', precision: 0, scale: 1000 },
  changes: [{ group: 'openings/month', over: 'month', as: 'share' }],
}
/** The central bank's rate, averaged over the month. */
const FEDERAL_FUNDS: MonthlyFigures = {
  series: 'FEDFUNDS',
  subject: 'The federal funds rate',
  level: { id: 'federal-funds/rate', unit: 'percent', precision: 2 },
  changes: [{ group: 'federal-funds/month', over: 'month', as: { unit: 'percentage-points', precision: 2 } }],
}
/** Its owner gives it to FRED a month late, so whenever it is read here a newer value exists elsewhere. */
const SENTIMENT: MonthlyFigures = {
  series: 'UMCSENT',
  subject: 'Consumer sentiment (University of Michigan)',
  level: { id: 'sentiment/index', unit: 'index', precision: 1 },
  changes: [{ group: 'sentiment/month', over: 'month', as: 'share' }],
}

const monthly = (figures: MonthlyFigures) => (builder: SectionBuilder, lookup: SeriesLookup) =>
  addMonthly(builder, lookup, figures)

/** Names that readers know, in the order in which the figures are computed. */
const PARTS = {
  'hourly pay after prices': addRealPay,
  'consumer prices': addConsumerPrices,
  'jobs on payrolls': monthly(PAYROLLS),
  unemployment: addUnemployment,
  'jobless claims': addJoblessClaims,
  'job openings': monthly(JOB_OPENINGS),
  'gaps between Treasury yields': addYieldCurves,
  'the federal funds rate': monthly(FEDERAL_FUNDS),
  'consumer sentiment': monthly(SENTIMENT),
}

/** Analyses what was known of prices, pay, jobs and rates at a week's end. Pure: the same readings in any order give the
 *  same section, byte for byte.
 *  @param readings  of `economySeries`; a missing one is named in the coverage */
export function analyseEconomy(readings: readonly SeriesReading[], week: EditionWeek): SeriesSection {
  const builder = createSectionBuilder('economy')
  const lookup = openSeries(readings, economySeries, week)
  for (const [what, add] of Object.entries(PARTS)) builder.attempt(what, () => add(builder, lookup))
  return builder.finish(lookup.heldBack, lookup.coverage, week)
}
