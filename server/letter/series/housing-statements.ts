import { type Fact, roundFigure } from '../facts/fact.ts'
import { monthlyPayment } from './mortgage.ts'
import { salience } from './salience.ts'
import { findUsual, listSteps, listUnbroken } from './series-history.ts'
import { amount, bySign, dayName, directionOf, type StatementBook, valuesAt } from './statement-book.ts'
import { tellBuilding, tellHousePrices, tellRents, tellSupply } from './homes-statements.ts'
import { tellCourse } from './tell-course.ts'

const LOAN_USD = 300_000
const TOPIC = 'housing/mortgage'
const WEEKS_OF_A_YEAR = 52
const MONTHS_OF_A_YEAR = 12
const INTEREST_ON_USD = 1000
const FIXED = 'A fixed-rate loan you already have stays as it is.'

/** Where too little is known of its moves, in percentage points; a smaller usual move is taken for the lesser one. */
const USUAL_MOVE = 0.06
const LEAST_USUAL_MOVE = 0.02

export function stateHousing(book: StatementBook): void {
  tellMortgageRate(book)
  tellPayment(book)
  tellHousePrices(book)
  tellRents(book)
  tellSupply(book)
  tellBuilding(book, {
    id: 'starts',
    pace: 'In {month}, builders began homes at a pace of {level} a year',
    name: 'Housing starts',
  })
  tellBuilding(book, {
    id: 'permits',
    pace: 'In {month}, permits for new homes came at a pace of {level} a year',
    name: 'Building permits',
  })
}

function weeklySalience(book: StatementBook): number {
  const known = book.open('PMMS30')
  if (!known) return 0
  const steps = listSteps(listUnbroken(known.observations, 'week'))
  const usual = Math.max(LEAST_USUAL_MOVE, findUsual(steps.slice(0, -1))?.size ?? USUAL_MOVE)
  return salience.weekly((steps.at(-1) ?? 0) / usual)
}

function tellMortgageRate(book: StatementBook): void {
  const rate = book.find('mortgage-30/rate')
  const lastWeek = book.find('mortgage-30/rate-last-week')
  const lastYear = book.find('mortgage-30/rate-last-year')
  const week = book.find('mortgage-30/week/change')
  const year = book.find('mortgage-30/year/change')
  const known = book.open('PMMS30')
  if (!rate || !known) return
  const own = weeklySalience(book)
  const main = rate
  const rises = week && bySign(week, { up: 'rose', down: 'fell', same: 'stayed' })
  if (lastWeek && lastYear && week && year) {
    book.add({
      id: 'mortgage',
      kind: 'change',
      topic: TOPIC,
      main,
      direction: directionOf(week),
      salience: own,
      slots: {
        rate: { figure: rate },
        lastWeek: { figure: lastWeek },
        lastYear: { figure: lastYear },
        day: dayName(rate.period.to),
      },
      tellings: [
        `The 30-year mortgage rate was {rate} on {day}.\nA week before it was {lastWeek}; a year before, {lastYear}.`,
        `The average rate on a new 30-year mortgage was {rate} on {day}.\nIt was {lastWeek} a week before and {lastYear} a year before.`,
        `The 30-year mortgage rate ${rises === 'stayed' ? 'stayed at {rate}' : `${rises} to {rate} on {day}, from {lastWeek} a week before`}.\nA year before it was {lastYear}.`,
      ],
      kickers: [compareTwice(week, year)],
      ...(rises === 'stayed'
        ? {}
        : {
            heads: [`The 30-year mortgage rate ${rises} to {rate}`, `Mortgage rate: {rate}`],
          }),
      lines: [
        'The mortgage rate is {rate}.\nA year ago: {lastYear}.',
        'The mortgage rate is {rate}, after {lastWeek} last week.',
        'A 30-year mortgage: {rate}.\nA year ago: {lastYear}.',
      ],
      follows: ['mortgage-extreme', 'mortgage-streak', 'payment-year', 'payment-week', 'payment'],
    })
  } else {
    book.add({
      id: 'mortgage',
      kind: 'level',
      topic: TOPIC,
      main,
      salience: own,
      slots: { rate: { figure: rate }, day: dayName(rate.period.to) },
      tellings: [
        'The average rate on a new 30-year mortgage was {rate} on {day}.',
        'The 30-year mortgage rate was {rate} on {day}.',
        'A new 30-year mortgage came at {rate} on {day}, on average.',
      ],
      lines: ['The mortgage rate is {rate}.'],
      follows: ['payment'],
    })
  }
  tellCourse(book, {
    group: 'mortgage',
    topic: TOPIC,
    subject: 'the 30-year mortgage rate',
    short: 'the rate',
    head: 'The mortgage rate',
    main,
    values: known.observations,
    pace: 'week',
    salience: own,
    make(words, dates) {
      const values = valuesAt(known, dates)
      return values && book.make(words, values)
    },
    follows: ['payment-year'],
  })
}

