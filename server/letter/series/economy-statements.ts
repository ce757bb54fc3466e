import { addMonths } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { formatLargeCount } from '../facts/format-fact.ts'
import type { KnownSeries } from './known-series.ts'
import { periodOf } from './monthly-figures.ts'
import { salience } from './salience.ts'
import { countDeviations, type Dated, findUsual, listSteps, listUnbroken } from './series-history.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  monthText,
  type StatementBook,
  type StatementWords,
  valuesAt,
  written,
} from './statement-book.ts'
import { tellCourse } from './tell-course.ts'
import { statePay } from './pay-statements.ts'
import { statePrices } from './prices-statements.ts'

/** Jobs, tenths of a percent, claims, openings: smaller deviations are noise. */
const LEAST = { jobs: 30_000, rate: 0.05, claims: 1500, openings: 0.01 } as const
const WEEKS = 4

export function stateEconomy(book: StatementBook): void {
  tellJobReport(book)
  tellClaims(book)
  tellOpenings(book)
  statePrices(book)
  statePay(book)
}

/** Jobs and unemployment: apart where they are news, in one where they are not. */
function tellJobReport(book: StatementBook): void {
  const jobs = wordJobs(book)
  const rate = wordUnemployment(book)
  if (jobs && rate && !book.isNews(jobs.main) && !book.isNews(rate.main)) {
    const { tellings: jobTellings, slots: jobSlots, ...shared } = jobs
    book.add({
      ...shared,
      id: 'jobs-and-unemployment',
      slots: { ...jobSlots, ...prefixSlots(rate.slots) },
      salience: Math.max(jobs.salience, rate.salience),
      tellings: [
        `${jobTellings[0]}\n${prefixRoles(rate.tellings[0])}`,
        `${jobTellings[1] ?? jobTellings[0]}\n${prefixRoles(rate.tellings[1] ?? rate.tellings[0])}`,
        `${prefixRoles(rate.tellings[2] ?? rate.tellings[0])}\n${jobTellings[2] ?? jobTellings[0]}`,
      ],
    })
  } else {
    if (jobs) book.add(jobs)
    if (rate) book.add(rate)
  }
  if (jobs) tellUsualJobs(book, jobs.main, jobs.salience)
  courseOf(book, 'LNS14000000', {
    group: 'unemployment',
    subject: 'the unemployment rate',
    head: 'Unemployment',
    main: rate?.main,
    salience: rate?.salience ?? 0,
  })
}

/** Both statements have a month: those of the second are told apart. */
const prefixRoles = (telling: string) =>
  telling.replaceAll(/\{([a-z])/g, (_, first: string) => `{second${first.toUpperCase()}`)
const prefixSlots = (slots: StatementWords['slots']): StatementWords['slots'] =>
  Object.fromEntries(
    Object.entries(slots).map(([role, slot]) => [
      `second${role.slice(0, 1).toUpperCase()}${role.slice(1)}`,
      slot,
    ]),
  )

const jobSteps = (known: KnownSeries) =>
  listSteps(listUnbroken(known.observations, 'month')).map((step) => step * 1000)

function wordJobs(book: StatementBook): StatementWords | undefined {
  const change = book.find('payrolls/change')
  const known = book.open('CES0000000001')
  if (!change || !known) return undefined
  const steps = jobSteps(known)
  const [month, before] = [
    monthText(change.period.to, book),
    monthText(addMonths(change.period.from, -1), book),
  ]
  const more = bySign(change, { up: 'more', down: 'fewer', same: '' })
  return {
    id: 'payrolls',
    kind: 'change',
    topic: 'economy/jobs',
    main: change,
    direction: directionOf(change),
    salience: salience.monthly(countDeviations(Number(change.value), steps.slice(0, -1), LEAST.jobs)),
    slots: { change: amount(change), month: { name: month }, before: { name: before } },
    tellings:
      change.value === 0
        ? [
            `${month} had as many jobs as ${before}, farms not counted.`,
            `The number of jobs, farms not counted, was the same in ${month} as in ${before}.`,
            `Outside farms, the number of jobs did not change in ${month}.`,
          ]
        : [
            `{month} had {change} ${more} jobs than {before}, farms not counted.`,
            `In {month} there were {change} ${more} jobs than in {before} (farms not counted).`,
            `Outside farms, there were {change} ${more} jobs in {month} than in {before}.`,
          ],
    heads:
      change.value === 0
        ? []
        : [`{month} had {change} ${more} jobs than {before}`, `{change} ${more} jobs in {month}`],
    lines:
      change.value === 0
        ? ['As many jobs in {month} as in {before}.']
        : [`{month} had {change} ${more} jobs than {before}.`],
    follows: ['payrolls-usual', 'unemployment', 'unemployment-extreme', 'unemployment-streak'],
  }
}

function tellUsualJobs(book: StatementBook, change: Fact, own: number): void {
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
      value: usual.mean,
      unit: 'count',
      precision: 0,
      formula: `${known.series.name}: mean of the twelve monthly changes before the newest, times 1000`,
    },
    values,
  )
  if (mean.value === 0) return
  const more = bySign(mean, { up: 'more', down: 'fewer', same: 'more' })
  book.add({
    id: 'payrolls-usual',
    kind: 'against-usual',
    topic: 'economy/jobs',
    main: change,
    salience: own - 6,
    slots: { usual: amount(mean) },
    tellings: [
      `In the twelve months before, there were {usual} ${more} jobs each month on average.`,
      `The average of the twelve months before: {usual} ${more} jobs a month.`,
      `A usual month, by the twelve before it, brought {usual} ${more} jobs.`,
    ],
  })
}

