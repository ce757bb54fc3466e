import type { Fact } from '../facts/fact.ts'
import { addDays } from '../../lib/dates.ts'
import { formatLargeCount } from '../facts/format-fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { makePublished } from './monthly-figures.ts'
import { salience } from './salience.ts'
import {
  countDeviations,
  countMoves,
  type Dated,
  listChanges,
  listShares,
  listSteps,
  listUnbroken,
} from './series-history.ts'
import {
  amount,
  bySign,
  directionOf,
  monthName,
  type StatementBook,
  type StatementWords,
  written,
} from './statement-book.ts'
import { tellCourse, tellExtreme, tellWithCourse } from './tell-course.ts'

const WEEKS = 4
/** For claims, and for openings as a share: smaller deviations are noise. */
const LEAST = { claims: 1500, openings: 0.01 } as const
/** The usual move of the four-week mean, used if too little of its past is known. */
const USUAL_CLAIMS_MOVE = 3000

/** A smaller share is noise: such a change never leads, and is hardly worth telling unless the newest week moved. */
const LEAST_SHARE = 0.01
const SALIENCE_OF_NOISE = 5
/** How many usual moves make a week's change a jump. */
const JUMP = 3
/** The usual change from one week to the next, used if too little is known, and the smallest that counts as usual. */
const WEEK_MOVE = { usual: 8000, least: 5000 }

/** Whether the mean of four weeks is about the same as a week before. */
export const hardlyChanged = (mean: Pick<Fact, 'value'>, before: Pick<Fact, 'value'>): boolean =>
  Math.abs(Number(mean.value) / Number(before.value) - 1) < LEAST_SHARE

