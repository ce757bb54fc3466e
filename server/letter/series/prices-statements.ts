import { addDays, addMonths } from '../../lib/dates.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import type { KnownSeries } from './known-series.ts'
import { periodOf, SHARE_PRECISION } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { findUsual, listSteps, listUnbroken } from './series-history.ts'
import {
  amount,
  bySign,
  dayName,
  directionOf,
  monthName,
  type StatementBook,
  valuesAt,
  written,
} from './statement-book.ts'
import { tellCourse, tellYearCourse, yearSalience } from './tell-course.ts'

const TANK_GALLONS = 15
const GROCERIES_USD = 100
const LEAST_GAS_STEP = 0.01
const YEAR_DAYS = 364
const USUAL_GAS_STEP = 0.04
/** Monday's price of a year before, whatever week it stands in. */
const SLACK_DAYS = 3

export function statePrices(book: StatementBook): void {
  tellConsumerPrices(book)
  tellGroceries(book)
  tellGas(book)
}

/** The change of consumer prices over a year, from the index that the Bureau compares years by, else the other. */
export function findPrices(
  book: StatementBook,
): { readonly change: Fact; readonly known: KnownSeries } | undefined {
  const own = book.find('cpi/change')
  const change = own ?? book.find('cpi-adjusted/adjusted-change')
  const known = book.open(own ? 'CUUR0000SA0' : 'CUSR0000SA0')
  return change && known && { change, known }
}

/** Which index it is, where it is not the one that years are compared by. */
export const nameIndex = ({ series }: KnownSeries): string =>
  series.seasonalAdjustment === 'adjusted' ? ' (seasonally adjusted index)' : ''

function tellConsumerPrices(book: StatementBook): void {
  const found = findPrices(book)
  if (!found) return
  const { change, known } = found
  const own = yearSalience(known) + 3
  const index = nameIndex(known)
  const rose = bySign(change, { up: 'rose {change}', down: 'fell {change}', same: 'did not change' })
  const were = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const costs = bySign(change, {
    up: '{change} more than',
    down: '{change} less than',
    same: 'as much as',
  })
  book.add({
    id: 'prices',
    kind: 'change',
    topic: 'economy/prices',
    main: change,
    direction: directionOf(change),
    salience: own,
    slots: { change: amount(change), month: monthName(change.period.to, book) },
    tellings: [
      `In {month}, what people buy cost ${costs} a year before${index}.`,
      `Consumer prices ${rose} in the year to {month}${index}.`,
      `Consumer prices in {month} were ${were} from a year before${index}.`,
      `Over the year to {month}, the prices that people pay ${rose}${index}.`,
    ],
    heads: change.value === 0 ? [] : [`Prices ${rose} in the year to {month}`, `Prices ${rose} in a year`],
    lines: [`Prices ${rose} in the year to {month}.`],
    follows: ['prices-extreme', 'prices-streak', 'flat-pay', 'real-pay'],
  })
  tellYearCourse(book, known, {
    change,
    group: 'prices',
    topic: 'economy/prices',
    subject: 'the yearly rise in consumer prices',
    short: 'the rise',
    salience: own,
  })
}

