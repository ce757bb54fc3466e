import { addMonths } from '../../lib/dates.ts'
import { periodOf, makeChange, SHARE_PRECISION } from './monthly-figures.ts'
import { type KnownSeries, type SeriesLookup, sourced } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'

const PRICES = [
  {
    group: 'cpi',
    unadjusted: 'CUUR0000SA0',
    adjusted: 'CUSR0000SA0',
    subject: 'consumer prices',
    adjustedSubject: 'Consumer prices (seasonally adjusted)',
  },
  {
    group: 'cpi-core',
    unadjusted: 'CUUR0000SA0L1E',
    adjusted: 'CUSR0000SA0L1E',
    subject: 'consumer prices without food and energy',
    adjustedSubject: 'Core consumer prices (seasonally adjusted)',
  },
] as const

/** Consumer prices over the year, from the index that is not seasonally adjusted, as the Bureau publishes them. If only
 *  the adjusted index is known, the figure has a kind of its own, since it may differ in the last digit. */
export function addConsumerPrices(builder: SectionBuilder, lookup: SeriesLookup): void {
  for (const { group, unadjusted, adjusted, subject, adjustedSubject } of PRICES) {
    const known = lookup.find(unadjusted)
    const standIn = known ? undefined : lookup.find(adjusted)
    const year = known
      ? makeChange(builder, known, { group, subject, over: 'year', as: 'share' })
      : standIn &&
        makeChange(builder, standIn, {
          group: `${group}-adjusted`,
          kind: 'adjusted-change',
          subject: adjustedSubject,
          over: 'year',
          as: 'share',
          note: 'since the unadjusted index, which the Bureau compares years by, is not known',
        })
    if (year) builder.keep(year)
  }
}

/** Adds what an hour's work of production and nonsupervisory workers buys compared with a year before, (W_t / W_(t-12)) /
 *  (CPIW_t / CPIW_(t-12)) - 1, for the newest month that both series have. */
export function addRealPay(builder: SectionBuilder, lookup: SeriesLookup): void {
  const wages = lookup.find('CES0500000008')
  const prices = lookup.find('CWUR0000SA0')
  const name = 'hourly pay after inflation'
  if (!wages || !prices) {
    const missing = [wages ? [] : ['hourly pay'], prices ? [] : ['the prices that wage earners pay']].flat()
    builder.holdBack(name, 'no-basis', `we have no recent figure for ${missing.join(' or ')}`)
    return
  }
  const month = wages.observations.findLast(({ date }) => prices.findAt(date))?.date
  const paid = month === undefined ? undefined : findYear(wages, month)
  const cost = month === undefined ? undefined : findYear(prices, month)
  if (month === undefined || !paid || !cost) {
    const why = month === undefined ? 'no month with a year before it in both series' : undefined
    builder.holdBack(name, 'no-basis', why)
    return
  }
  const period = { from: addMonths(month, -12), to: periodOf('monthly', month).to }
  const shared = { period, unit: 'fraction', precision: SHARE_PRECISION } as const
  const wage = builder.fact(
    {
      ...shared,
      id: 'wage/change',
      subject: 'hourly pay',
      value: paid.ratio - 1,
      formula: `${wages.series.name}, seasonally adjusted: the month's value / that of the same month a year before - 1`,
    },
    paid.values,
  )
  const inflation = builder.fact(
    {
      ...shared,
      id: 'wage-prices/change',
      subject: 'prices that wage earners pay',
      value: cost.ratio - 1,
      formula: `${prices.series.name}, not seasonally adjusted: the month's value / that of the same month a year before - 1`,
    },
    cost.values,
  )
  const real = builder.fact(
    {
      ...shared,
      id: 'real-wage/change',
      subject: name,
      value: paid.ratio / cost.ratio - 1,
      formula: '(W / W a year before) / (CPI-W / CPI-W a year before) - 1, from the published values',
    },
    [...paid.values, ...cost.values],
    [wage, inflation],
  )
  builder.keep(real, wage, inflation)
}

function findYear({ series, findAt }: KnownSeries, month: string) {
  const now = findAt(month)
  const before = findAt(addMonths(month, -12))
  if (!now || !before) return undefined
  return { ratio: now.value / before.value, values: sourced(series, now, before) }
}