/** 'but' only where the two went different ways. */
function compareTwice(week: Fact, year: Fact): string {
  const toYear = bySign(year, { up: 'higher than', down: 'lower than', same: 'the same as' })
  const toWeek = bySign(week, { up: 'higher than', down: 'lower than', same: 'the same as' })
  if (toYear === toWeek) return `Mortgage rates are ${toYear} last week, and ${toYear} a year ago.`
  if (Number(year.value) < 0 && Number(week.value) > 0) {
    return 'Borrowing for a home is cheaper than a year ago, but not than last week.'
  }
  if (Number(year.value) > 0 && Number(week.value) < 0) {
    return 'Borrowing for a home is cheaper than last week, but not than a year ago.'
  }
  return `Mortgage rates are ${toYear} a year ago and ${toWeek} last week.`
}

/** What a loan of $300,000 costs a month: now, a week ago, a year ago. */
function tellPayment(book: StatementBook): void {
  const rate = book.find('mortgage-30/rate')
  const known = book.open('PMMS30')
  if (!rate || !known) return
  const makePayment = (kind: string, from: Fact | undefined): Fact | undefined => {
    const values = from && valuesAt(known, [from.period.to])
    if (!from || !values) return undefined
    return book.make(
      {
        id: `loan-300/${kind}`,
        subject: 'a loan of $300,000',
        period: from.period,
        value: monthlyPayment(LOAN_USD, Number(from.value)),
        unit: 'usd',
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
  makeInterest(book, rate)
  const compare = (over: 'year' | 'week', before: Fact | undefined): Fact | undefined => {
    const values = before && valuesAt(known, [payment.period.to, before.period.to])
    if (!before || !values) return undefined
    return book.make(
      {
        id: `loan-300/${over}/change`,
        subject: 'a loan of $300,000',
        period: { from: before.period.from, to: payment.period.to },
        // In whole dollars, as both are printed: what a reader subtracts is what stands there.
        value: roundFigure(Number(payment.value), 0) - roundFigure(Number(before.value), 0),
        unit: 'usd',
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
  if (week && week.value !== 0) tellWeek(book, week)
  book.addForYou(payForYou(payment, lastYear, year))
  if (lastYear && year && year.value !== 0) tellAtHome(book, { payment, lastYear, year })
}

function makeInterest(book: StatementBook, rate: Fact): void {
  const known = book.open('PMMS30')
  const values = known && valuesAt(known, [rate.period.to])
  if (!values) return
  book.make(
    {
      id: 'mortgage-30/interest',
      subject: 'interest on a mortgage of $1,000',
      period: rate.period,
      value: (INTEREST_ON_USD * Number(rate.value)) / 1200,
      unit: 'usd',
      precision: 2,
      formula: 'a month: 1000 x rate / 1200',
    },
    values,
    [rate],
  )
}

function payForYou(payment: Fact, lastYear: Fact | undefined, year: Fact | undefined) {
  const shared = { id: 'payment', kind: 'worth', topic: TOPIC, main: payment } as const
  if (!lastYear || !year || year.value === 0) {
    return {
      ...shared,
      slots: { payment: { figure: payment } },
      tellings: [
        `A new $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.`,
        `At this week’s rate, a $300,000 loan over 30 years costs {payment} a month.\nTaxes and insurance come on top.`,
        `Borrowing now: a $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.`,
      ],
    } as const
  }
  const more = bySign(year, { up: 'more', down: 'less', same: 'more' })
  return {
    ...shared,
    direction: directionOf(year),
    slots: { payment: { figure: payment }, lastYear: { figure: lastYear }, difference: amount(year) },
    tellings: [
      `A new $300,000 loan over 30 years costs {payment} a month.\nAt last year’s rate: {lastYear}.\nThat is {difference} ${more}, before taxes and insurance.`,
      `At this week’s rate, a $300,000 loan over 30 years costs {payment} a month.\nThat is {difference} ${more} than at last year’s rate ({lastYear}).\nTaxes and insurance come on top.`,
      `A $300,000 loan over 30 years came to {lastYear} a month at last year’s rate.\nNow it is {payment}: {difference} ${more}, before taxes and insurance.`,
    ],
    lines: [`A new $300,000 loan costs {payment} a month.`],
  } as const
}

/** The difference for the story, and the payments for the section where the story told that. */
function tellAtHome(
  book: StatementBook,
  { payment, lastYear, year }: { payment: Fact; lastYear: Fact; year: Fact },
): void {
  const more = bySign(year, { up: 'more', down: 'less', same: 'more' })
  const shared = { kind: 'worth', topic: TOPIC, main: payment, direction: directionOf(year) } as const
  book.addForYou({
    ...shared,
    id: 'payments',
    slots: { payment: { figure: payment }, lastYear: { figure: lastYear } },
    tellings: [
      'A new $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\nAt last year’s rate: {lastYear}.',
      'At this week’s rate, a $300,000 loan over 30 years costs {payment} a month, before taxes and insurance.\nAt last year’s rate it was {lastYear}.',
      'A $300,000 loan over 30 years came to {lastYear} a month at last year’s rate.\nNow it is {payment}, before taxes and insurance.',
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
    atHome: {
      heads: [
        `A new mortgage costs {difference} a month ${more}`,
        `A new mortgage costs {difference} ${more}`,
      ],
      monthlyUsd: Math.abs(Number(year.value)),
    },
  })
}

/** A dollar a month is seldom worth a story; ten are. */
const MOST_FOR_SIZE = 12

function tellYear(
  book: StatementBook,
  { payment, lastYear, year }: { payment: Fact; lastYear: Fact | undefined; year: Fact },
): void {
  const values = valuesOf(book, year)
  if (year.value === 0 || !lastYear || !values) return
  book.make(
    {
      id: 'loan-300/year/weekly-change',
      subject: 'a loan of $300,000',
      period: year.period,
      value: ((Number(payment.value) - Number(lastYear.value)) * MONTHS_OF_A_YEAR) / WEEKS_OF_A_YEAR,
      unit: 'usd',
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
    topic: TOPIC,
    main: payment,
    direction: directionOf(year),
    salience: weeklySalience(book) + Math.min(MOST_FOR_SIZE, Math.abs(Number(year.value)) / 10),
    slots: { difference: amount(year), payment: { figure: payment }, lastYear: { figure: lastYear } },
    tellings: [
      `A new $300,000 loan over 30 years costs {difference} a month ${more} than at last year’s rate.`,
      `At this week’s rate a $300,000 loan over 30 years costs {difference} a month ${more} than at last year’s.`,
      `The payment on a new $300,000 loan over 30 years is {difference} a month ${more} than at last year’s rate.`,
    ],
    heads: [
      `A new $300,000 loan costs {difference} a month ${more} than a year ago`,
      `A new mortgage costs {difference} ${more} than a year ago`,
      `A mortgage: {difference} a month ${more} than a year ago`,
    ],
    lines: [`A new $300,000 loan costs {difference} a month ${more} than a year ago.`],
    follows: ['payment', 'mortgage', 'mortgage-extreme', 'mortgage-streak'],
  })
}

function tellWeek(book: StatementBook, week: Fact): void {
  const [rise, more] = bySign(week, { up: ['rise', 'more'], down: ['fall', 'less'], same: ['rise', 'more'] })
  book.add({
    id: 'payment-week',
    kind: 'worth',
    topic: TOPIC,
    main: week,
    direction: directionOf(week),
    salience: weeklySalience(book),
    slots: { difference: amount(week) },
    tellings: [
      `This week’s ${rise} of the rate means about {difference} a month ${more} on a new $300,000 loan.\n${FIXED}`,
      `A new $300,000 loan costs about {difference} a month ${more} than it did last week.\n${FIXED}`,
      `Against last week’s rate, a new $300,000 loan costs about {difference} a month ${more}.\n${FIXED}`,
    ],
  })
}

function valuesOf(book: StatementBook, { period }: Fact) {
  const known = book.open('PMMS30')
  return known && valuesAt(known, [...new Set([period.to, period.from])])
}