/** Food to be eaten at home, from the index without seasonal swings. */
function tellGroceries(book: StatementBook): void {
  const known = book.open('CUSR0000SAF11')
  const date = known?.newest.date ?? ''
  const values = known && valuesAt(known, [date, addMonths(date, -12)])
  const [newest, base] = values ?? []
  if (!known || !values || !newest || !base) return
  const subject = 'prices of food at home'
  const period = { from: addMonths(date, -12), to: periodOf('monthly', date).to }
  const change = book.make(
    {
      id: 'groceries/change',
      subject,
      period,
      value: newest.observation.value / base.observation.value - 1,
      unit: 'fraction',
      precision: SHARE_PRECISION,
      formula: `${known.series.name}: the month's value / that of the same month a year before - 1`,
    },
    values,
  )
  const cost = book.make(
    {
      id: 'groceries/cost',
      subject: 'groceries that cost $100 a year before',
      period,
      value: GROCERIES_USD * (1 + Number(change.value)),
      unit: 'usd',
      precision: 2,
      formula: `${GROCERIES_USD} x (1 + the change over the year)`,
    },
    values,
    [change],
  )
  book.make(
    {
      id: 'groceries/cost-change',
      subject: 'groceries that cost $100 a year before',
      period,
      value: roundFigure(Number(cost.value) - GROCERIES_USD, 2),
      unit: 'usd',
      precision: 2,
      formula: `what they cost - ${GROCERIES_USD}`,
    },
    values,
    [cost],
  )
  const own = yearSalience(known)
  const month = monthName(date, book)
  const rose = bySign(change, { up: 'rose {change}', down: 'fell {change}', same: 'did not change' })
  const costs = bySign(change, {
    up: '{change} more than',
    down: '{change} less than',
    same: 'as much as',
  })
  book.add({
    id: 'groceries',
    kind: 'change',
    topic: 'economy/groceries',
    main: change,
    direction: directionOf(change),
    salience: own,
    slots: { change: amount(change), month },
    tellings: [
      `In {month}, groceries cost ${costs} a year before.`,
      `Grocery prices ${rose} in the year to {month}, seasonal swings taken out.`,
      `Food to eat at home: prices ${rose} over the year to {month}.`,
    ],
    heads:
      change.value === 0
        ? []
        : [`Grocery prices ${rose} in the year to {month}`, `Grocery prices ${rose} in a year`],
    lines: [`Grocery prices ${rose} in the year to {month}.`],
    isEveryday: true,
    follows: ['groceries-extreme', 'groceries-streak', 'groceries-for-you'],
  })
  tellYearCourse(book, known, {
    change,
    group: 'groceries',
    topic: 'economy/groceries',
    subject: 'the yearly rise in grocery prices',
    salience: own,
  })
  if (change.value === 0) return
  book.addForYou({
    id: 'groceries-for-you',
    kind: 'worth',
    topic: 'economy/groceries',
    main: change,
    direction: directionOf(change),
    slots: { cost: written(cost, formatCents), month },
    tellings: [
      'A cart with $100 of groceries cost {cost} a year later, in {month}.',
      'What was $100 of groceries a year before cost {cost} in {month}.',
      'Take $100 of groceries: a year later, in {month}, they cost {cost}.',
    ],
    lines: ['What was $100 of groceries a year before cost {cost} in {month}.'],
  })
}

