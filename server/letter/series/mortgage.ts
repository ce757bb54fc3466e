import { addDays } from '../../lib/dates.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import type { Observation } from '../../records/series/series-observation.ts'
import { periodOf } from './monthly-figures.ts'
import type { KnownSeries } from './known-series.ts'
import type { SectionBuilder } from './section-builder.ts'

const SUBJECT = '30-year fixed mortgage rate'
const GROUP = 'mortgage-30'
/** A smaller step of the rate, in percentage points, stands behind what a loan costs. */
const LEAST_MOVE = 0.05
const LOAN_USD = 100_000
const LOAN_SHARE = 0.8
const INCOME_SHARE = 0.3
const PAYMENT_TERMS =
  'i = rate / 1200, 30 years at the fixed rate, principal and interest only: no taxes, no insurance'

/** The rate of the week, against the week before and the same week a year before. */
export function addMortgageRate(builder: SectionBuilder, known: KnownSeries): Fact {
  const { series, newest } = known
  const makeRate = (kind: string, observation: Observation) =>
    builder.fact(
      {
        id: `${GROUP}/${kind}`,
        subject: SUBJECT,
        period: periodOf('weekly', observation.date),
        value: observation.value,
        unit: 'percent',
        precision: 2,
        formula: `${series.name}, as published`,
      },
      [{ series, observation }],
    )
  const rate = makeRate('rate', newest)
  const compare = (over: 'week' | 'year', days: number, slack: number) => {
    const base = findDaysBefore(known, days, slack)
    if (!base) {
      builder.holdBack(
        `${SUBJECT}: change over the ${over} to ${newest.date}`,
        'missing',
        `there is no value for about ${addDays(newest.date, -days)}`,
      )
      return undefined
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
      [
        { series, observation: newest },
        { series, observation: base },
      ],
      [rate, level],
    )
    return { level, change, direction: builder.direction(change) }
  }
  const week = compare('week', 7, 1)
  const year = compare('year', 364, 2)
  const move = Number(week?.change.value ?? 0)
  builder.addFinding({
    id: GROUP,
    facts: [rate, ...factsOf(week), ...factsOf(year)],
    weight: Math.abs(move) < LEAST_MOVE ? 36 : 42,
    size: move / LEAST_MOVE,
  })
  addLoanPayment(builder, known, rate, year?.level)
  return rate
}

/** Among the days that long before, give or take a holiday's shift, there can be only one. */
function findDaysBefore(
  { observations, newest }: KnownSeries,
  days: number,
  slack: number,
): Observation | undefined {
  const from = addDays(newest.date, -days - slack)
  const to = addDays(newest.date, -days + slack)
  return observations.find(({ date }) => date >= from && date <= to)
}

function factsOf(facts: Readonly<Record<string, Fact>> | undefined): Fact[] {
  return facts ? Object.values(facts) : []
}

/** What a loan costs a month now, and a year before: it needs no house price. */
function addLoanPayment(builder: SectionBuilder, known: KnownSeries, rate: Fact, rateBefore?: Fact): void {
  const subject = 'a loan of $100,000'
  const makePayment = (kind: string, from: Fact) =>
    makeFromRate(builder, known, from, {
      id: `loan/${kind}`,
      subject,
      value: monthlyPayment(LOAN_USD, Number(from.value)),
      precision: 2,
      formula: `a month: ${LOAN_USD} x i / (1 - (1 + i)^-360), ${PAYMENT_TERMS}`,
    })
  const payment = makePayment('payment', rate)
  const facts: [Fact, ...Fact[]] = [payment]
  let size = 0
  if (rateBefore) {
    const before = makePayment('payment-last-year', rateBefore)
    const change = makeFromRate(
      builder,
      known,
      rate,
      {
        id: 'loan/year/change',
        subject: 'a 30-year loan of $100,000',
        // In whole dollars, as both are printed: what a reader subtracts is what stands there.
        value: roundFigure(Number(payment.value), 0) - roundFigure(Number(before.value), 0),
        precision: 0,
        formula:
          "a month: payment at this week's rate - payment at the rate of a year before, both in whole dollars",
      },
      [payment, before],
      rateBefore.period.from,
    )
    facts.push(before, change, builder.direction(change))
    size = Number(change.value) / 20
  }
  builder.addFinding({ id: 'loan', facts, weight: 37, size })
}

/** What a home costs a month at this week's rate, and the income that this takes. */
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
  const payment = builder.fact(
    {
      ...words,
      id: 'home/payment',
      value: monthlyPayment(Number(price.value) * LOAN_SHARE, Number(rate.value)),
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
      value: roundFigure((Number(payment.value) * 12) / INCOME_SHARE, 0),
      precision: 0,
      formula: 'a year: payment x 12 / 0.30; principal and interest only: no taxes, no insurance',
    },
    values,
    [payment],
  )
  builder.addFinding({ id: 'home', facts: [payment, income, price], weight: 35, size: 0 })
}

function makeFromRate(
  builder: SectionBuilder,
  { series, newest, findAt }: KnownSeries,
  rate: Fact,
  words: { id: string; subject: string; value: number; precision: number; formula: string },
  facts: readonly Fact[] = [rate],
  from = rate.period.from,
): Fact {
  const first = findAt(from) ?? newest
  const last = findAt(rate.period.to) ?? newest
  return builder.fact(
    { ...words, unit: 'usd', period: { from, to: rate.period.to } },
    [
      { series, observation: last },
      { series, observation: first },
    ],
    facts,
  )
}

const MONTHS = 360

/** The monthly payment on a 30-year loan of fixed rate: principal and interest, no taxes, no insurance.
 *  L x i / (1 - (1 + i)^-360), i = rate / 1200.
 *  @param loan  in dollars, above zero
 *  @param ratePercent  a year, 6.95 for 6.95 %; not below zero */
export function monthlyPayment(loan: number, ratePercent: number): number {
  const i = ratePercent / 1200
  return i === 0 ? loan / MONTHS : (loan * i) / (1 - (1 + i) ** -MONTHS)
}
