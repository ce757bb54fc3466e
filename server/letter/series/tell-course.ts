import { capitalize } from '../statements/make-statement.ts'
import { formatMonth } from '../../../shared/format-date.ts'
import { daysBetween } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCardinal, formatOrdinal } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { FigureWords } from './section-builder.ts'
import { salience } from './salience.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import {
  type Dated,
  type Extreme,
  findExtreme,
  findStreak,
  listAcrossMonth,
  listUnbroken,
  type Pace,
} from './series-history.ts'
import { monthName, type StatementBook, type StatementWords, written } from './statement-book.ts'

/** A series with its past, and the words to describe it. */
export interface Course {
  /** The newest figure, as it is stated: of 'mortgage' come 'mortgage-extreme' and 'mortgage-streak'. */
  readonly figure: Pick<StatementWords, 'id' | 'topic' | 'main' | 'salience'>
  /** Its name in the middle of a sentence: 'the 30-year mortgage rate'. */
  readonly subject: string
  /** Its name after the figure itself: 'the rate'. If left out, the subject is used. */
  readonly short?: string
  /** 'high' and 'low' by default: a change is 'large' and 'small'. */
  readonly words?: { readonly high: string; readonly low: string }
  /** Oldest first, one for each date; a value may be missing between them. */
  readonly values: readonly Dated[]
  readonly pace: Pace
  /** Whether a low is worth telling: the smallest rise is not one for a figure that fell. */
  readonly sides?: readonly ('high' | 'low')[]
  /** Slots of its own words, in addition to {since}. */
  readonly slots?: Statement['slots']
  /** Replaces '... has not been this high since {since}' if other words are needed; used only if the date is known. */
  readonly say?: (side: 'high' | 'low') => ExtremeWords
  /** If there is `say`: what it is called, and what it is among all that are kept, if none before was as high or low, be it before a gap. */
  readonly record?: (side: 'high' | 'low') => { readonly what: string; readonly most: string }
  make(words: FigureWords, dates: readonly string[]): Fact | undefined
  readonly follows?: readonly string[]
}

export interface ExtremeWords {
  readonly tellings: Statement['tellings']
  readonly carry?: Statement['tellings']
  readonly lines?: readonly string[]
}

const DAYS_OF_A_YEAR = 365

/** States since when it has not been so high or so low, and how often in a row it moved the same way.
 *  @returns since when; undefined if that is not stated */
export function tellCourse(book: StatementBook, course: Course): Slot | undefined {
  tellStreak(book, course)
  return tellExtreme(book, course)
}

/** @returns since when it has not been so high or low; undefined if that is not stated */
export function tellExtreme(book: StatementBook, course: Course): Slot | undefined {
  return book.attempt({ id: `${course.figure.id}-extreme`, kind: 'extreme' }, () => addExtreme(book, course))
}

function addExtreme(book: StatementBook, course: Course): Slot | undefined {
  const { values, missing } = listAcrossMonth(course.values, course.pace)
  const near = findExtreme(values, course.pace)
  // What has never been so high must not have been before a gap either.
  const extreme = near && !near.since ? findExtreme(course.values, course.pace) : near
  if (!extreme || extreme.since !== near?.since) return undefined
  if (course.sides?.includes(extreme.side) === false) return undefined
  if (course.say && !course.record && !extreme.since) return undefined
  const { since, first, newest, side } = extreme
  // Its own words call it the largest, which one of two equals is not.
  if (course.say && since?.value === newest.value) return undefined
  const far = since ?? first
  const gap = missing !== undefined && missing > far.date ? missing : undefined
  const { figure, follows } = course
  const { id: group, topic, main } = figure
  const reach = course.make(
    {
      id: `${group}/${since ? 'since' : 'records-from'}`,
      subject: main.subject,
      period: { from: far.date < main.period.from ? far.date : main.period.from, to: main.period.to },
      value: far.date,
      unit: 'date',
      precision: 0,
      formula: since
        ? `the newest date before it with a value as ${side} or ${side}er; none${gap === undefined ? '' : ` but that of ${gap}`} is missing between them`
        : `the first of the values that are kept; none before the newest is as ${side}`,
    },
    [...new Set([newest.date, far.date])],
  )
  if (!reach) return undefined
  const slots = {
    ...course.slots,
    since: written(reach, (fact) => formatMonth(String(fact.value))),
    ...(gap === undefined ? {} : { gap: monthName(gap, book) }),
  }
  const words = since ? course.say?.(side) : wordRecord(course.record?.(side))
  const years = daysBetween(far.date, newest.date) / DAYS_OF_A_YEAR
  book.add({
    id: `${group}-extreme`,
    kind: 'extreme',
    topic,
    main,
    slots,
    direction: side === 'high' ? 'up' : 'down',
    salience: salience.extreme(figure.salience, years),
    follows: [group, ...(follows ?? [])],
    ...admitGap(words ?? wordExtreme(course, extreme), gap),
  })
  return since && slots.since
}

