import { addMonths } from '../../lib/dates.ts'
import { formatLargeCount } from '../facts/format-fact.ts'
import { makeEarlier } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { countDeviations, listShares, listSteps, listUnbroken } from './series-history.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  monthText,
  type StatementBook,
  type StatementWords,
  written,
} from './statement-book.ts'
import { tellWithCourse } from './tell-course.ts'
import { tellWithYearCourse, yearSalience } from './tell-year-course.ts'

/** Building that moved as in most months is stated only if nothing else is. */
const UNUSUAL_DEVIATIONS = 1.5
const USUAL_BUILDING = 9

/** The agency's index of house prices if known, otherwise Zillow's typical home value. */
export function tellHousePrices(book: StatementBook): void {
  const isIndex = book.find('index/change') !== undefined
  const change = book.find(isIndex ? 'index/change' : 'home-value/change')
  const known = book.open(isIndex ? 'HPI-USA-NSA' : 'ZHVI-102001')
  if (!change || !known) return
  const what =
    known.series.id === 'CSUSHPINSA'
      ? 'Case-Shiller, a national index'
      : isIndex
        ? 'a national index of the housing agency FHFA'
        : 'a national estimate by Zillow'
  const own = yearSalience(known)
  const rose = bySign(change, { up: 'rose {change}', down: 'fell {change}', same: 'were unchanged' })
  const were = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const figure: StatementWords = {
    id: 'prices',
    kind: 'change',
    topic: 'housing/prices',
    main: change,
    direction: directionOf(change),
    salience: own,
    slots: { change: amount(change), month: monthName(change.period.to, book) },
    tellings: [
      `House prices were ${were} in the year to {month} (${what}).`,
      `In the year to {month}, house prices ${rose} (${what}).`,
      `House prices (${what}) ${rose} over the year to {month}.`,
    ],
    heads:
      change.value === 0
        ? []
        : [`House prices ${rose} in the year to {month}`, `House prices ${rose} in a year`],
    lines: [`House prices ${rose} in the year to {month}.`],
    glances: [
      `House prices ${bySign(change, { up: 'rose', down: 'fell', same: 'did not change' })} in the year to {month}.`,
    ],
  }
  tellWithYearCourse(book, known, figure, { subject: 'the yearly rise in house prices', short: 'the rise' })
}

export function tellSupply(book: StatementBook): void {
  const supply = book.find('supply/months')
  const known = book.open('MSACSR')
  if (!supply || !known) return
  const steps = listSteps(listUnbroken(known.observations, 'month'))
  const own = salience.monthly(countDeviations(steps.at(-1) ?? 0, steps.slice(0, -1), 0.2))
  const before = makeEarlier(book, known, supply, { id: 'supply/months-last-year', months: 12 })
  const month = monthName(supply.period.to, book)
  const tail = before ? '\nA year before it was {before}.' : ''
  const figure: StatementWords = {
    id: 'supply',
    kind: 'level',
    topic: 'housing/supply',
    main: supply,
    salience: own - 4,
    slots: { supply: { figure: supply }, month, ...(before ? { before: { figure: before } } : {}) },
    tellings: [
      `At the pace of sales in {month}, the new homes for sale would last {supply}.${tail}`,
      `The supply of new homes was {supply} of sales in {month}.${tail}`,
      `New homes for sale in {month} came to {supply} of sales.${tail}`,
    ],
    lines: ['New homes for sale in {month} came to {supply} of sales.'],
  }
  tellWithCourse(book, known, figure, {
    subject: 'the supply of new homes',
    words: { high: 'large', low: 'small' },
    pace: 'month',
  })
}

const BUILDING = { starts: 'HOUST', permits: 'PERMIT' } as const

/** Annual rates: what the month would add up to if it went on for a year. */
export function tellBuilding(
  book: StatementBook,
  { id, pace, name }: { id: keyof typeof BUILDING; pace: string; name: string },
): void {
  const level = book.find(`${id}/level`)
  const month = book.find(`${id}/month/change`)
  const year = book.find(`${id}/year/change`)
  const known = book.open(BUILDING[id])
  if (!level || !month || !year || !known) return
  const shares = listShares(listUnbroken(known.observations, 'month'))
  const deviations = countDeviations(Number(month.value), shares.slice(0, -1), 0.01)
  const own = Math.abs(deviations) < UNUSUAL_DEVIATIONS ? USUAL_BUILDING : salience.monthly(deviations)
  const inMonth = bySign(month, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const inYear = bySign(year, { up: 'up {year}', down: 'down {year}', same: 'unchanged' })
  const [shown, before] = [
    monthText(level.period.to, book),
    monthText(addMonths(level.period.from, -1), book),
  ]
  const figure: StatementWords = {
    id,
    kind: 'change',
    topic: `housing/${id}`,
    main: level,
    direction: directionOf(month),
    salience: own - 4,
    slots: {
      level: written(level, formatLargeCount),
      change: amount(month),
      year: amount(year),
      month: { name: shown },
      before: { name: before },
    },
    tellings: [
      `${pace}.\nThat is ${inMonth} from {before}, and ${inYear} from a year before.`,
      `${name}: a yearly pace of {level} in {month}, ${inMonth} in a month and ${inYear} in a year.`,
      `${name} in {month} were ${inMonth} from {before}.\nFrom a year before they were ${inYear}.`,
    ],
    heads: month.value === 0 ? [] : [`${name}: ${inMonth} in {month}`],
    lines: [`${name} were ${inMonth} in {month}.`],
    glances: [`${name} were ${bySign(month, { up: 'up', down: 'down', same: 'unchanged' })} in {month}.`],
  }
  const subject = `the pace of ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
  tellWithCourse(book, known, figure, { subject, pace: 'month' })
}
