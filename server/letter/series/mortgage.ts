import { addDays } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import type { Observation } from '../../records/series/series-observation.ts'
import { makePublished, periodOf } from './monthly-figures.ts'
import { type KnownSeries, sourced, type SourcedValues } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'
import type { StatementBook } from './statement-book.ts'

const SUBJECT = '30-year fixed mortgage rate'
const GROUP = 'mortgage-30'
const LOAN_SHARE = 0.8
const INCOME_SHARE = 0.3
const PAYMENT_TERMS =
  'i = rate / 1200, 30 years at the fixed rate, principal and interest only: no taxes, no insurance'

/** The week's rate, compared with the week before and the same week a year before. */
export function addMortgageRate(builder: SectionBuilder, known: KnownSeries): Fact {
  const { series, newest } = known
  const makeRate = (kind: string, observation: Observation) =>
    makePublished(
      builder.fact,
      { series, observation },
      { id: `${GROUP}/${kind}`, subject: SUBJECT, unit: 'percent', precision: 2 },
    )
  const rate = makeRate('rate', newest)
  const compare = (over: 'week' | 'year', days: number, slack: number) => {
    const base = findDaysBefore(known, days, slack)
    if (!base) {
      builder.holdBack(`${SUBJECT}: change over the ${over}`, 'missing')
      return []
    }
    const level = makeRate(`rate-last-${over}`, base)
    const change = builder.fact(
      {
        id: `${GROUP}/${over}/change`,
        subject: SUBJECT,
        period: { from: base.date, to: newest.date },
        value: newest.value - base.value,
        unit: 'percentage-points',
        precision: 2,
        formula: `this week's rate - that of ${over === 'week' ? 'the week before' : 'the same week a year before'}`,
      },
      sourced(series, newest, base),
      [rate, level],
    )
    return [level, change]
  }
  const week = compare('week', 7, 1)
  const year = compare('year', 364, 2)
  builder.keep(rate, ...week, ...year)
  return rate
}

/** At most one value can be that many days old, give or take the shift of a holiday. */
function findDaysBefore(
  { observations, newest }: KnownSeries,
  days: number,
  slack: number,
): Observation | undefined {
  const from = addDays(newest.date, -days - slack)
  const to = addDays(newest.date, -days + slack)
  return observations.find(({ date }) => date >= from && date <= to)
}

/** What a home costs a month at this week's rate, and the income needed to pay for it. */
export function addHomePayment(
  builder: SectionBuilder,
  home: { readonly known: KnownSeries; readonly subject: string },
  mortgage: KnownSeries,
  rate: Fact,
): void {
  const { known, subject } = home
  const { series, newest } = known
  const period = periodOf(series.frequency, newest.date)
  const price = builder.fact(
    {
      id: 'home/price',
      subject,
      period,
      value: newest.value,
      unit: 'usd',
      precision: 0,
      formula: `${series.name}, as published, ${period.from} to ${period.to}`,
    },
    [{ series, observation: newest }],
  )
  const values = [
    { series: mortgage.series, observation: mortgage.newest },
    { series, observation: newest },
  ] as const
  const words = { subject, period: rate.period, unit: 'usd' } as const
  const paid = monthlyPayment(newest.value * LOAN_SHARE, mortgage.newest.value)
  const payment = builder.fact(
    {
      ...words,
      id: 'home/payment',
      value: paid,
      precision: 2,
      formula: `a month: price x ${LOAN_SHARE} x i / (1 - (1 + i)^-360), ${PAYMENT_TERMS}; price of ${period.from} to ${period.to}`,
    },
    values,
    [price, rate],
  )
  const income = builder.fact(
    {
      ...words,
      id: 'home/income-needed',
      value: (paid * 12) / INCOME_SHARE,
      precision: 0,
      formula: 'a year: payment x 12 / 0.30; principal and interest only: no taxes, no insurance',
    },
    values,
    [payment],
  )
  builder.keep(payment, income, price)
}

const MONTHS = 360
export const LOAN_USD = 300_000
const MONTHS_OF_A_YEAR = 12
const WEEKS_OF_A_YEAR = 52

/** The interest on $1,000 for a month.
 *  @param terms  added to the formula */
export function makeInterest(
  { make }: Pick<StatementBook, 'make'>,
  { terms, ...words }: { readonly id: string; readonly subject: string; readonly terms: string },
  rate: Fact,
  values: SourcedValues,
): Fact {
  return make(
    {
      ...words,
      period: rate.period,
      value: (1000 * Number(rate.value)) / 1200,
      unit: 'usd',
      precision: 2,
      formula: `a month: 1000 x rate / 1200${terms}`,
    },
    values,
    [rate],
  )
}

/** The monthly payment on a 30-year fixed-rate loan: principal and interest, no taxes, no insurance.
 *  L x i / (1 - (1 + i)^-360), i = rate / 1200.
 *  @param loan  in dollars, above zero
 *  @param ratePercent  a year, 6.95 for 6.95 %; not below zero */
export function monthlyPayment(loan: number, ratePercent: number): number {
  const i = ratePercent / 1200
  return i === 0 ? loan / MONTHS : (loan * i) / (1 - (1 + i) ** -MONTHS)
}

/** How much more a loan of `LOAN_USD` costs a week at the first rate than at the second. */
export function weeklyDifference(rates: SourcedValues): number {
  const [now, then = now] = rates.map(({ observation }) =>
    perWeek(monthlyPayment(LOAN_USD, observation.value)),
  )
  return (now ?? 0) - (then ?? 0)
}

export const perWeek = (monthlyUsd: number): number => (monthlyUsd * MONTHS_OF_A_YEAR) / WEEKS_OF_A_YEAR