/** The pump price of the week, and what a tank comes to. */
function tellGas(book: StatementBook): void {
  const known = book.open('GASREGW')
  if (!known) return
  const { newest, observations } = known
  const find = (days: number) => {
    const [from, to] = [addDays(newest.date, -days - SLACK_DAYS), addDays(newest.date, -days + SLACK_DAYS)]
    return observations.find(({ date }) => date >= from && date <= to)?.date
  }
  const makePrice = (kind: string, date: string | undefined) => {
    const values = date === undefined ? undefined : valuesAt(known, [date])
    return (
      values &&
      book.make(
        {
          id: `gas/${kind}`,
          subject: 'regular gas',
          period: { from: values[0].observation.date, to: values[0].observation.date },
          value: values[0].observation.value,
          unit: 'usd-per-gallon',
          precision: 2,
          formula: `${known.series.name}, as published, in cents`,
        },
        values,
      )
    )
  }
  const price = makePrice('price', newest.date)
  const lastWeek = makePrice('price-last-week', find(7))
  const lastYear = makePrice('price-last-year', find(YEAR_DAYS))
  if (!price || !lastWeek) return
  const steps = listSteps(listUnbroken(observations, 'week'))
  const own = salience.weekly(
    (steps.at(-1) ?? 0) / Math.max(LEAST_GAS_STEP, findUsual(steps.slice(0, -1))?.size ?? USUAL_GAS_STEP),
  )
  const step = Math.sign(Number(price.value) - Number(lastWeek.value))
  const from =
    step > 0
      ? 'up from {lastWeek} a week before'
      : step < 0
        ? 'down from {lastWeek} a week before'
        : 'unchanged in a week'
  const rose = step > 0 ? 'rose to' : step < 0 ? 'fell to' : 'stayed at'
  const tail = lastYear ? '\nA year before it was {lastYear}.' : ''
  book.add({
    id: 'gas',
    kind: 'change',
    topic: 'economy/gas',
    main: price,
    direction: step > 0 ? 'up' : step < 0 ? 'down' : undefined,
    salience: own,
    slots: {
      price: { figure: price },
      lastWeek: written(lastWeek, cents),
      day: dayName(price.period.to),
      ...(lastYear ? { lastYear: written(lastYear, cents) } : {}),
    },
    tellings: [
      `Regular gas was {price} on {day}, ${from}.${tail}`,
      `On {day}, regular gas cost {price} on average, after {lastWeek} a week before.${tail}`,
      `The pump price of regular gas ${rose} {price} on {day}.${tail}`,
    ],
    heads: step === 0 ? [] : [`Gas ${rose} {price}`],
    lines: [`Regular gas is {price}.${lastYear ? '\nA year ago: {lastYear}.' : ''}`],
    isEveryday: true,
    follows: ['gas-extreme', 'gas-streak', 'gas-for-you'],
  })
  tellCourse(book, {
    group: 'gas',
    topic: 'economy/gas',
    subject: 'the price of regular gas',
    head: 'Gas',
    main: price,
    values: observations.map(({ date, value }) => ({ date, value: roundFigure(value, 2) })),
    pace: 'week',
    salience: own,
    make(words, dates) {
      const values = valuesAt(known, dates)
      return values && book.make(words, values)
    },
  })
  if (lastYear) tellTank(book, known, price, lastYear)
}

const cents = (fact: Fact) => `$${Math.abs(Number(fact.value)).toFixed(2)}`

function tellTank(book: StatementBook, known: KnownSeries, price: Fact, lastYear: Fact): void {
  const values = valuesAt(known, [price.period.to, lastYear.period.to])
  const now = valuesAt(known, [price.period.to])
  if (!values || !now) return
  const words = { subject: 'a tank of 15 gallons', unit: 'usd', precision: 2 } as const
  const tank = book.make(
    {
      ...words,
      id: 'gas/tank',
      period: price.period,
      value: TANK_GALLONS * Number(price.value),
      formula: `${TANK_GALLONS} x price`,
    },
    now,
    [price],
  )
  const change = book.make(
    {
      ...words,
      id: 'gas/tank-change',
      period: { from: lastYear.period.from, to: price.period.to },
      value: TANK_GALLONS * (Number(price.value) - Number(lastYear.value)),
      formula: `${TANK_GALLONS} x (price - that of a year before)`,
    },
    values,
    [price, lastYear],
  )
  if (change.value === 0) return
  const more = bySign(change, { up: 'more', down: 'less', same: 'more' })
  book.addForYou({
    id: 'gas-for-you',
    kind: 'worth',
    topic: 'economy/gas',
    main: price,
    direction: directionOf(change),
    slots: { tank: written(tank, formatCents), change: written(change, formatCents) },
    tellings: [
      `Filling a 15-gallon tank costs {tank}.\nThat is {change} ${more} than a year ago.`,
      `A 15-gallon tank of regular gas costs {tank}, {change} ${more} than a year ago.`,
      `At the pump, a 15-gallon tank comes to {tank}: {change} ${more} than a year ago.`,
    ],
    lines: [
      `Filling a 15-gallon tank costs {tank}, {change} ${more} than a year ago.`,
      `A 15-gallon tank of gas: {tank}, {change} ${more} than a year ago.`,
    ],
  })
}