function wordRecord(record: { what: string; most: string } | undefined): ExtremeWords | undefined {
  if (!record) return undefined
  const { what, most } = record
  const first = `${capitalize(what)} was the ${most} in our figures, back to {since}.`
  return {
    tellings: [
      first,
      `${capitalize(what)} was the ${most} of all in our figures, back to {since}.`,
      `Of all in our figures, back to {since}, ${what} was the ${most}.`,
    ],
    lines: [first],
  }
}

/** Says that a month is missing from the figures, which may have been higher or lower. */
function admitGap(words: ExtremeWords, gap: string | undefined): ExtremeWords {
  if (gap === undefined) return words
  const { tellings, carry, lines } = words
  const admit = (text: string) => text.replace(/\.$/, ' (we have no such figure for {gap}).')
  const admitAll = ([first, ...others]: Statement['tellings']): Statement['tellings'] => [
    admit(first),
    ...others.map(admit),
  ]
  return {
    tellings: admitAll(tellings),
    ...(carry ? { carry: admitAll(carry) } : {}),
    ...(lines ? { lines: lines.map(admit) } : {}),
  }
}

function wordExtreme(course: Course, extreme: Extreme): ExtremeWords {
  const words = wordExtremeOf(course, extreme)
  const { short } = course
  return short === undefined
    ? words
    : { ...words, carry: wordExtremeOf({ ...course, subject: short }, extreme).tellings }
}

function wordExtremeOf(course: Course, { side, since, newest }: Extreme): ExtremeWords {
  const word = (course.words ?? { high: 'high', low: 'low' })[side]
  const most = word === 'large' ? 'largest' : word === 'small' ? 'smallest' : `${word}est`
  const { subject } = course
  if (!since) {
    return {
      tellings: [
        `${capitalize(subject)} has not been this ${word} before in our figures, back to {since}.`,
        `In our figures, back to {since}, ${subject} has never been this ${word} before.`,
        `${capitalize(subject)} is the ${most} in our figures, back to {since}.`,
      ],
      lines: [`${capitalize(subject)} is the ${most} in our figures, back to {since}.`],
    }
  }
  // A value equal to the earlier one is not higher than it: it is only true that it was not so high in between.
  if (since.value === newest.value) {
    return {
      tellings: [
        `${capitalize(subject)} has not been this ${word} since {since}.`,
        `Not since {since} has ${subject} been this ${word}.`,
        `${capitalize(subject)} was last this ${word} in {since}.`,
      ],
      lines: [`${capitalize(subject)} was last this ${word} in {since}.`],
    }
  }
  return {
    tellings: course.words
      ? [
          `${capitalize(subject)} is the ${most} since {since}.`,
          `${capitalize(subject)} is now the ${most} since {since}.`,
          `Not since {since} has ${subject} been this ${word}.`,
        ]
      : [
          `${capitalize(subject)} has not been this ${word} since {since}.`,
          `Not since {since} has ${subject} been this ${word}.`,
          `${capitalize(subject)} is now the ${most} since {since}.`,
        ],
    lines: [`${capitalize(subject)} is the ${most} since {since}.`],
  }
}

