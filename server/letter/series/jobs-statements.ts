import { addMonths } from '../../lib/dates.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import type { Slot } from '../statements/statement.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { periodOf } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { countDeviations, findUsual, listChanges, listSteps, listUnbroken } from './series-history.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  monthText,
  type StatementBook,
  type StatementWords,
} from './statement-book.ts'
import { tellExtreme } from './tell-course.ts'

/** Smaller deviations are noise. */
const LEAST = 30_000
const MORE = { up: 'more', down: 'fewer', same: '' } as const

/** Puts into one subject line what happened and how long ago there was more of it. */
export function headWithExtreme(words: StatementWords, since: Slot | undefined): StatementWords {
  if (since === undefined) return words
  const [, short = ''] = words.heads ?? []
  return {
    ...words,
    slots: { ...words.slots, since },
    heads: [`${short}, the most since {since}`, ...(words.heads ?? [])],
    teases: [
      words.direction === 'down'
        ? 'the largest monthly loss of jobs since {since}'
        : 'the largest monthly gain of jobs since {since}',
    ],
    lines: [`${short}, the most since {since}.`],
    glances: [
      words.direction === 'down'
        ? '{month} lost the most jobs since {since}.'
        : '{month} added the most jobs since {since}.',
    ],
  }
}

const jobSteps = (known: KnownSeries) =>
  listSteps(listUnbroken(known.observations, 'month')).map((step) => step * 1000)

export function wordJobs(book: StatementBook): StatementWords | undefined {
  const change = book.find('payrolls/change')
  const known = book.open('CES0000000001')
  if (!change || !known) return undefined
  const steps = jobSteps(known)
  const [month, before] = [
    monthText(change.period.to, book),
    monthText(addMonths(change.period.from, -1), book),
  ]
  const more = bySign(change, MORE)
  const isLess = Number(change.value) < (findUsual(steps.slice(0, -1))?.mean ?? 0) - LEAST
  const earlier = makeEarlierChange(book, known)
  const andBefore = earlier ? `\n{before} had {earlier} ${bySign(earlier, MORE)} jobs than {third}.` : ''
  return {
    id: 'payrolls',
    kind: 'change',
    topic: 'economy/jobs',
    main: change,
    direction: directionOf(change),
    salience: salience.monthly(countDeviations(Number(change.value), steps.slice(0, -1), LEAST)),
    slots: {
      change: amount(change),
      month: { name: month },
      before: { name: before },
      ...(earlier
        ? { earlier: amount(earlier), third: monthName(addMonths(earlier.period.from, -1), book) }
        : {}),
    },
    tellings:
      change.value === 0
        ? [
            `${month} had as many jobs as ${before}, farms not counted.`,
            `The number of jobs, farms not counted, was the same in ${month} as in ${before}.`,
            `Outside farms, the number of jobs did not change in ${month}.`,
          ]
        : [
            `{month} had {change} ${more} jobs than {before}, farms not counted.${andBefore}`,
            `In {month} there were {change} ${more} jobs than in {before} (farms not counted).${andBefore}`,
            `Outside farms, there were {change} ${more} jobs in {month} than in {before}.${andBefore}`,
          ],
    kickers: earlier
      ? undefined
      : bySign<StatementWords['kickers']>(change, {
          up: [`The country gained jobs in {month}${isLess ? ', but fewer than usual' : ''}.`],
          down: ['The country lost jobs in {month}.'],
          same: undefined,
        }),
    heads:
      change.value === 0
        ? []
        : [`{month} had {change} ${more} jobs than {before}`, `{change} ${more} jobs in {month}`],
    lines:
      change.value === 0
        ? ['As many jobs in {month} as in {before}.']
        : [`{month} had {change} ${more} jobs than {before}.`],
    glances: [
      change.value === 0
        ? '{month} had as many jobs as {before}.'
        : `{month} had ${more} jobs than {before}.`,
    ],
    follows: [
      'payrolls-extreme',
      'payrolls-usual',
      'unemployment',
      'unemployment-extreme',
      'unemployment-streak',
    ],
  }
}

