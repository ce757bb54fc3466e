import { addDays } from '../../lib/dates.ts'
import { makePublished } from './monthly-figures.ts'
import { type SeriesLookup, sourced, type WantedSeries } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'

/** The yield has been between 0.52 and 15.84 since 1962; in March 2020 it fell two fifths below that of the days before. */
export const TEN_YEAR_LIMITS = { min: 0.3, max: 20, maxStep: 0.5 }
/** Short yields are near zero for years, where a share of them says nothing; they hardly ever move by a point within days. */
export const SHORT_YIELD_LIMITS = { min: -2, max: 25, maxPoints: 1 }

/** The series that the section needs in addition to closes, by the catalogue's ids. */
export const marketSeries: readonly WantedSeries[] = [
  { id: 'BC_10YEAR', limits: TEN_YEAR_LIMITS },
  { id: 'BC_3MONTH', limits: SHORT_YIELD_LIMITS },
]

const GROUP = 'treasury-10y'
const SUBJECT = 'ten-year Treasury yield'
/** The day a week before may be a holiday. */
const SLACK_DAYS = 3

/** Adds what the government pays to borrow for ten years, and how that moved over seven days. */
export function addTenYearYield(builder: SectionBuilder, lookup: SeriesLookup): void {
  const known = lookup.find('BC_10YEAR')
  if (!known) return
  const { series, newest, observations } = known
  const rate = makePublished(
    builder.fact,
    { series, observation: newest },
    { id: `${GROUP}/rate`, subject: SUBJECT, unit: 'percent', precision: 2 },
  )
  const day = addDays(newest.date, -7)
  const earliest = addDays(day, -SLACK_DAYS)
  const base = observations.findLast(({ date }) => date <= day && date >= earliest)
  if (!base) {
    builder.holdBack(`${SUBJECT}: change over the week`, 'missing')
    builder.keep(rate)
    return
  }
  const change = builder.fact(
    {
      id: `${GROUP}/week/change`,
      subject: SUBJECT,
      period: { from: base.date, to: newest.date },
      value: newest.value - base.value,
      unit: 'percentage-points',
      precision: 2,
      formula: `the newest yield - that of ${base.date}`,
    },
    sourced(series, newest, base),
    [rate],
  )
  builder.keep(rate, change)
}