export function tellStreak(book: StatementBook, course: Course): void {
  book.attempt({ id: `${course.figure.id}-streak`, kind: 'streak' }, () => addStreak(book, course))
}

function addStreak(book: StatementBook, course: Course): void {
  const values = listUnbroken(course.values, course.pace)
  const streak = findStreak(values)
  if (!streak || course.pace === 'day' || course.pace === 'every-day') return
  const { figure, subject, pace, follows } = course
  const { id: group, topic, main } = figure
  const { count, direction, from, newest } = streak
  const fact = course.make(
    {
      id: `${group}/streak`,
      subject: main.subject,
      period: { from: from.date < main.period.from ? from.date : main.period.from, to: main.period.to },
      value: count,
      unit: 'count',
      precision: 0,
      formula: `how many ${pace}s in a row it ${direction === 'up' ? 'rose' : 'fell'}, none missing between them`,
    },
    values.filter(({ date }) => date >= from.date && date <= newest.date).map(({ date }) => date),
  )
  if (!fact) return
  // The size of a rise does not rise or fall: it grows or shrinks.
  const [moved, gone] = (course.words ? SIZES : HEIGHTS)[direction]
  const word = (one: string): Statement['tellings'] => [
    `${capitalize(one)} ${moved} for the {nth} ${pace} in a row.`,
    `For the {nth} ${pace} in a row, ${one} ${moved}.`,
    `${capitalize(one)} has ${gone} {count} ${pace}s in a row.`,
  ]
  book.add({
    id: `${group}-streak`,
    kind: 'streak',
    topic,
    main,
    direction,
    slots: { nth: written(fact, formatOrdinal), count: written(fact, formatCardinal) },
    salience: salience.streak(figure.salience, count),
    follows: [group, ...(follows ?? [])],
    tellings: word(subject),
    ...(course.short === undefined ? {} : { carry: word(course.short) }),
    lines: [`${capitalize(subject)} ${moved} for the {nth} ${pace} in a row.`],
  })
}

/** The streak as it will be if it goes on for another week. */
export function makeNextStreak(book: StatementBook, group: string, streak: Fact): Fact {
  const { subject, period, asOf, retrievedAt, sourceName, sourceUrl } = streak
  return book.makeFrom(
    {
      id: `${group}/next/streak`,
      subject,
      period,
      value: Number(streak.value) + 1,
      unit: 'count',
      precision: 0,
      formula: 'weeks in a row + 1',
    },
    { asOf, retrievedAt, sourceName, sourceUrl, inputs: [streak.id] },
  )
}

const HEIGHTS = { up: ['rose', 'risen'], down: ['fell', 'fallen'] } as const
const SIZES = { up: ['grew', 'grown'], down: ['shrank', 'shrunk'] } as const

type SeriesCourse = Omit<Course, 'values' | 'make'> & Partial<Pick<Course, 'values'>>

/** States a figure of a series, followed by how the series went. */
export function tellWithCourse(
  book: StatementBook,
  known: KnownSeries,
  figure: StatementWords,
  course: Omit<SeriesCourse, 'figure'>,
): void {
  addWithCourse(book, figure)
  tellSeriesCourse(book, known, { ...course, figure })
}

/** Adds a figure that its extreme and its streak continue. */
export function addWithCourse(book: StatementBook, figure: StatementWords): void {
  const { id, follows = [] } = figure
  book.add({ ...figure, follows: [`${id}-extreme`, `${id}-streak`, ...follows] })
}

/** States how a series went, as its source gives it. */
export function tellSeriesCourse(
  book: StatementBook,
  known: KnownSeries,
  course: SeriesCourse,
): Slot | undefined {
  return tellCourse(book, {
    values: known.observations,
    ...course,
    make(words, dates) {
      const values = valuesAt(known, dates)
      return values && book.make(words, values)
    },
  })
}
