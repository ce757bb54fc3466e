import { type Fact, roundFigure } from '../facts/fact.ts'
import { tellIncome } from './loan-income.ts'
import { LOAN_USD, makeInterest, monthlyPayment, weeklyDifference } from './mortgage.ts'
import { salience } from './salience.ts'
import { countMoves, listSteps, listUnbroken } from './series-history.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { amount, bySign, directionOf, type StatementBook } from './statement-book.ts'

export const MORTGAGE_TOPIC = 'housing/mortgage'
const LOAN = { subject: 'a loan of $300,000', unit: 'usd' } as const
/** Percentage points. */
const STEP = 0.1

/** Reassures readers who already have a loan. */
const FIXED = 'Have a fixed-rate loan already?\nIt stays as it is.'

/** In percentage points: the usual move if too little is known about the rate, and the smallest move that counts as
 *  usual. */
const MOVE = { usual: 0.06, least: 0.02 }

/** What a loan of $300,000 costs a month: now, a week ago, and a year ago. */
export function tellLoan(book: StatementBook): void {
  const rate = book.find('mortgage-30/rate')
  const known = book.open('PMMS30')
  if (!rate || !known) return
  const makePayment = (kind: string, from: Fact | undefined): Fact | undefined => {
    const values = from && valuesAt(known, [from.period.to])
    if (!from || !values) return undefined
    return book.make(
      {
        ...LOAN,
        id: `loan-300/${kind}`,
        period: from.period,
        value: monthlyPayment(LOAN_USD, Number(from.value)),
        precision: 2,
        formula: `a month: ${LOAN_USD} x i / (1 - (1 + i)^-360), i = rate / 1200, 30 years at the fixed rate, principal and interest only: no taxes, no insurance`,
      },
      values,
      [from],
    )
  }
  const payment = makePayment('payment', rate)
  const lastYear = makePayment('payment-last-year', book.find('mortgage-30/rate-last-year'))
  const lastWeek = makePayment('payment-last-week', book.find('mortgage-30/rate-last-week'))
  if (!payment) return
  const values = valuesAt(known, [rate.period.to])
  if (values) {
    const words = { id: 'mortgage-30/interest', subject: 'interest on a mortgage of $1,000' }
    makeInterest(book, { ...words, terms: '' }, rate, values)
  }
  book.attempt({ id: 'loan-income', kind: 'worth' }, () => tellIncome(book, known, payment))
  const compare = (over: 'year' | 'week', before: Fact | undefined): Fact | undefined => {
    const values = before && valuesAt(known, [payment.period.to, before.period.to])
    if (!before || !values) return undefined
    return book.make(
      {
        ...LOAN,
        id: `loan-300/${over}/change`,
        period: { from: before.period.from, to: payment.period.to },
        // In whole dollars, as both are printed, so that readers who subtract them get the same.
        value: roundFigure(Number(payment.value), 0) - roundFigure(Number(before.value), 0),
        precision: 0,
        formula: `a month: payment at this week's rate - payment at the rate of the ${over} before, both in whole dollars`,
      },
      values,
      [payment, before],
    )
  }
  const year = compare('year', lastYear)
  const week = compare('week', lastWeek)
  if (year) tellYear(book, { payment, lastYear, year })
  makeStep(book, known, { rate, payment })
  book.attempt({ id: 'payment-week', kind: 'worth' }, () => week && tellWeek(book, week))
  book.addForYou(payForYou(payment, lastYear, year))
  if (lastYear && year && year.value !== 0) tellAtHome(book, { payment, lastYear, year })
}

function payForYou(payment: Fact, lastYear: Fact | undefined, year: Fact | undefined) {
  const shared = { id: 'payment', kind: 'worth', topic: MORTGAGE_TOPIC, main: payment } as const
  if (!lastYear || !year || year.value === 0) {
    return {
      ...shared,
      slots: { payment: { figure: payment } },
      tellings: [
        `A new $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\n${FIXED}`,
        `At this week’s rate, a $300,000 loan over 30 years costs {payment} a month.\nTaxes and insurance come on top.\n${FIXED}`,
        `Borrowing now: a $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\n${FIXED}`,
      ],
    } as const
  }
  const more = bySign(year, { up: 'more', down: 'less', same: 'more' })
  return {
    ...shared,
    direction: directionOf(year),
    slots: { payment: { figure: payment }, difference: amount(year) },
    tellings: [
      `A new $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\nThat is {difference} ${more} than at last year’s rate.\n${FIXED}`,
      `At this week’s rate, a $300,000 loan over 30 years costs {payment} a month, {difference} ${more} than a year ago.\nTaxes and insurance come on top.\n${FIXED}`,
      `Buying a home now?\nA $300,000 loan over 30 years costs {payment} a month before taxes and insurance, {difference} ${more} than at last year’s rate.\n${FIXED}`,
    ],
    lines: [`A new $300,000 loan costs {payment} a month.`],
  } as const
}

