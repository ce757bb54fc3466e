import type { Fact } from '../facts/fact.ts'
import { formatLargeCount } from '../facts/format-fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { salience } from './salience.ts'
import {
  countDeviations,
  countMoves,
  type Dated,
  listShares,
  listSteps,
  listUnbroken,
} from './series-history.ts'
import { amount, bySign, directionOf, monthName, type StatementBook, written } from './statement-book.ts'
import { tellCourse, tellSeriesCourse } from './tell-course.ts'

const WEEKS = 4
/** For claims, and for openings as a share: smaller deviations are noise. */
const LEAST = { claims: 1500, openings: 0.01 } as const
/** The usual move of the four-week mean, used if too little of its past is known. */
const USUAL_CLAIMS_MOVE = 3000

/** States the mean of four weeks, since a single week says little. */
export function tellClaims(book: StatementBook): void {
  const mean = book.find('claims/four-week-mean')
  const before = book.find('claims/four-week-mean-last-week')
  const change = book.find('claims/week/change')
  const known = book.open('ICSA')
  if (!mean || !known) return
  const means = listMeans(listUnbroken(known.observations, 'week'))
  const steps = listSteps(means)
  const own = salience.weekly(countMoves(steps, { usual: USUAL_CLAIMS_MOVE, least: LEAST.claims }))
  const shared = { id: 'claims', topic: 'economy/claims', main: mean, salience: own } as const
  if (before && change) {
    const down = bySign(change, {
      up: 'up from {before} a week earlier',
      down: 'down from {before} a week earlier',
      same: 'unchanged',
    })
    const rose = bySign(change, { up: 'rose', down: 'fell', same: 'stayed the same' })
    book.add({
      ...shared,
      kind: 'change',
      direction: directionOf(change),
      slots: { mean: { figure: mean }, before: { figure: before } },
      tellings: [
        `New jobless claims (first filings for benefits) averaged {mean} a week over four weeks, ${down}.`,
        `Over four weeks, {mean} people a week filed a first claim for jobless benefits, on average.\nThat is ${down}.`,
        `First filings for jobless benefits ${rose}, by their four-week average.\nIt was {mean} a week${change.value === 0 ? '' : ', after {before} a week earlier'}.`,
      ],
      ...(change.value === 0
        ? {}
        : {
            kickers: [wordClaims(change, known)] as const,
            asks: [
              `Will jobless claims ${bySign(change, { up: 'rise', down: 'fall', same: '' })} again, by their four-week average?`,
            ] as const,
          }),
      heads:
        change.value === 0
          ? []
          : [`Jobless claims average {mean} a week, ${down}`, `Jobless claims average {mean} a week`],
      lines: [
        `New jobless claims averaged {mean} a week over four weeks, ${down}.`,
        `Over four weeks, {mean} people a week filed a new jobless claim, ${down}.`,
      ],
      glances: [
        bySign(change, {
          up: 'More people a week filed a new jobless claim, by the four-week average.',
          down: 'Fewer people a week filed a new jobless claim, by the four-week average.',
          same: 'As many people a week filed a new jobless claim, by the four-week average.',
        }),
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
    short: 'the average',
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

/** Says in a few words how claims moved, and that this is their average if the newest week alone did not move that way.
 *  @param change  of the four-week mean, not zero */
export function wordClaims(change: Fact, { observations }: KnownSeries): string {
  const [before, newest] = observations.slice(-2)
  const ofWeek = before && newest ? { value: newest.value - before.value } : change
  const isAlike = directionOf(ofWeek) === directionOf(change)
  const more = bySign(change, { up: 'More', down: 'Fewer', same: 'As many' })
  return `${more} people asked for jobless benefits${isAlike ? '' : ', by the four-week average'}.`
}

function listMeans(weeks: readonly Dated[]): Dated[] {
  return weeks.slice(WEEKS - 1).map(({ date }, index) => ({
    date,
    value: weeks.slice(index, index + WEEKS).reduce((sum, { value }) => sum + value, 0) / WEEKS,
  }))
}

export function tellOpenings(book: StatementBook): void {
  const level = book.find('openings/level')
  const change = book.find('openings/month/change')
  const known = book.open('JTS000000000000000JOL')
  if (!level || !change || !known) return
  const shares = listShares(listUnbroken(known.observations, 'month'))
  const own = salience.monthly(countDeviations(Number(change.value), shares.slice(0, -1), LEAST.openings)) - 4
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
      `There were {level} job openings (jobs that employers want to fill) in {month}, ${up} in a month.`,
      `Employers had {level} open jobs in {month}, ${up} in a month.`,
      `At the end of {month} there were {level} open jobs.\nThat is ${up} in a month.`,
    ],
    heads: change.value === 0 ? [] : [`Open jobs were ${up} in {month}`],
    lines: [`There were {level} open jobs in {month}, ${up} in a month.`],
    glances: [
      bySign(change, {
        up: '{month} had more open jobs than the month before.',
        down: '{month} had fewer open jobs than the month before.',
        same: '{month} had as many open jobs as the month before.',
      }),
    ],
    follows: ['openings-extreme', 'openings-streak'],
  })
  tellSeriesCourse(book, known, {
    group: 'openings',
    topic: 'economy/openings',
    pace: 'month',
    subject: 'the number of open jobs',
    short: 'the number',
    main: level,
    salience: own,
  })
}