/** The change of the month before, if it came out in the same week: it is told nowhere else. */
function makeEarlierChange(book: StatementBook, known: KnownSeries): Fact | undefined {
  const { newest, series } = known
  const month = addMonths(newest.date, -1)
  const [before, later] = valuesAt(known, [addMonths(month, -1), month]) ?? []
  if (!before || !later || later.observation.publicFrom < book.section.week.from) return undefined
  const change = book.make(
    {
      id: 'payrolls/change-before',
      subject: 'payrolls',
      period: periodOf('monthly', month),
      value: (later.observation.value - before.observation.value) * 1000,
      unit: 'count',
      precision: 0,
      formula: `${series.name}: the value of the month before the newest - that of the month before it, times 1000`,
    },
    [later, before],
  )
  return change.value === 0 ? undefined : change
}

export function tellUsualJobs(book: StatementBook, change: Fact, own: number): void {
  const known = book.open('CES0000000001')
  if (!known) return
  const run = listUnbroken(known.observations, 'month')
  const before = jobSteps(known).slice(0, -1)
  const usual = findUsual(before)
  const months = run.slice(0, -1).slice(-13)
  const values = valuesAt(
    known,
    months.map(({ date }) => date),
  )
  if (!usual || !values || months.length < 13) return
  const mean = book.make(
    {
      id: 'payrolls/usual-change',
      subject: 'payrolls',
      period: {
        from: months[1]?.date ?? change.period.from,
        to: periodOf('monthly', months.at(-1)?.date ?? '').to,
      },
      // The source counts thousands.
      value: roundFigure(usual.mean / 1000, 0) * 1000,
      unit: 'count',
      precision: 0,
      formula: `${known.series.name}: mean of the twelve monthly changes before the newest, rounded, times 1000`,
    },
    values,
  )
  if (mean.value === 0) return
  const gain = bySign(mean, { up: 'gain', down: 'loss', same: 'gain' })
  book.add({
    id: 'payrolls-usual',
    kind: 'against-usual',
    topic: 'economy/jobs',
    main: change,
    salience: own - 6,
    slots: { usual: amount(mean), month: monthName(change.period.to, book) },
    carry: [
      `Over the 12 months before, the average was a ${gain} of {usual} jobs a month.`,
      `The 12 months before brought an average ${gain} of {usual} a month.`,
    ],
    tellings: [
      `The average over the 12 months before {month} was a ${gain} of {usual} jobs a month.`,
      `Over the 12 months before {month}, the average was a ${gain} of {usual} jobs a month.`,
      `The 12 months before {month} brought an average ${gain} of {usual} jobs a month.`,
    ],
  })
}

/** A month that lost, or added, more jobs than any other for a long time.
 *  @returns since when */
export function tellJobsExtreme(book: StatementBook, figure: StatementWords): Slot | undefined {
  const change = figure.main
  const known = book.open('CES0000000001')
  if (!known || change.value === 0) return undefined
  const isLoss = Number(change.value) < 0
  return tellExtreme(book, {
    figure,
    subject: 'the number of jobs',
    values: listChanges(known.observations, 'month'),
    pace: 'month',
    sides: isLoss ? ['low'] : ['high'],
    slots: { month: monthName(change.period.to, book) },
    make(words, dates) {
      const values = valuesAt(known, [...new Set(dates.flatMap((date) => [date, addMonths(date, -1)]))])
      return values && book.make(words, values, [change])
    },
    record: () => ({
      what: `the ${isLoss ? 'loss' : 'gain'} of jobs in {month}`,
      most: 'largest',
    }),
    say: () => {
      const [lost, loss] = isLoss ? ['lost', 'loss'] : ['added', 'gain']
      return {
        tellings: [
          `Not since {since} had a month ${lost} as many jobs as {month}.`,
          `The ${loss} of jobs in {month} was the largest in a month since {since}.`,
          `Before {month}, the last month that ${lost} as many jobs was {since}.`,
        ],
        carry: [
          `It was the largest monthly ${loss} since {since}.`,
          `Not since {since} had a month ${lost} as many.`,
        ],
        lines: [`{month} had the largest ${loss} of jobs since {since}.`],
      }
    },
  })
}