/** States the mean of four weeks, since a single week says little, and the newest week, which may have gone the other way. */
export function tellClaims(book: StatementBook): void {
  const mean = book.find('claims/four-week-mean')
  const before = book.find('claims/four-week-mean-last-week')
  const newest = book.find('claims/newest-week/level')
  const change = book.find('claims/week/change')
  const known = book.open('ICSA')
  if (!mean || !known) return
  const weeks = listUnbroken(known.observations, 'week')
  const means = listMeans(known.observations)
  const moves = countMoves(listSteps(means), { usual: USUAL_CLAIMS_MOVE, least: LEAST.claims })
  const weekMoves = Math.abs(countMoves(listSteps(weeks), WEEK_MOVE))
  const [weekBefore] = valuesAt(known, [addDays(known.newest.date, -7)]) ?? []
  const isJump = weekMoves >= JUMP
  // A week may jump because the one before did: what the mean does not show is the echo of an older week.
  const isNoise = before !== undefined && hardlyChanged(mean, before)
  const own =
    isNoise && changeOfWeek(known).value === 0
      ? SALIENCE_OF_NOISE
      : salience.weekly(isNoise ? 0 : Math.max(Math.abs(moves), weekMoves))
  const shared = { id: 'claims', topic: 'economy/claims', main: mean, salience: own } as const
  if (before && change && newest && weekBefore) {
    const previous = makePublished(book.make, weekBefore, {
      id: 'claims/week-before/level',
      subject: newest.subject,
      period: { from: addDays(newest.period.from, -7), to: addDays(newest.period.to, -7) },
      unit: 'count',
      precision: 0,
    })
    const week = changeOfWeek(known)
    const down = isNoise
      ? 'about as many as a week earlier'
      : bySign(change, {
          up: 'up from {before} a week earlier',
          down: 'down from {before} a week earlier',
          same: '',
        })
    const isOpposite = !isNoise && week.value * Number(change.value) < 0
    // Told only if the mean does not say it.
    const matters = isNoise || isOpposite || isJump
    const ofWeek = !matters
      ? ''
      : week.value === 0
        ? '\nThe newest week had about as many as the week before: {newest}.'
        : `\n${isOpposite ? 'But in' : 'In'} the newest week alone, claims ${bySign(week, { up: 'rose', down: 'fell', same: '' })} to {newest}, from {previous} the week before.`
    const words = wordClaims(change, known, { isJump })
    const ofNoise = bySign(week, {
      up: 'New jobless claims rose in the newest week. Their four-week average hardly changed.',
      down: 'New jobless claims fell in the newest week. Their four-week average hardly changed.',
      same: 'New jobless claims hardly changed.',
    })
    book.add({
      ...shared,
      kind: 'change',
      direction: isNoise ? undefined : directionOf(change),
      slots: {
        mean: { figure: mean },
        ...(isNoise ? {} : { before: { figure: before } }),
        ...(matters ? { newest: { figure: newest } } : {}),
        ...(matters && week.value !== 0 ? { previous: { figure: previous } } : {}),
      },
      tellings: [
        `New jobless claims (first filings for benefits) averaged {mean} a week over four weeks, ${down}.${ofWeek}`,
        `Over four weeks, {mean} people a week filed a first claim for jobless benefits, on average.\nThat is ${down}.${ofWeek}`,
        `First filings for jobless benefits averaged {mean} a week over four weeks, ${down}.${ofWeek}`,
      ],
      kickers: isNoise ? undefined : [words],
      heads: isNoise
        ? []
        : [
            ...(isJump && week.value * Number(change.value) > 0
              ? [`New jobless claims ${week.value > 0 ? 'rose' : 'fell'} to {newest} in a week`]
              : []),
            `Jobless claims average {mean} a week, ${down}`,
            'Jobless claims average {mean} a week',
          ],
      asks: isNoise
        ? undefined
        : [
            `Will the four-week average of jobless claims ${bySign(change, { up: 'rise', down: 'fall', same: '' })} again?`,
          ],
      lines: [
        `New jobless claims averaged {mean} a week over four weeks, ${down}.`,
        `Over four weeks, {mean} people a week filed a new jobless claim, ${down}.`,
      ],
      glances: [isNoise ? ofNoise : words],
      follows: ['claims-jump-extreme', 'claims-extreme', 'claims-streak'],
    })
    if (week.value !== 0 && !isNoise) tellJump(book, known, { newest, isUp: week.value > 0, own })
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
  if (isNoise) return
  tellCourse(book, {
    figure: shared,
    subject: 'the four-week average of new jobless claims',
    short: 'the average',
    values: means,
    pace: 'week',
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

/** Says since when claims had not changed as much from one week to the next. */
function tellJump(
  book: StatementBook,
  known: KnownSeries,
  { newest, isUp, own }: { newest: Fact; isUp: boolean; own: number },
): void {
  const jump = isUp ? 'rise' : 'fall'
  tellExtreme(book, {
    figure: { id: 'claims-jump', topic: 'economy/claims', main: newest, salience: own },
    subject: 'new jobless claims',
    values: listChanges(known.observations, 'week'),
    pace: 'week',
    sides: [isUp ? 'high' : 'low'],
    make(words, dates) {
      const values = valuesAt(known, [...new Set(dates.flatMap((date) => [date, addDays(date, -7)]))])
      return values && book.make(words, values)
    },
    say: () => ({
      tellings: [
        `The newest week’s ${jump} in new jobless claims was the largest since {since}.`,
        `New jobless claims had their largest weekly ${jump} since {since}.`,
        `Not since {since} have new jobless claims had as large a weekly ${jump}.`,
      ],
      carry: [
        `The week’s ${jump} was the largest since {since}.`,
        `That is the largest weekly ${jump} since {since}.`,
      ],
      lines: [`New jobless claims had their largest weekly ${jump} since {since}.`],
    }),
    record: () => ({ what: `the newest week’s ${jump} in new jobless claims`, most: 'largest' }),
  })
}

/** The change of the newest week, zero if it is noise. */
export function changeOfWeek({ observations }: KnownSeries): { readonly value: number } {
  const [then, now] = observations.slice(-2)
  return { value: !now || !then || hardlyChanged(now, then) ? 0 : now.value - then.value }
}

/** Says in a few words how claims moved: in the newest week and on average, if those went different ways.
 *  @param change  of the four-week mean, more than noise */
export function wordClaims(
  change: Fact,
  known: KnownSeries,
  { isJump = false }: { isJump?: boolean } = {},
): string {
  const week = changeOfWeek(known)
  const rose = { up: 'rose', down: 'fell', same: '' }
  if (week.value === 0) return `New jobless claims ${bySign(change, rose)}, averaged over four weeks.`
  if (directionOf(week) === directionOf(change)) {
    const more = bySign(change, { up: 'More', down: 'Fewer', same: 'As many' })
    return `${isJump ? `Far ${more.toLowerCase()}` : more} people asked for jobless benefits.`
  }
  return `New jobless claims ${bySign(week, rose)} in the newest week, but their four-week average ${bySign(change, rose)}.`
}

/** The means of four weeks that follow each other. */
function listMeans(weeks: readonly Dated[]): Dated[] {
  return weeks.flatMap(({ date }, index) => {
    const four = weeks.slice(Math.max(0, index + 1 - WEEKS), index + 1)
    if (four.length < WEEKS || listUnbroken(four, 'week').length < WEEKS) return []
    return [{ date, value: four.reduce((sum, { value }) => sum + value, 0) / WEEKS }]
  })
}

export function tellOpenings(book: StatementBook): void {
  const level = book.find('openings/level')
  const change = book.find('openings/month/change')
  const known = book.open('JTS000000000000000JOL')
  if (!level || !change || !known) return
  const shares = listShares(listUnbroken(known.observations, 'month'))
  const own = salience.monthly(countDeviations(Number(change.value), shares.slice(0, -1), LEAST.openings)) - 4
  const up = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const figure: StatementWords = {
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
  }
  tellWithCourse(book, known, figure, {
    pace: 'month',
    subject: 'the number of open jobs',
    short: 'the number',
  })
}
