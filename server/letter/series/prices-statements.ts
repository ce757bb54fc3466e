import { addMonths } from '../../lib/dates.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { periodOf, SHARE_PRECISION } from './monthly-figures.ts'
import { tellGas } from './gas-statements.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  type StatementBook,
  type StatementWords,
  written,
} from './statement-book.ts'
import { tellWithYearCourse, yearSalience } from './tell-year-course.ts'

const GROCERIES_USD = 100

export function statePrices(book: StatementBook): void {
  book.attempt({ id: 'prices', kind: 'change' }, () => tellConsumerPrices(book))
  book.attempt({ id: 'groceries', kind: 'change' }, () => tellGroceries(book))
  book.attempt({ id: 'gas', kind: 'change' }, () => tellGas(book))
}

/** The change of consumer prices over a year, from the index that the Bureau uses to compare years if known, otherwise
 *  from the other one. */
export function findPrices(
  book: StatementBook,
): { readonly change: Fact; readonly known: KnownSeries } | undefined {
  const own = book.find('cpi/change')
  const change = own ?? book.find('cpi-adjusted/adjusted-change')
  const known = book.open(own ? 'CUUR0000SA0' : 'CUSR0000SA0')
  return change && known && { change, known }
}

/** Names the index if it is not the one that years are compared by. */
const nameIndex = ({ series }: KnownSeries): string =>
  series.seasonalAdjustment === 'adjusted' ? ' (seasonally adjusted index)' : ''

/** How prices changed over a year: with the figure, without it, and what things cost compared with then. */
const wordYear = (change: Fact) =>
  bySign(change, {
    up: { rose: 'rose {change}', went: 'rose', costs: '{change} more than' },
    down: { rose: 'fell {change}', went: 'fell', costs: '{change} less than' },
    same: { rose: 'did not change', went: 'did not change', costs: 'as much as' },
  })

function tellConsumerPrices(book: StatementBook): void {
  const found = findPrices(book)
  if (!found) return
  const { change, known } = found
  const own = yearSalience(known) + 3
  const index = nameIndex(known)
  const { rose, went, costs } = wordYear(change)
  const were = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const figure: StatementWords = {
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
    glances: [`Prices ${went} in the year to {month}.`],
    follows: ['flat-pay', 'real-pay'],
  }
  tellWithYearCourse(book, known, figure, {
    subject: 'the yearly rise in consumer prices',
    short: 'the rise',
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
      value: (GROCERIES_USD * newest.observation.value) / base.observation.value,
      unit: 'usd',
      precision: 2,
      formula: `${GROCERIES_USD} x the month's value / that of the same month a year before`,
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
      formula: `what they cost, in cents - ${GROCERIES_USD}`,
    },
    values,
    [cost],
  )
  const own = yearSalience(known)
  const month = monthName(date, book)
  const { rose, went, costs } = wordYear(change)
  const figure: StatementWords = {
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
    glances: [`Grocery prices ${went} in the year to {month}.`],
    isEveryday: true,
    follows: ['groceries-for-you'],
  }
  tellWithYearCourse(book, known, figure, { subject: 'the yearly rise in grocery prices' })
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
