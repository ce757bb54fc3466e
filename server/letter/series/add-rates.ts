import { periodOf, listChange, makeChange, makeLevel } from './monthly-figures.ts'
import type { SeriesDesk } from './known-series.ts'
import type { SectionBuilder, SourcedValue } from './section-builder.ts'

const CURVES = [
  {
    group: 'curve-10y-2y',
    short: 'BC_2YEAR',
    ready: 'T10Y2Y',
    subject: 'gap between ten-year and two-year Treasury yields',
    weight: -25,
  },
  {
    group: 'curve-10y-3m',
    short: 'BC_3MONTH',
    ready: undefined,
    subject: 'gap between ten-year and three-month Treasury yields',
    weight: -27,
  },
] as const

/** Long less short yields of one day. Below zero the curve is inverted. */
export function addYieldCurves(builder: SectionBuilder, desk: SeriesDesk): void {
  for (const { group, short, ready, subject, weight } of CURVES) {
    const found = findSpread(desk, short) ?? (ready === undefined ? undefined : findReady(desk, ready))
    if (!found) {
      builder.holdBack(subject, 'no-basis', 'no day of the week has both yields')
      continue
    }
    const words = { subject, period: periodOf('daily', found.values[0].observation.date) }
    const spread = builder.fact(
      {
        ...words,
        id: `${group}/spread`,
        value: found.value,
        unit: 'percentage-points',
        precision: 2,
        formula: found.formula,
      },
      found.values,
    )
    const sign = Math.sign(Number(spread.value))
    const direction = {
      ...builder.direction(spread),
      value: sign > 0 ? 'was above zero' : sign < 0 ? 'was below zero' : 'was flat',
      formula: 'the sign of the gap, rounded to 2 digits',
    }
    const shape = {
      ...direction,
      id: `economy/${group}/shape`,
      kind: 'shape',
      value: sign > 0 ? 'not inverted' : sign < 0 ? 'inverted' : 'flat',
      formula: 'inverted where the gap is below zero, rounded to 2 digits',
    }
    builder.addFinding({ id: group, facts: [spread, direction, shape], weight, size: sign < 0 ? 5 : 0 })
  }
}

interface Spread {
  readonly value: number
  readonly values: readonly [SourcedValue, ...SourcedValue[]]
  readonly formula: string
}

/** For the newest day that has both: yields of two days are never compared. */
function findSpread(desk: SeriesDesk, shortId: string): Spread | undefined {
  const long = desk.find('BC_10YEAR')
  const short = desk.find(shortId)
  const last = long && short && long.newest.date > short.newest.date ? short.newest : long?.newest
  const a = last && long?.findAt(last.date)
  const b = last && short?.findAt(last.date)
  if (!long || !short || !a || !b) return undefined
  return {
    value: a.value - b.value,
    values: [
      { series: long.series, observation: a },
      { series: short.series, observation: b },
    ],
    formula: `${long.series.name} - ${short.series.name}, both of that day`,
  }
}

function findReady(desk: SeriesDesk, id: string): Spread | undefined {
  const known = desk.find(id)
  return (
    known && {
      value: known.newest.value,
      values: [{ series: known.series, observation: known.newest }],
      formula: `${known.series.name}, as published`,
    }
  )
}

/** The central bank's rate, mean of the month. */
export function addFederalFunds(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('FEDFUNDS')
  if (!known) return
  const subject = 'The federal funds rate'
  const rate = makeLevel(builder, known, { id: 'federal-funds/rate', subject, unit: 'percent', precision: 2 })
  const as = { unit: 'percentage-points', precision: 2 } as const
  const month = makeChange(builder, known, { group: 'federal-funds/month', subject, over: 'month', as }, rate)
  builder.addFinding({
    id: 'federal-funds',
    facts: [rate, ...listChange(month)],
    weight: 4,
    size: Number(month?.change.value ?? 0) / 0.1,
  })
}

/** Even as news. */
const BEHIND_ALL = -60

/** Its owner gives it to FRED a month late: whenever it is read here, a newer value exists elsewhere. */
export function addSentiment(builder: SectionBuilder, desk: SeriesDesk): void {
  const known = desk.find('UMCSENT')
  if (!known) return
  const subject = 'Consumer sentiment (University of Michigan)'
  const level = makeLevel(builder, known, { id: 'sentiment/index', subject, unit: 'index', precision: 1 })
  const month = makeChange(
    builder,
    known,
    { group: 'sentiment/month', subject, over: 'month', as: 'share' },
    level,
  )
  builder.addFinding({
    id: 'sentiment',
    facts: [level, ...listChange(month)],
    weight: BEHIND_ALL,
    size: Number(month?.change.value ?? 0) / 0.04,
  })
}
