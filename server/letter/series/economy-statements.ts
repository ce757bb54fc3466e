import { addMonths } from '../../lib/dates.ts'
import { makeEarlier } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { countDeviations, listSteps, listUnbroken } from './series-history.ts'
import { bySign, directionOf, monthName, type StatementBook, type StatementWords } from './statement-book.ts'
import type { Slot } from '../statements/statement.ts'
import { tellSeriesCourse } from './tell-course.ts'
import { tellClaims, tellOpenings } from './claims-statements.ts'
import { headWithExtreme, tellJobsExtreme, tellUsualJobs, wordJobs } from './jobs-statements.ts'
import { tellJobsPair } from './jobs-pair-statement.ts'
import { statePay } from './pay-statements.ts'
import { statePrices } from './prices-statements.ts'

/** In percentage points: smaller deviations are noise. */
const LEAST = 0.05

export function stateEconomy(book: StatementBook): void {
  tellJobReport(book)
  book.attempt({ id: 'claims', kind: 'change' }, () => tellClaims(book))
  book.attempt({ id: 'openings', kind: 'change' }, () => tellOpenings(book))
  book.attempt({ id: 'jobs-pair', kind: 'contrast' }, () => tellJobsPair(book))
  statePrices(book)
  statePay(book)
}

/** Jobs and unemployment, told together if neither is news. */
function tellJobReport(book: StatementBook): void {
  const jobs = book.attempt({ id: 'payrolls', kind: 'change' }, () => wordJobs(book))
  const rate = book.attempt({ id: 'unemployment', kind: 'change' }, () => wordUnemployment(book))
  const known = book.open('LNS14000000')
  const since =
    rate &&
    known &&
    tellSeriesCourse(book, known, {
      figure: rate,
      subject: 'the unemployment rate',
      short: 'the rate',
      pace: 'month',
    })
  const areOneThing = jobs && rate && !book.isNews(jobs.main) && !book.isNews(rate.main)
  // A gain of jobs is no reason to be cheerful if so many look for one.
  const isRateFirst = rate && since && jobs?.direction === 'up' && isHigh(rate, since)
  if (jobs) {
    const words = headWithExtreme(jobs, tellJobsExtreme(book, jobs))
    book.add(areOneThing && isRateFirst ? { ...words, joins: rate.id } : words)
  }
  if (rate) book.add(areOneThing && !isRateFirst ? { ...rate, joins: jobs.id } : rate)
  if (jobs) {
    book.attempt({ id: 'payrolls-usual', kind: 'against-usual' }, () =>
      tellUsualJobs(book, jobs.main, jobs.salience),
    )
  }
}

/** Whether the rate rose to where it has not been for a year or more.
 *  @param since  when it was last as high */
function isHigh(rate: StatementWords, since: Slot): boolean {
  const day = 'figure' in since ? String(since.figure.value) : ''
  return rate.direction === 'up' && day <= addMonths(rate.main.period.from, -12)
}

function wordUnemployment(book: StatementBook): StatementWords | undefined {
  const rate = book.find('unemployment/rate')
  const known = book.open('LNS14000000')
  if (!rate || !known) return undefined
  const month = monthName(rate.period.to, book)
  const steps = listSteps(listUnbroken(known.observations, 'month'))
  const shared = {
    id: 'unemployment',
    topic: 'economy/unemployment',
    main: rate,
    salience: salience.monthly(countDeviations(steps.at(-1) ?? 0, steps.slice(0, -1), LEAST)),
    follows: ['unemployment-extreme', 'unemployment-streak', 'payrolls'],
  } as const
  // A month may never have been counted.
  const lastMonth =
    makeEarlier(book, known, rate, { id: 'unemployment/rate-last-month', months: 1 }) ??
    makeEarlier(book, known, rate, { id: 'unemployment/rate-before', months: 2 })
  if (!lastMonth) {
    return {
      ...shared,
      kind: 'level',
      slots: { rate: { figure: rate }, month },
      tellings: [
        'Unemployment was {rate} in {month}.',
        'In {month}, {rate} of those who work or look for work had no job.',
        'The unemployment rate of {month} was {rate}.',
      ],
      lines: ['Unemployment was {rate} in {month}.'],
    }
  }
  const before = monthName(lastMonth.period.to, book)
  const change = { value: Number(rate.value) - Number(lastMonth.value) }
  const isNext = lastMonth.period.from === addMonths(rate.period.from, -1)
  const counted = isNext ? '' : ', the month counted before it'
  const up = bySign(change, {
    up: `up from {lastMonth} in {before}${counted}`,
    down: `down from {lastMonth} in {before}${counted}`,
    same: `as in {before}${counted}`,
  })
  const rose = bySign(change, { up: 'rose to', down: 'fell to', same: 'stayed at' })
  return {
    ...shared,
    kind: 'change',
    direction: directionOf(change),
    slots: { rate: { figure: rate }, lastMonth: { figure: lastMonth }, month, before },
    tellings: [
      `Unemployment was {rate} in {month}, ${up}.`,
      `The unemployment rate ${rose} {rate} in {month}${change.value === 0 ? '' : `, from {lastMonth} in {before}${counted}`}.`,
      `In {month}, {rate} of those who work or look for work had no job, ${up}.`,
    ],
    heads: [`Unemployment ${rose} {rate} in {month}`, `Unemployment: {rate}`],
    lines: [`Unemployment was {rate} in {month}, ${up}.`],
    glances: [
      `Unemployment ${bySign(change, { up: 'rose', down: 'fell', same: 'stayed the same' })} in {month}.`,
    ],
  }
}
