import { addDays } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { makePublished } from './monthly-figures.ts'
import { makeInterest } from './mortgage.ts'
import { salience } from './salience.ts'
import { findUsual, listSteps, listUnbroken } from './series-history.ts'
import {
  bySign,
  dayName,
  directionOf,
  type StatementBook,
  type StatementWords,
  written,
} from './statement-book.ts'
import { tellWithCourse } from './tell-course.ts'

/** In percentage points a week: the usual step if too little is known, and the smallest that counts as usual. */
const STEP = { usual: 0.08, least: 0.02 }

export function tellTenYear(book: StatementBook): void {
  const rate = book.find('treasury-10y/rate')
  const change = book.find('treasury-10y/week/change')
  const known = book.open('BC_10YEAR')
  if (!rate || !known) return
  const steps = weeklySteps(known)
  const usual = Math.max(STEP.least, findUsual(steps.slice(0, -1))?.size ?? STEP.usual)
  const own = salience.weekly(Number(change?.value ?? 0) / usual)
  const day = dayName(rate.period.to)
  const base = change && valuesAt(known, [change.period.from])
  const before =
    base &&
    makePublished(book.make, base[0], {
      id: 'treasury-10y/rate-last-week',
      subject: rate.subject,
      unit: 'percent',
      precision: 2,
    })
  const moved =
    change &&
    before &&
    bySign(change, { up: 'up from {before}', down: 'down from {before}', same: 'unchanged' })
  // A holiday may have moved the day that it is compared with.
  const isExact = before !== undefined && before.period.to === addDays(rate.period.to, -7)
  const since = isExact ? 'a week before' : 'on {base}'
  const tail =
    moved === undefined ? '' : change?.value === 0 ? `, the same as ${since}` : `, ${moved} ${since}`
  const figure: StatementWords = {
    id: 'treasury-10y',
    topic: 'markets/treasury',
    main: rate,
    salience: own,
    kind: moved === undefined ? 'level' : 'change',
    direction: change && directionOf(change),
    slots: {
      rate: { figure: rate },
      day,
      ...(before ? { before: { figure: before }, base: dayName(before.period.to) } : {}),
    },
    tellings: [
      `The 10-year Treasury yield (what the government pays to borrow) was {rate} on {day}${tail}.`,
      `To borrow for long, the government pays {rate} (the 10-year Treasury yield of {day})${tail}.`,
      `The 10-year Treasury yield, what the government pays to borrow for that long, was {rate} on {day}${tail}.`,
    ],
    heads:
      moved === undefined || change?.value === 0
        ? []
        : [`The 10-year Treasury yield is {rate}, ${moved}`, '10-year Treasury yield: {rate}'],
    lines: ['The government pays {rate} to borrow long.', 'The 10-year Treasury yield is {rate}.'],
    glances: change && [
      `The 10-year Treasury yield ${bySign(change, { up: 'rose', down: 'fell', same: 'did not change' })}.`,
    ],
    follows: ['bill'],
  }
  tellWithCourse(book, known, figure, { subject: 'the 10-year Treasury yield', pace: 'day' })
}

/** Lists the steps between values seven days apart, up to the newest. */
function weeklySteps({ observations, newest }: KnownSeries): number[] {
  const byDate = new Map(listUnbroken(observations, 'day').map((one) => [one.date, one]))
  const days = observations.map((_, index) => addDays(newest.date, -7 * index)).toReversed()
  return listSteps(days.flatMap((date) => byDate.get(date) ?? []))
}

/** States what $1,000 earns a month: in bills if their yield is known, otherwise in notes. */
export function tellBill(book: StatementBook): void {
  const notes = makeYield(book, 'treasury-10y', book.open('BC_10YEAR'))
  const bills = makeYield(book, 'treasury-3m', book.open('BC_3MONTH'))
  const found = bills ?? notes
  if (!found) return
  const { rate, interest } = found
  if (Number(interest.value) <= 0) return
  const paper = bills ? '3-month Treasury bills' : '10-year Treasury notes'
  book.addForYou({
    id: 'bill',
    kind: 'worth',
    topic: 'markets/treasury',
    main: rate,
    slots: {
      interest: written(interest, formatCents),
      day: dayName(rate.period.to),
      ...(bills ? { rate: { figure: rate } } : {}),
    },
    // The rate of notes is told by itself.
    tellings: bills
      ? [
          `$1,000 in ${paper} ({rate} a year) earns about {interest} a month, before tax.`,
          `At {rate}, $1,000 in ${paper} earns about {interest} a month, before tax.`,
          `Lent to the government, $1,000 in ${paper} brings about {interest} a month before tax, at the {rate} of {day}.`,
        ]
      : [
          `$1,000 in ${paper} earns about {interest} a month, before tax.`,
          `At the rate of {day}, $1,000 in ${paper} earns about {interest} a month, before tax.`,
          `Lent to the government, $1,000 in ${paper} brings about {interest} a month before tax, at the rate of {day}.`,
        ],
    // The interest on notes is stated where sections are connected.
    ...(bills ? { lines: [`$1,000 in ${paper} earns about {interest} a month.`] } : {}),
  })
}

function makeYield(
  book: StatementBook,
  group: 'treasury-3m' | 'treasury-10y',
  known: KnownSeries | undefined,
): { readonly rate: Fact; readonly interest: Fact } | undefined {
  const values = known && valuesAt(known, [known.newest.date])
  if (!known || !values) return undefined
  const rate = makePublished(book.make, values[0], {
    id: `${group}/rate`,
    subject: group === 'treasury-3m' ? 'three-month Treasury yield' : 'ten-year Treasury yield',
    unit: 'percent',
    precision: 2,
  })
  const words = { id: `${group}/interest`, subject: '$1,000 lent to the government', terms: ', before tax' }
  return { rate, interest: makeInterest(book, words, rate, values) }
}