function wordUnemployment(book: StatementBook): StatementWords | undefined {
  const rate = book.find('unemployment/rate')
  const change = book.find('unemployment/month/change')
  const known = book.open('LNS14000000')
  if (!rate || !known) return undefined
  const month = monthName(rate.period.to, book)
  const steps = listSteps(listUnbroken(known.observations, 'month'))
  const shared = {
    id: 'unemployment',
    topic: 'economy/unemployment',
    main: rate,
    salience: salience.monthly(countDeviations(steps.at(-1) ?? 0, steps.slice(0, -1), LEAST.rate)),
    follows: ['unemployment-extreme', 'unemployment-streak', 'payrolls'],
  } as const
  const lastMonth = change && makeMonthBefore(book, known, rate, 'unemployment/rate-last-month')
  if (!change || !lastMonth) {
    return {
      ...shared,
      kind: 'level',
      slots: { rate: { figure: rate }, month },
      tellings: [
        'Unemployment was {rate} in {month}.',
        'In {month}, {rate} of those who wanted work had none.',
        'The unemployment rate of {month} was {rate}.',
      ],
      lines: ['Unemployment was {rate} in {month}.'],
    }
  }
  const before = monthName(lastMonth.period.to, book)
  const up = bySign(change, {
    up: 'up from {lastMonth} in {before}',
    down: 'down from {lastMonth} in {before}',
    same: 'as in {before}',
  })
  const rose = bySign(change, { up: 'rose to', down: 'fell to', same: 'stayed at' })
  return {
    ...shared,
    kind: 'change',
    direction: directionOf(change),
    slots: { rate: { figure: rate }, lastMonth: { figure: lastMonth }, month, before },
    tellings: [
      `Unemployment was {rate} in {month}, ${up}.`,
      `The unemployment rate ${rose} {rate} in {month}${change.value === 0 ? '' : ', from {lastMonth} in {before}'}.`,
      `In {month}, {rate} of all who work or look for work had no job, ${up}.`,
    ],
    heads: [`Unemployment ${rose} {rate} in {month}`, `Unemployment: {rate}`],
    lines: [`Unemployment was {rate} in {month}, ${up}.`],
  }
}

/** The month before's value, as its source gives it. */
export function makeMonthBefore(
  book: StatementBook,
  known: KnownSeries,
  level: Fact,
  id: string,
): Fact | undefined {
  const date = addMonths(known.newest.date, -1)
  const values = valuesAt(known, [date])
  return (
    values &&
    book.make(
      {
        id,
        subject: level.subject,
        period: periodOf('monthly', date),
        value: values[0].observation.value,
        unit: level.unit,
        precision: level.precision,
        formula: `${known.series.name}, as published`,
      },
      values,
    )
  )
}

interface MonthlyCourse {
  readonly group: string
  readonly subject: string
  readonly isPlural?: boolean
  readonly head?: string
  readonly main: Fact | undefined
  readonly salience: number
}

function courseOf(book: StatementBook, id: string, { main, ...course }: MonthlyCourse): void {
  const known = book.open(id)
  if (!known || !main) return
  tellCourse(book, {
    ...course,
    main,
    topic: `economy/${course.group}`,
    values: known.observations,
    pace: 'month',
    make(words, dates) {
      const values = valuesAt(known, dates)
      return values && book.make(words, values)
    },
  })
}

