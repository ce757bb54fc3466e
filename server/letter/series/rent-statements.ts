import { roundFigure } from '../facts/fact.ts'
import { perWeek } from './mortgage.ts'
import { valuesAt } from './known-series.ts'
import { makeEarlier, periodOf, SHARE_PRECISION } from './monthly-figures.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  type StatementBook,
  type StatementWords,
} from './statement-book.ts'
import { tellYearCourse, yearBefore, yearSalience } from './tell-year-course.ts'

/** Rent is the largest expense of most renters, so it is stated even if it moved no more than in any year. */
const LEAST_OF_RENT = 50

export function tellRents(book: StatementBook): void {
  const known = book.open('ZORI-102001')
  if (!known) return
  const { newest, series } = known
  const base = yearBefore(newest.date)
  const values = valuesAt(known, [newest.date])
  const both = valuesAt(known, [newest.date, base])
  if (!values) return
  const period = periodOf('monthly', newest.date)
  const subject = 'rents (Zillow)'
  const rent = book.make(
    {
      id: 'rent/level',
      subject,
      period,
      value: newest.value,
      unit: 'usd',
      precision: 0,
      formula: `a month: ${series.name}, as published, in whole dollars`,
    },
    values,
  )
  const before = makeEarlier(book, known, rent, { id: 'rent/level-last-year', months: 12 })
  const own = yearSalience(known)
  const month = monthName(newest.date, book)
  if (!both || !before) {
    book.add({
      id: 'rent',
      kind: 'level',
      topic: 'housing/rent',
      main: rent,
      salience: own,
      slots: { rent: { figure: rent }, month },
      tellings: [
        'A typical rent was {rent} a month in {month}, by Zillow’s count of offers.',
        'Homes were offered for rent at {rent} a month in {month}, typically (Zillow).',
        'In {month}, a typical home was offered at {rent} a month (Zillow).',
      ],
      lines: ['A typical rent is {rent} a month.'],
    })
    return
  }
  const change = book.make(
    {
      id: 'rent/change',
      subject,
      period: { from: base, to: period.to },
      value: newest.value / (both[1]?.observation.value ?? newest.value) - 1,
      unit: 'fraction',
      precision: SHARE_PRECISION,
      formula: `${series.name}: the month's value / that of the same month a year before - 1`,
    },
    both,
    [rent, before],
  )
  const difference = book.make(
    {
      id: 'rent/difference-change',
      subject,
      period: change.period,
      value: roundFigure(Number(rent.value) - Number(before.value), 0),
      unit: 'usd',
      precision: 0,
      formula: 'a month: rent - that of the same month a year before, both in whole dollars',
    },
    both,
    [rent, before],
  )
  book.make(
    {
      id: 'rent/weekly-change',
      subject,
      period: change.period,
      value: perWeek(newest.value - (both[1]?.observation.value ?? newest.value)),
      unit: 'usd',
      precision: 0,
      formula: "a week: (the month's value - that of the same month a year before) x 12 / 52",
    },
    both,
    [rent, before],
  )
  const was = bySign(difference, { up: 'up {difference}', down: 'down {difference}', same: 'unchanged' })
  book.add({
    id: 'rent',
    kind: 'change',
    topic: 'housing/rent',
    main: rent,
    direction: directionOf(difference),
    salience: Math.max(LEAST_OF_RENT, own),
    slots: { rent: { figure: rent }, difference: amount(difference), month },
    tellings: [
      `The typical rent on a new lease was {rent} a month in {month}, ${was} in a year (Zillow).`,
      `A typical home was offered for rent at {rent} a month in {month}, ${was} in a year (Zillow).`,
      `The typical rent asked in {month} was {rent} a month (Zillow).\nThat is ${was} in a year.`,
    ],
    heads: [
      `Typical rent asked: {rent} a month, ${was} in a year`,
      `Typical rent asked: {rent}, ${was} in a year`,
    ],
    kickers: bySign<StatementWords['kickers']>(difference, {
      up: ['A new lease costs more than a year ago.'],
      down: ['A new lease costs less than a year ago.'],
      same: undefined,
    }),
    lines: [`The typical rent asked in {month} was {rent} a month, ${was} in a year.`],
    glances: [
      `The typical rent asked ${bySign(difference, { up: 'rose', down: 'fell', same: 'did not change' })} in the year to {month}.`,
    ],
    isEveryday: true,
    follows: ['rent-extreme', 'rent-streak'],
  })
  // Used if the story has already said how much the rent rose.
  book.add({
    id: 'rent-asked',
    kind: 'level',
    topic: 'housing/rent',
    main: rent,
    salience: LEAST_OF_RENT - 1,
    slots: { rent: { figure: rent }, month },
    tellings: [
      'The typical rent on a new lease was {rent} a month in {month} (Zillow).',
      'A typical home was offered for rent at {rent} a month in {month} (Zillow).',
      'The typical rent asked in {month} was {rent} a month (Zillow).',
    ],
  })
  if (difference.value !== 0) {
    const more = bySign(difference, { up: 'more', down: 'less', same: '' })
    book.addForYou({
      id: 'rent-difference',
      kind: 'worth',
      topic: 'housing/rent',
      main: rent,
      direction: directionOf(difference),
      slots: { difference: amount(difference), month },
      tellings: [
        `The typical rent asked in {month} was {difference} a month ${more} than a year before (Zillow).`,
        `In {month}, landlords typically asked {difference} a month ${more} than a year before (Zillow).`,
        `Against a year before, the typical rent asked in {month} was {difference} a month ${more} (Zillow).`,
      ],
      carry: [
        `the typical rent asked in {month} was {difference} a month ${more} than a year before (Zillow).`,
      ],
      atHome: { monthlyUsd: Math.abs(Number(difference.value)) },
    })
  }
  tellYearCourse(book, known, {
    figure: { id: 'rent', topic: 'housing/rent', main: change, salience: own },
    subject: 'the yearly rise in rents',
    short: 'the rise',
  })
}
