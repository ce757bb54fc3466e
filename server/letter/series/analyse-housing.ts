import type { EditionWeek } from '../../lib/edition-week.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SeriesSection } from './series-section.ts'
import { openSeries, type SeriesLookup, type WantedSeries } from './known-series.ts'
import { addMonthly, makeChange, type MonthlyFigures } from './monthly-figures.ts'
import { createSectionBuilder, type SectionBuilder } from './section-builder.ts'
import { addHomePayment, addMortgageRate } from './mortgage.ts'

const PRICE_LIMITS = { min: 10_000, max: 10_000_000, maxStep: 0.25 }
const INDEX_LIMITS = { min: 1, max: 100_000, maxStep: 0.08 }
const BUILDING_LIMITS = { min: 100, max: 10_000, maxStep: 0.6 }

/** The series that the section needs, by the catalogue's ids. */
export const housingSeries: readonly WantedSeries[] = [
  // The rate has been between 2.65 and 18.63 since 1971.
  { id: 'PMMS30', limits: { min: 1, max: 25, maxStep: 0.25 } },
  { id: 'MSPUS', limits: PRICE_LIMITS },
  { id: 'ZHVI-102001', limits: PRICE_LIMITS },
  { id: 'HPI-USA-NSA', limits: INDEX_LIMITS },
  { id: 'ZORI-102001', limits: { min: 100, max: 100_000, maxStep: 0.08 } },
  { id: 'MSACSR', limits: { min: 0.5, max: 40 } },
  { id: 'HOUST', limits: BUILDING_LIMITS },
  { id: 'PERMIT', limits: BUILDING_LIMITS },
]

const SUPPLY: MonthlyFigures = {
  series: 'MSACSR',
  subject: 'supply of new homes',
  level: { id: 'supply/months', unit: 'months', precision: 1 },
  changes: [],
}
const building = (series: string, group: string, subject: string): MonthlyFigures => ({
  series,
  subject,
  level: { id: `${group}/level`, unit: 'count', precision: 0, scale: 1000 },
  changes: [
    { group: `${group}/month`, over: 'month', as: 'share' },
    { group: `${group}/year`, over: 'year', as: 'share' },
  ],
})
const MONTHLY = [
  SUPPLY,
  building('HOUST', 'starts', 'housing starts'),
  building('PERMIT', 'permits', 'building permits'),
]

/** Analyses what was known of housing at a week's end. Pure: the same readings in any order give the same section, byte
 *  for byte.
 *  @param readings  of `housingSeries`; a missing one is named in the coverage */
export function analyseHousing(readings: readonly SeriesReading[], week: EditionWeek): SeriesSection {
  const builder = createSectionBuilder('housing')
  const lookup = openSeries(readings, housingSeries, week)
  const mortgage = lookup.find('PMMS30')
  const home = findHome(lookup)
  if (mortgage) {
    builder.attempt('the mortgage rate and what a loan costs', () => {
      const rate = addMortgageRate(builder, mortgage)
      if (home) addHomePayment(builder, home, mortgage, rate)
    })
  }
  if (!mortgage || !home) {
    builder.holdBack(
      'payment on a median home, and the income it takes',
      'no-basis',
      `we have no recent ${mortgage ? 'price of a home' : 'mortgage rate'}`,
    )
  }
  builder.attempt('home prices', () => addPrices(builder, lookup))
  for (const figures of MONTHLY)
    builder.attempt(figures.subject, () => void addMonthly(builder, lookup, figures))
  return builder.finish(lookup.heldBack, lookup.coverage, week)
}

/** The median price of a new home, otherwise Zillow's typical value; the subject says which. */
function findHome(lookup: SeriesLookup) {
  const median = lookup.find('MSPUS')
  if (median) return { known: median, subject: 'a new home of median price' }
  const typical = lookup.find('ZHVI-102001')
  return typical && { known: typical, subject: 'a home of typical value by Zillow' }
}

function addPrices(builder: SectionBuilder, lookup: SeriesLookup): void {
  const sources = [
    { id: 'HPI-USA-NSA', group: 'index' },
    { id: 'ZHVI-102001', group: 'home-value' },
  ]
  for (const { id, group } of sources) {
    const known = lookup.find(id)
    if (!known) continue
    const subject =
      id !== 'HPI-USA-NSA'
        ? 'Zillow home values'
        : known.series.id === id
          ? 'FHFA house prices'
          : 'Case-Shiller home prices'
    const year = makeChange(builder, known, { group, subject, over: 'year', as: 'share' })
    if (year) builder.keep(year)
  }
}