/** The mean of four weeks, for a single one says little. */
function tellClaims(book: StatementBook): void {
  const mean = book.find('claims/four-week-mean')
  const before = book.find('claims/four-week-mean-last-week')
  const change = book.find('claims/week/change')
  const known = book.open('ICSA')
  if (!mean || !known) return
  const means = listMeans(listUnbroken(known.observations, 'week'))
  const steps = listSteps(means)
  const own = salience.weekly(
    (steps.at(-1) ?? 0) / Math.max(LEAST.claims, findUsual(steps.slice(0, -1))?.size ?? LEAST.claims),
  )
  const shared = { id: 'claims', topic: 'economy/claims', main: mean, salience: own } as const
  if (before && change) {
    const down = bySign(change, { up: 'up from {before}', down: 'down from {before}', same: 'unchanged' })
    const rose = bySign(change, { up: 'rose', down: 'fell', same: 'stayed the same' })
    book.add({
      ...shared,
      kind: 'change',
      direction: directionOf(change),
      slots: { mean: { figure: mean }, before: { figure: before } },
      tellings: [
        `New jobless claims (first filings for benefits) averaged {mean} a week over four weeks, ${down}.`,
        `Over four weeks, {mean} people a week filed a first claim for jobless benefits, on average.\nThat is ${down}.`,
        `First filings for jobless benefits ${rose}.\nThey averaged {mean} a week over four weeks${change.value === 0 ? '' : ', after {before} a week earlier'}.`,
      ],
      heads:
        change.value === 0
          ? []
          : [`First claims for jobless benefits ${rose} to {mean}`, `New jobless claims ${rose} to {mean}`],
      lines: [
        `New jobless claims averaged {mean} a week, ${down}.`,
        `{mean} new jobless claims a week, ${down}.`,
      ],
      follows: ['claims-extreme', 'claims-streak'],
    })
  } else {
    book.add({
      ...shared,
      kind: 'level',
      slots: { mean: { figure: mean } },
      tellings: [
        'New jobless claims (first filings for benefits) averaged {mean} a week over four weeks.',
        'Over four weeks, {mean} people a week filed a first claim for jobless benefits, on average.',
        'First filings for jobless benefits averaged {mean} a week over four weeks.',
      ],
      lines: ['New jobless claims averaged {mean} a week.'],
    })
  }
  tellCourse(book, {
    group: 'claims',
    topic: 'economy/claims',
    subject: 'the four-week average of new jobless claims',
    main: mean,
    values: means,
    pace: 'week',
    salience: own,
    make(words, dates) {
      const [from, to] = [dates.toSorted()[0] ?? '', dates.toSorted().at(-1) ?? '']
      const ends = new Set(dates.length > 2 ? means.map(({ date }) => date) : dates)
      const wanted = known.observations.filter(({ date }, index, all) =>
        all
          .slice(index, index + WEEKS)
          .some(
            (later) => ends.has(later.date) && later.date >= from && later.date <= to && later.date >= date,
          ),
      )
      const values = valuesAt(
        known,
        wanted.map(({ date }) => date),
      )
      return values && book.make(words, values)
    },
  })
}

function listMeans(weeks: readonly Dated[]): Dated[] {
  return weeks.slice(WEEKS - 1).map(({ date }, index) => ({
    date,
    value: weeks.slice(index, index + WEEKS).reduce((sum, { value }) => sum + value, 0) / WEEKS,
  }))
}

function tellOpenings(book: StatementBook): void {
  const level = book.find('openings/level')
  const change = book.find('openings/month/change')
  const known = book.open('JTS000000000000000JOL')
  if (!level || !change || !known) return
  const shares = listUnbroken(known.observations, 'month').map(({ value }, index, all) =>
    index === 0 ? 0 : value / (all[index - 1]?.value ?? value) - 1,
  )
  const own = salience.monthly(countDeviations(Number(change.value), shares.slice(1, -1), LEAST.openings)) - 4
  const up = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  book.add({
    id: 'openings',
    kind: 'change',
    topic: 'economy/openings',
    main: level,
    direction: directionOf(change),
    salience: own,
    slots: {
      level: written(level, formatLargeCount),
      change: amount(change),
      month: monthName(level.period.to, book),
    },
    tellings: [
      `Job openings (jobs that wait for somebody): {level} in {month}, ${up} in a month.`,
      `Employers had {level} open jobs in {month}, ${up} in a month.`,
      `At the end of {month} there were {level} open jobs.\nThat is ${up} in a month.`,
    ],
    heads: change.value === 0 ? [] : [`Open jobs were ${up} in {month}`],
    lines: [`Open jobs: {level} in {month}, ${up}.`],
    follows: ['openings-extreme', 'openings-streak'],
  })
  courseOf(book, 'JTS000000000000000JOL', {
    group: 'openings',
    subject: 'the number of open jobs',
    main: level,
    salience: own,
  })
}
