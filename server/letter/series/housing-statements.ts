import type { Fact } from '../facts/fact.ts'
import { listUnbroken } from './series-history.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { MORTGAGE_TOPIC, rateWeek, tellLoan } from './loan-statements.ts'
import {
  bySign,
  dayName,
  directionOf,
  monthName,
  type StatementBook,
  type StatementWords,
} from './statement-book.ts'
import { tellBuilding, tellHousePrices, tellSupply } from './homes-statements.ts'
import { tellRents } from './rent-statements.ts'
import { makeNextStreak, tellSeriesCourse } from './tell-course.ts'

const RANGE_WEEKS = 52

export function stateHousing(book: StatementBook): void {
  book.attempt({ id: 'mortgage', kind: 'change' }, () => tellMortgageRate(book))
  book.attempt({ id: 'payment', kind: 'worth' }, () => tellLoan(book))
  book.attempt({ id: 'prices', kind: 'change' }, () => tellHousePrices(book))
  book.attempt({ id: 'rent', kind: 'level' }, () => tellRents(book))
  book.attempt({ id: 'supply', kind: 'level' }, () => tellSupply(book))
  const builds = [
    {
      id: 'starts',
      pace: 'In {month}, builders started homes at a pace of {level} a year',
      name: 'Housing starts',
    },
    {
      id: 'permits',
      pace: 'In {month}, permits for new homes came at a pace of {level} a year',
      name: 'Building permits',
    },
  ] as const
  for (const words of builds) {
    book.attempt({ id: words.id, kind: 'change' }, () => tellBuilding(book, words))
  }
}

function tellMortgageRate(book: StatementBook): void {
  const rate = book.find('mortgage-30/rate')
  const lastWeek = book.find('mortgage-30/rate-last-week')
  const lastYear = book.find('mortgage-30/rate-last-year')
  const week = book.find('mortgage-30/week/change')
  const year = book.find('mortgage-30/year/change')
  const known = book.open('PMMS30')
  if (!rate || !known) return
  const own = rateWeek(book)
  const rises = week && bySign(week, { up: 'rose', down: 'fell', same: 'stayed' })
  const since = tellSeriesCourse(book, known, {
    figure: { id: 'mortgage', topic: MORTGAGE_TOPIC, main: rate, salience: own },
    subject: 'the 30-year mortgage rate',
    short: 'the rate',
    pace: 'week',
    follows: ['payment-year'],
  })
  if (lastWeek && lastYear && week && year) {
    book.add({
      id: 'mortgage',
      kind: 'change',
      topic: MORTGAGE_TOPIC,
      main: rate,
      direction: directionOf(week),
      salience: own,
      slots: {
        rate: { figure: rate },
        lastWeek: { figure: lastWeek },
        lastYear: { figure: lastYear },
        day: dayName(rate.period.to),
        ...(since ? { since } : {}),
      },
      tellings: [
        `The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before.\nA year before, it was {lastYear}.`,
        `On {day}, a new 30-year mortgage cost {rate} on average, after {lastWeek} a week before.\nA year before, it was {lastYear}.`,
        `The 30-year mortgage rate ${rises === 'stayed' ? 'stayed at {rate}' : `${rises} to {rate} on {day}, from {lastWeek} a week before`}.\nA year before it was {lastYear}.`,
      ],
      ...compareTwice(week, year),
      heads:
        rises === 'stayed' ? [] : [`The 30-year mortgage rate ${rises} to {rate}`, `Mortgage rate: {rate}`],
      lines: [
        'The mortgage rate is {rate}.\nA year ago it was {lastYear}.',
        'The mortgage rate is {rate}, after {lastWeek} last week.',
        'The 30-year mortgage rate is {rate}.\nIt was {lastYear} a year ago.',
      ],
      glances: [
        `The mortgage rate ${bySign(week, { up: 'rose', down: 'fell', same: 'did not change' })} this week.\n${
          since && week.value !== 0
            ? `It has not been this ${bySign(week, { up: 'high', down: 'low', same: '' })} since {since}.`
            : `It is ${bySign(year, { up: 'higher than', down: 'lower than', same: 'the same as' })} a year ago.`
        }`,
      ],
      follows: ['mortgage-extreme', 'mortgage-streak', 'payment-year', 'payment-week', 'payment'],
    })
  } else {
    book.add({
      id: 'mortgage',
      kind: 'level',
      topic: MORTGAGE_TOPIC,
      main: rate,
      salience: own,
      slots: { rate: { figure: rate }, day: dayName(rate.period.to) },
      tellings: [
        'The average rate on a new 30-year mortgage was {rate} on {day}.',
        'The 30-year mortgage rate was {rate} on {day}.',
        'A new 30-year mortgage cost {rate} on {day}, on average.',
      ],
      lines: ['The mortgage rate is {rate}.'],
      follows: ['payment'],
    })
  }
  book.attempt({ id: 'mortgage-range', kind: 'level' }, () => tellRange(book, rate, known, own))
  const streak = book.find('mortgage/streak')
  if (streak) makeNextStreak(book, 'mortgage', streak)
}

