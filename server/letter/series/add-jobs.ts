import { addDays, addMonths } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { seriesFixedPhrases as phrases } from './fact-book.ts'
import { addMonthly, periodOf } from './monthly-figures.ts'
import { type KnownSeries, type SeriesLookup, sourced, valuesAt } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'

export function addUnemployment(builder: SectionBuilder, lookup: SeriesLookup): void {
  const known = addMonthly(builder, lookup, {
    series: 'LNS14000000',
    subject: 'unemployment rate',
    level: { id: 'unemployment/rate', unit: 'percent', precision: 1 },
    changes: [
      { group: 'unemployment/month', over: 'month', as: { unit: 'percentage-points', precision: 1 } },
    ],
  })
  if (known) addSahmRule(builder, known)
}

function addSahmRule(builder: SectionBuilder, known: KnownSeries): void {
  const { series, newest, findAt } = known
  const computed = computeSahmGap((month) => findAt(month)?.value, newest.date)
  if (!computed) {
    builder.holdBack('Sahm rule', 'missing')
    return
  }
  const [first = newest.date] = computed.months
  const others = valuesAt(known, computed.months.slice(0, -1)) ?? []
  const gap = builder.fact(
    {
      id: 'sahm/gap',
      subject: 'Sahm rule',
      period: { from: first, to: periodOf('monthly', newest.date).to },
      value: computed.gap,
      unit: 'percentage-points',
      precision: 2,
      formula:
        '3-month mean of the unemployment rate - the lowest such mean of the 12 months before; 0.50 and above triggers',
    },
    [{ series, observation: newest }, ...others],
  )
  builder.keep(gap)
}

const WEEKS = 4

/** The newest week, the mean of the newest four weeks, and its difference from the mean of the four weeks that ended a
 *  week earlier. */
export function addJoblessClaims(builder: SectionBuilder, lookup: SeriesLookup): void {
  const known = lookup.find('ICSA')
  if (!known) return
  const subject = 'new jobless claims'
  // Oldest first; each week ends on its date.
  const weeks = Array.from({ length: WEEKS + 1 }, (_, index) =>
    addDays(known.newest.date, 7 * (index - WEEKS)),
  )
  const [fifth = '', ...newestFour] = weeks
  const meanName = `${subject}: mean of ${phrases.fourWeeks}`
  if (newestFour.some((date) => !known.findAt(date))) {
    builder.holdBack(meanName, 'missing')
    return
  }
  const meanOf = (id: string, dates: readonly string[]): Fact | undefined => {
    const values = valuesAt(known, dates)
    const [first = '', last = first] = [dates[0], dates.at(-1)]
    if (!values) return undefined
    return builder.fact(
      {
        id,
        subject: `${subject} over four weeks`,
        period: { from: addDays(first, -6), to: last },
        value: values.reduce((sum, { observation }) => sum + observation.value, 0) / WEEKS,
        unit: 'count',
        precision: 0,
        formula: `${known.series.name}, seasonally adjusted: mean of four weeks that follow each other`,
      },
      values,
    )
  }
  const mean = meanOf('claims/four-week-mean', newestFour)
  const before = meanOf('claims/four-week-mean-last-week', weeks.slice(0, WEEKS))
  if (!mean) return
  const newest = builder.fact(
    {
      id: 'claims/newest-week/level',
      subject: `${subject} in the newest week`,
      period: { from: addDays(known.newest.date, -6), to: known.newest.date },
      value: known.newest.value,
      unit: 'count',
      precision: 0,
      formula: `${known.series.name}, as published, seasonally adjusted`,
    },
    [{ series: known.series, observation: known.newest }],
  )
  if (!before) {
    builder.holdBack(meanName, 'missing')
    builder.keep(mean, newest)
    return
  }
  const change = builder.fact(
    {
      id: 'claims/week/change',
      // It is the mean that moves, not the newest week.
      subject: `average of ${subject} over four weeks`,
      period: { from: before.period.from, to: mean.period.to },
      value: (known.newest.value - (known.findAt(fifth)?.value ?? known.newest.value)) / WEEKS,
      unit: 'count',
      precision: 0,
      formula: 'mean of the newest four weeks - mean of the four that ended a week before',
    },
    sourced(known.series, known.newest, known.findAt(fifth) ?? known.newest),
    [mean, before],
  )
  builder.keep(mean, change, before, newest)
}

const MEAN_OF = 3
const LOOK_BACK = 12

/** The Sahm rule: the three-month mean of the unemployment rate minus the lowest such mean of the twelve months before.
 *  @param findRate  percent of a month, by its first day
 *  @returns percentage points, unrounded, and the fifteen months used, oldest first; undefined if a month is missing */
export function computeSahmGap(
  findRate: (month: string) => number | undefined,
  month: string,
): { readonly gap: number; readonly months: readonly string[] } | undefined {
  const months = Array.from({ length: LOOK_BACK + MEAN_OF }, (_, index) =>
    addMonths(month, index - LOOK_BACK - MEAN_OF + 1),
  )
  const rates: number[] = []
  for (const one of months) {
    const rate = findRate(one)
    if (rate === undefined) return undefined
    rates.push(rate)
  }
  const means = rates
    .slice(MEAN_OF - 1)
    .map((_, index) => rates.slice(index, index + MEAN_OF).reduce((sum, rate) => sum + rate, 0) / MEAN_OF)
  const newest = means.at(-1) ?? 0
  return { gap: newest - Math.min(...means.slice(0, -1)), months }
}