/** Adds the difference for the story, and the payments for the section in case the story used the difference. */
function tellAtHome(
  book: StatementBook,
  { payment, lastYear, year }: { payment: Fact; lastYear: Fact; year: Fact },
): void {
  const more = bySign(year, { up: 'more', down: 'less', same: 'more' })
  const shared = {
    kind: 'worth',
    topic: MORTGAGE_TOPIC,
    main: payment,
    direction: directionOf(year),
  } as const
  book.addForYou({
    ...shared,
    id: 'payments',
    slots: { payment: { figure: payment }, lastYear: { figure: lastYear } },
    tellings: [
      `A new $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\nAt last year’s rate: {lastYear}.\n${FIXED}`,
      `At this week’s rate, a $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\nAt last year’s rate it was {lastYear}.\n${FIXED}`,
      `A $300,000 loan over 30 years came to {lastYear} a month at last year’s rate.\nNow it is {payment}, before taxes and insurance.\n${FIXED}`,
    ],
  })
  book.addForYou({
    ...shared,
    id: 'payment-difference',
    slots: { difference: amount(year) },
    tellings: [
      `A new $300,000 loan costs {difference} a month ${more} than a year ago.`,
      `Against a year ago, a new $300,000 loan costs {difference} a month ${more}.`,
      `For a new $300,000 loan, a month costs {difference} ${more} than a year ago.`,
    ],
    carry: [`a new $300,000 loan costs {difference} a month ${more} than a year ago.`],
    atHome: { monthlyUsd: Math.abs(Number(year.value)) },
  })
}

/** A difference of one dollar a month is seldom worth a story; ten dollars are. */
const MOST_FOR_SIZE = 12

function tellYear(
  book: StatementBook,
  { payment, lastYear, year }: { payment: Fact; lastYear: Fact | undefined; year: Fact },
): void {
  const values = valuesOf(book, year)
  if (year.value === 0 || !lastYear || !values) return
  book.make(
    {
      ...LOAN,
      id: 'loan-300/year/weekly-change',
      period: year.period,
      value: weeklyDifference(values),
      precision: 0,
      formula: 'a week: (payment - that at the rate of a year before) x 12 / 52',
    },
    values,
    [payment, lastYear],
  )
  const more = bySign(year, { up: 'more', down: 'less', same: 'more' })
  book.add({
    id: 'payment-year',
    kind: 'worth',
    topic: MORTGAGE_TOPIC,
    main: payment,
    direction: directionOf(year),
    salience: rateWeek(book) + Math.min(MOST_FOR_SIZE, Math.abs(Number(year.value)) / 10),
    slots: { difference: amount(year), payment: { figure: payment }, lastYear: { figure: lastYear } },
    tellings: [
      `A new $300,000 loan over 30 years costs {difference} a month ${more} than at last year’s rate.`,
      `At this week’s rate a $300,000 loan over 30 years costs {difference} a month ${more} than at last year’s.`,
      `The payment on a new $300,000 loan over 30 years is {difference} a month ${more} than at last year’s rate.`,
    ],
    heads: [
      `A new $300,000 loan costs {difference} a month ${more} than a year ago`,
      `A $300,000 loan costs {difference} a month ${more} than a year ago`,
    ],
    lines: [`A new $300,000 loan costs {difference} a month ${more} than a year ago.`],
    glances: [
      `The payment on a new home loan is ${bySign(year, { up: 'higher', down: 'lower', same: '' })} than a year ago.`,
    ],
    follows: ['payment', 'mortgage', 'mortgage-extreme', 'mortgage-streak'],
  })
}

function tellWeek(book: StatementBook, week: Fact): void {
  if (week.value === 0) return
  const [rise, more] = bySign(week, { up: ['rise', 'more'], down: ['fall', 'less'], same: ['rise', 'more'] })
  book.add({
    id: 'payment-week',
    kind: 'worth',
    topic: MORTGAGE_TOPIC,
    main: week,
    direction: directionOf(week),
    salience: rateWeek(book),
    slots: { difference: amount(week) },
    tellings: [
      `This week’s ${rise} in the rate means about {difference} a month ${more} on a new $300,000 loan.`,
      `A new $300,000 loan costs about {difference} a month ${more} than it did last week.`,
      `Against last week’s rate, a new $300,000 loan costs about {difference} a month ${more}.`,
    ],
  })
}

/** What a tenth of a percentage point costs or saves somebody who borrows now. */
function makeStep(
  book: StatementBook,
  known: KnownSeries,
  { rate, payment }: { rate: Fact; payment: Fact },
): void {
  const values = valuesAt(known, [rate.period.to])
  if (!values) return
  book.make(
    {
      ...LOAN,
      id: 'loan-300/step',
      period: rate.period,
      value:
        monthlyPayment(LOAN_USD, Number(rate.value) + STEP) - monthlyPayment(LOAN_USD, Number(rate.value)),
      precision: 0,
      formula: `a month: payment at this week's rate + ${STEP} percentage points - payment at this week's rate`,
    },
    values,
    [rate, payment],
  )
}

function valuesOf(book: StatementBook, { period }: Fact) {
  const known = book.open('PMMS30')
  return known && valuesAt(known, [...new Set([period.to, period.from])])
}

/** The salience of the week's move of the mortgage rate. */
export function rateWeek(book: StatementBook): number {
  const known = book.open('PMMS30')
  if (!known) return 0
  const steps = listSteps(listUnbroken(known.observations, 'week'))
  return salience.weekly(countMoves(steps, MOVE))
}