/** 'but' is used only if the two moved in different directions. */
function compareTwice(week: Fact, year: Fact): Pick<StatementWords, 'kickers' | 'teases'> {
  const toYear = bySign(year, { up: 'higher than', down: 'lower than', same: 'the same as' })
  const toWeek = bySign(week, { up: 'higher than', down: 'lower than', same: 'the same as' })
  if (toYear === toWeek)
    return { kickers: [`Mortgage rates are ${toYear} last week, and ${toYear} a year ago.`] }
  if (Number(year.value) < 0 && Number(week.value) > 0) {
    return {
      kickers: ['Home loan rates are lower than a year ago, but higher than last week.'],
      teases: ['a home loan that costs less than a year ago, but more than last week'],
    }
  }
  if (Number(year.value) > 0 && Number(week.value) < 0) {
    return {
      kickers: ['Home loan rates are lower than last week, but higher than a year ago.'],
      teases: ['a home loan that costs less than last week, but more than a year ago'],
    }
  }
  return { kickers: [`Mortgage rates are ${toYear} a year ago and ${toWeek} last week.`] }
}

/** Where the rate stands between the lowest and the highest rate of a year of weeks. */
function tellRange(book: StatementBook, rate: Fact, known: KnownSeries, own: number): void {
  const run = listUnbroken(known.observations, 'week').slice(-RANGE_WEEKS - 1)
  const [low] = run.toSorted((a, b) => a.value - b.value)
  const [high] = run.toSorted((a, b) => b.value - a.value)
  if (!low || !high || run.length <= RANGE_WEEKS || low.value === high.value) return
  const make = (kind: string, { date, value }: { date: string; value: number }) => {
    const values = valuesAt(known, [date])
    return (
      values &&
      book.make(
        {
          id: `mortgage-30/${kind}-of-year`,
          subject: rate.subject,
          period: { from: date, to: date },
          value,
          unit: 'percent',
          precision: 2,
          formula: `the ${kind} of the ${run.length} weeks to this one, as published`,
        },
        values,
      )
    )
  }
  const [lowest, highest] = [make('lowest', low), make('highest', high)]
  const now = Number(rate.value)
  // A rate at either end is stated as an extreme instead.
  if (!lowest || !highest || low.value === now || high.value === now) return
  const place = (now - low.value) / (high.value - low.value)
  const near = place < 0.4 ? 'nearer the low' : place > 0.6 ? 'nearer the high' : 'about in the middle'
  book.add({
    id: 'mortgage-range',
    kind: 'level',
    topic: MORTGAGE_TOPIC,
    main: rate,
    salience: own - 5,
    slots: {
      low: { figure: lowest },
      high: { figure: highest },
      lowMonth: monthName(low.date, book),
      highMonth: monthName(high.date, book),
    },
    tellings: [
      `The past year of the mortgage rate: as low as {low} in {lowMonth}, as high as {high} in {highMonth}.\nIt is now ${near}.`,
      `Over the past year the mortgage rate went as low as {low} ({lowMonth}) and as high as {high} ({highMonth}).\nNow it is ${near}.`,
      `Mortgage rates of the past year ran from {low} in {lowMonth} to {high} in {highMonth}; this week’s is ${near}.`,
    ],
    carry: [
      `In the past year it ran from {low} ({lowMonth}) to {high} ({highMonth}).`,
      `Its range of the past year: {low} in {lowMonth} to {high} in {highMonth}.`,
    ],
  })
}
