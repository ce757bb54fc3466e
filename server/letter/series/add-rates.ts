import { periodOf } from './monthly-figures.ts'
import type { SeriesLookup, SourcedValues } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'

const CURVES = [
  {
    group: 'curve-10y-2y',
    short: 'BC_2YEAR',
    ready: 'T10Y2Y',
    subject: 'gap between ten-year and two-year Treasury yields',
  },
  {
    group: 'curve-10y-3m',
    short: 'BC_3MONTH',
    ready: undefined,
    subject: 'gap between ten-year and three-month Treasury yields',
  },
] as const

/** The long yield minus the short yield of the same day. */
export function addYieldCurves(builder: SectionBuilder, lookup: SeriesLookup): void {
  for (const { group, short, ready, subject } of CURVES) {
    const found = findSpread(lookup, short) ?? (ready === undefined ? undefined : findReady(lookup, ready))
    if (!found) {
      builder.holdBack(subject, 'no-basis', 'no day of the week has both yields')
      continue
    }
    const spread = builder.fact(
      {
        id: `${group}/spread`,
        subject,
        period: periodOf('daily', found.values[0].observation.date),
        value: found.value,
        unit: 'percentage-points',
        precision: 2,
        formula: found.formula,
      },
      found.values,
    )
    builder.keep(spread)
  }
}

interface Spread {
  readonly value: number
  readonly values: SourcedValues
  readonly formula: string
}

/** Finds the gap on the newest day that has both yields, since yields of different days are never compared. */
function findSpread(lookup: SeriesLookup, shortId: string): Spread | undefined {
  const long = lookup.find('BC_10YEAR')
  const short = lookup.find(shortId)
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

function findReady(lookup: SeriesLookup, id: string): Spread | undefined {
  const known = lookup.find(id)
  return (
    known && {
      value: known.newest.value,
      values: [{ series: known.series, observation: known.newest }],
      formula: `${known.series.name}, as published`,
    }
  )
}
