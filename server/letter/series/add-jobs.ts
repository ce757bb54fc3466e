import { addDays, addMonths } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import type { Observation } from '../../records/series/series-observation.ts'
import { periodOf, listChange, makeChange, makeLevel } from './monthly-figures.ts'
import type { KnownSeries, SeriesDesk } from './known-series.ts'
import type { SectionBuilder, SourcedValue } from './section-builder.ts'

export function addUnemployment(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('LNS14000000')
  if (!known) return
  const subject = 'unemployment rate'
  const rate = makeLevel(builder, known, {
    id: 'unemployment/rate',
    subject,
    unit: 'percent',
    precision: 1,
  })
  const as = { unit: 'percentage-points', precision: 1 } as const
  const month = makeChange(builder, known, { group: 'unemployment/month', subject, over: 'month', as }, rate)
  builder.addFinding({
    id: 'unemployment',
    facts: [rate, ...listChange(month)],
    weight: 46,
    size: Number(month?.change.value ?? 0) / 0.1,
  })
  addSahmRule(builder, known)
}

function addSahmRule(builder: SectionBuilder, known: KnownSeries): void {
  const { series, newest, findAt } = known
  const computed = computeSahmGap((month) => findAt(month)?.value, newest.date)
  if ('missing' in computed) {
    builder.holdBack(
      `Sahm rule, ${newest.date.slice(0, 7)}`,
      'missing',
      `there is no value for ${computed.missing.slice(0, 7)}`,
    )
    return
  }
  const [first = newest.date] = computed.months
  const others = computed.months
    .flatMap((month): SourcedValue[] => {
      const observation = findAt(month)
      return observation ? [{ series, observation }] : []
    })
    .slice(0, -1)
  const words = {
    subject: 'Sahm rule',
    period: { from: first, to: periodOf('monthly', newest.date).to },
  }
  const values = [{ series, observation: newest }, ...others] as const
  const gap = builder.fact(
    {
      ...words,
      id: 'sahm/gap',
      value: computed.gap,
      unit: 'percentage-points',
      precision: 2,
      formula:
        '3-month mean of the unemployment rate - the lowest such mean of the 12 months before; 0.50 and above triggers',
    },
    values,
  )
  const state = builder.fact(
    {
      ...words,
      id: 'sahm/state',
      value: Number(gap.value) >= SAHM_THRESHOLD ? 'triggered' : 'not triggered',
      unit: 'text',
      precision: 0,
      formula: 'triggered at 0.50 percentage points and above, rounded to 2 digits',
    },
    values,
    [gap],
  )
  builder.addFinding({
    id: 'sahm',
    facts: [gap, state],
    weight: Number(gap.value) >= SAHM_THRESHOLD ? 45 : 2,
    size: 0,
  })
}

export function addPayrolls(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('CES0000000001')
  if (!known) return
  const month = makeChange(builder, known, {
    group: 'payrolls',
    subject: 'payrolls',
    over: 'month',
    as: { unit: 'count', precision: 0, scale: 1000 },
  })
  if (!month) return
  const facts = [month.change, month.direction] as const
  builder.addFinding({ id: 'payrolls', facts, weight: 45, size: Number(month.change.value) / 150_000 })
}

const WEEKS = 4

/** The newest week, the mean of the newest four, and how it differs from the mean of the four that ended a week before. */
export function addJoblessClaims(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('ICSA')
  if (!known) return
  const subject = 'new jobless claims'
  // Oldest first; each week ends on its date.
  const weeks = Array.from({ length: WEEKS + 1 }, (_, index) =>
    addDays(known.newest.date, 7 * (index - WEEKS)),
  )
  const [fifth = '', ...newestFour] = weeks
  const missing = newestFour.filter((date) => !known.findAt(date))
  if (missing.length > 0) {
    builder.holdBack(
      `${subject}: mean of four weeks`,
      'missing',
      `there is no value for ${missing.join(', ')}`,
    )
    return
  }
  const meanOf = (id: string, dates: readonly string[]): Fact | undefined => {
    const [first, ...others] = dates.flatMap((date): SourcedValue[] => {
      const observation: Observation | undefined = known.findAt(date)
      return observation ? [{ series: known.series, observation }] : []
    })
    if (!first || others.length !== WEEKS - 1) return undefined
    const values = [first, ...others] as const
    return builder.fact(
      {
        id,
        subject: `${subject} over four weeks`,
        period: { from: addDays(first.observation.date, -6), to: dates.at(-1) ?? first.observation.date },
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
    builder.holdBack(
      `${subject}: change of the four weeks' mean`,
      'missing',
      `there is no value for ${fifth}`,
    )
    builder.addFinding({ id: 'claims', facts: [mean, newest], weight: 12, size: 0 })
    return
  }
  const change = builder.fact(
    {
      id: 'claims/week/change',
      // The mean is what moves, not the newest week.
      subject: `average of ${subject} over four weeks`,
      period: { from: before.period.from, to: mean.period.to },
      value: Number(mean.value) - Number(before.value),
      unit: 'count',
      precision: 0,
      formula: 'mean of the newest four weeks - mean of the four that ended a week before',
    },
    [
      { series: known.series, observation: known.newest },
      { series: known.series, observation: known.findAt(fifth) ?? known.newest },
    ],
    [mean, before],
  )
  builder.addFinding({
    id: 'claims',
    facts: [mean, change, builder.direction(change), before, newest],
    weight: 12,
    size: Number(change.value) / 5000,
  })
}

export function addJobOpenings(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('JTS000000000000000JOL')
  if (!known) return
  const subject = 'job openings'
  const level = makeLevel(builder, known, {
    id: 'openings/level',
    subject,
    unit: 'count',
    precision: 0,
    scale: 1000,
  })
  const month = makeChange(
    builder,
    known,
    { group: 'openings/month', subject, over: 'month', as: 'share' },
    level,
  )
  builder.addFinding({
    id: 'openings',
    facts: [level, ...listChange(month)],
    weight: 6,
    size: Number(month?.change.value ?? 0) / 0.03,
  })
}

/** At this gap and above, in percentage points, the rule says that a recession has begun. */
const SAHM_THRESHOLD = 0.5

const MEAN_OF = 3
const LOOK_BACK = 12

/** Claudia Sahm's rule: the mean unemployment rate of three months less the lowest such mean of the twelve months before.
 *  @param findRate  percent of a month, by its first day
 *  @returns percentage points, unrounded, and its fifteen months, oldest first; or the first month that is missing */
export function computeSahmGap(
  findRate: (month: string) => number | undefined,
  month: string,
): { readonly gap: number; readonly months: readonly string[] } | { readonly missing: string } {
  const months = Array.from({ length: LOOK_BACK + MEAN_OF }, (_, index) =>
    addMonths(month, index - LOOK_BACK - MEAN_OF + 1),
  )
  const rates: number[] = []
  for (const one of months) {
    const rate = findRate(one)
    if (rate === undefined) return { missing: one }
    rates.push(rate)
  }
  const means = rates
    .slice(MEAN_OF - 1)
    .map((_, index) => rates.slice(index, index + MEAN_OF).reduce((sum, rate) => sum + rate, 0) / MEAN_OF)
  const newest = means.at(-1) ?? 0
  return { gap: newest - Math.min(...means.slice(0, -1)), months }
}
