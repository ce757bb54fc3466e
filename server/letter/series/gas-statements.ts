import { addDays } from '../../lib/dates.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { salience } from './salience.ts'
import { countMoves, listSteps, listUnbroken } from './series-history.ts'
import {
  bySign,
  dayName,
  directionOf,
  type StatementBook,
  type StatementWords,
  written,
} from './statement-book.ts'
import { tellWithCourse } from './tell-course.ts'

const TANK_GALLONS = 15
const GAS_STEP = { usual: 0.04, least: 0.01 }
const YEAR_DAYS = 364
/** Monday's price a year before, whatever week it belongs to. */
const SLACK_DAYS = 3

/** The pump price of the week, and what filling a tank costs. */
export function tellGas(book: StatementBook): void {
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
  const own = salience.weekly(countMoves(steps, GAS_STEP))
  const step = { value: Number(price.value) - Number(lastWeek.value) }
  const from = bySign(step, {
    up: 'up from {lastWeek} a week before',
    down: 'down from {lastWeek} a week before',
    same: 'unchanged in a week',
  })
  const rose = bySign(step, { up: 'rose to', down: 'fell to', same: 'stayed at' })
  const tail = lastYear ? '\nA year before it was {lastYear}.' : ''
  const figure: StatementWords = {
    id: 'gas',
    kind: 'change',
    topic: 'economy/gas',
    main: price,
    direction: directionOf(step),
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
    heads: step.value === 0 ? [] : [`Gas ${rose} {price}`],
    lines: [`Regular gas is {price}.${lastYear ? '\nA year ago it was {lastYear}.' : ''}`],
    glances: [
      `Regular gas costs ${bySign(step, { up: 'more than', down: 'less than', same: 'as much as' })} a week before.`,
    ],
    isEveryday: true,
    asks: bySign<StatementWords['asks']>(step, {
      up: ['Will gas cost more again?'],
      down: ['Will gas get cheaper again?'],
      same: undefined,
    }),
    follows: ['gas-for-you'],
  }
  tellWithCourse(book, known, figure, {
    subject: 'the price of regular gas',
    values: observations.map(({ date, value }) => ({ date, value: roundFigure(value, 2) })),
    pace: 'week',
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
      `A 15-gallon tank of gas costs {tank}, {change} ${more} than a year ago.`,
    ],
  })
}
