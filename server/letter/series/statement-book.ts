import { formatDayOfYear, formatMonth } from '../../../shared/format-date.ts'
import { addMonths } from '../../lib/dates.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { formatFact } from '../facts/format-fact.ts'
import { type Fact, latest } from '../facts/fact.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { createBlankCoverage, openAttempts, type Attempts } from '../statements/leave-out-unwritable.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { type KnownSeries, openSeries, type WantedSeries } from './known-series.ts'
import { MOST_OF_OLD, salience as scale } from './salience.ts'
import {
  createSectionBuilder,
  type FactSource,
  type FigureWords,
  type SectionBuilder,
} from './section-builder.ts'
import type { SeriesSection } from './series-section.ts'

export interface StatementWords extends Omit<
  Statement,
  'section' | 'isNews' | 'age' | 'shorter' | 'headEnd' | 'isOneOfSeveral' | 'missing'
> {
  /** Without the section: 'mortgage'. */
  readonly id: string
  /** The figure that decides whether it is news. */
  readonly main: Fact
  /** Its salience as news; a rule lowers it if it is not. */
  readonly salience: number
}

/** Collects a section's statements, and gives them what they are made from. */
export interface StatementBook {
  readonly section: SeriesSection
  /** A fact of the section's analysis, by its id without the section. */
  find(id: string): Fact | undefined
  /** Opens a series, as far back as its readings go. */
  open(id: string): KnownSeries | undefined
  readonly make: SectionBuilder['fact']
  makeFrom(words: FigureWords, source: FactSource): Fact
  isNews(fact: Fact): boolean
  /** Makes one statement, or those about one subject: if it throws, readers lose no others. The id is without the
   *  section. */
  readonly attempt: Attempts['attempt']
  /** @returns the statement as kept */
  add(words: StatementWords): Statement
  addForYou(words: Omit<StatementWords, 'salience' | 'heads'>): Statement
  finish(
    /** Undefined if it could not be made. */
    coverage: Statement | undefined,
    order: (forYou: readonly Statement[]) => readonly Statement[],
  ): SectionStatements
}

/** Sources are read ten years back, so an extreme can reach as far. */
export const STATEMENT_LOOK_BACK_DAYS = 3700
const UNUSUAL: ReadonlySet<Statement['kind']> = new Set(['extreme', 'streak', 'against-usual'])
/** The salience of what a figure means for a reader: useful whether new or not, it never leads. */
const FOR_YOU_SALIENCE = 25

export function openBook(
  section: SeriesSection,
  readings: readonly SeriesReading[],
  wanted: readonly WantedSeries[],
): StatementBook {
  const builder: SectionBuilder = createSectionBuilder(section.section)
  const lookup = openSeries(readings, wanted, section.week, STATEMENT_LOOK_BACK_DAYS)
  const known = new Map(section.facts.map((fact) => [fact.id, fact]))
  const made = new Map<string, Fact>()
  const revised = new Set(section.revisedFactIds)
  const statements: Statement[] = []
  const forYou: Statement[] = []
  const { attempt, unwritten } = openAttempts(section.section)
  const keep = (fact: Fact): Fact => {
    const found = known.get(fact.id)
    if (found) return found
    made.set(fact.id, fact)
    return fact
  }
  const read = new Map(
    wanted.flatMap(({ id }) => {
      const one = lookup.find(id)
      return one ? [[one.series.id, one] as const] : []
    }),
  )
  const isNews = (fact: Fact) => ageOf(fact, read, section.week) === undefined
  const state = (
    { main, heads, teases, joins, tells, ...words }: Omit<StatementWords, 'salience'>,
    fresh: number,
  ): Statement => {
    const age = ageOf(main, read, section.week)
    const isNew = age === undefined
    return {
      ...words,
      ...(age === undefined ? {} : { age }),
      id: `${section.section}/${words.id}`,
      ...(joins === undefined ? {} : { joins: `${section.section}/${joins}` }),
      ...(tells === undefined ? {} : { tells: tells.map((one) => `${section.section}/${one}`) }),
      section: section.section,
      isNews: isNew,
      salience: Math.round(Math.min(100, Math.max(0, isNew ? fresh : scale.old(fresh)))),
      ...(isNew && heads && heads.length > 0 ? { heads } : {}),
      ...(isNew && teases ? { teases } : {}),
    }
  }
  /** The revised figure from which a figure is computed, since only that one came from a source. */
  const originOf = (fact: Fact): Fact => {
    const from = fact.inputs
      .map((id) => known.get(id) ?? made.get(id))
      .find((one) => one && revised.has(one.id))
    return from ? originOf(from) : fact
  }
  return {
    section,
    find: (id) => known.get(`${section.section}/${id}`) ?? made.get(`${section.section}/${id}`),
    open: (id) => lookup.find(id),
    make(words, values, facts = []) {
      const fact = keep(builder.fact(words, values, facts))
      const isRevised = values.some(({ observation }) => observation.isAsRevisedSince)
      if (isRevised || facts.some(({ id }) => revised.has(id))) revised.add(fact.id)
      return fact
    },
    makeFrom(words, source) {
      const fact = keep(builder.factFrom(words, source))
      if (source.isAsRevisedSince || source.inputs.some((id) => revised.has(id))) revised.add(fact.id)
      return fact
    },
    isNews,
    attempt: ({ id, kind }, make) => attempt({ id: `${section.section}/${id}`, kind }, make),
    add(words) {
      const { salience, ...rest } = words
      const statement = state(rest, salience)
      statements.push(statement)
      return statement
    },
    addForYou(words) {
      const statement = state(words, FOR_YOU_SALIENCE)
      forYou.push(statement)
      return statement
    },
    finish(coverage, order) {
      const ids = new Set([...statements, ...forYou].map(({ id }) => id))
      const byId = new Map(statements.map((statement) => [statement.id, statement]))
      // A figure that is an extreme or the latest of a streak is worth more itself.
      const raise = (statement: Statement, follows: readonly string[]): Statement => {
        const own = follows
          .map((id) => byId.get(id))
          .filter(
            (one) => one?.topic === statement.topic && (one.kind === 'extreme' || one.kind === 'streak'),
          )
        const most = Math.max(...own.map((one) => (one?.salience ?? 0) + 1), statement.salience)
        const isRaised = statement.kind !== 'extreme' && statement.kind !== 'streak' && byId.has(statement.id)
        return isRaised
          ? { ...statement, salience: Math.min(most, statement.isNews ? 100 : MOST_OF_OLD) }
          : statement
      }
      // What is unusual about a figure is told together with the figure: never after another, which it would seem to be about.
      const hosts = new Map<string, string>()
      for (const { id, kind, topic, follows = [] } of statements) {
        if (UNUSUAL.has(kind)) continue
        for (const other of follows.map((one) => `${section.section}/${one}`)) {
          const unusual = byId.get(other)
          const isOfFigure = unusual && UNUSUAL.has(unusual.kind) && unusual.topic === topic
          if (isOfFigure && !hosts.has(other)) hosts.set(other, id)
        }
      }
      const withFollows = (statement: Statement): Statement => {
        const host = hosts.get(statement.id)
        const { follows, ...rest } = host === undefined ? statement : { ...statement, joins: host }
        const there = (follows ?? [])
          .map((id) => `${section.section}/${id}`)
          .filter((id) => ids.has(id) && id !== statement.id)
        return there.length > 0 ? { ...raise(rest, there), follows: there } : rest
      }
      return {
        section: section.section,
        statements: statements.map(withFollows),
        forYou: order(forYou.map(withFollows)),
        coverage: coverage ?? createBlankCoverage(section.section),
        facts: [...made.values()],
        revised: new Map(
          [...known.values(), ...made.values()]
            .filter(({ id }) => revised.has(id))
            .map((fact) => [fact.id, originOf(fact).subject]),
        ),
        unwritten,
      }
    },
  }
}

/** Whether a figure was released in the week, as far as is known, judged by the newest value of each series that it is
 *  made of.
 *  @param read  by the id of the series
 *  @returns undefined if it was */
function ageOf(
  { asOf, inputs }: Fact,
  read: ReadonlyMap<string, KnownSeries>,
  week: EditionWeek,
): Statement['age'] {
  const newest = listNewest(inputs, read)
  const days = [...newest].map(([known, date]) => releasedOn(known, date, week))
  if (days.includes(undefined)) return 'assumed'
  const day = newest.size === 0 ? asOf : latest(days.filter((one) => one !== undefined))
  return day >= week.from && day <= week.to ? undefined : 'old'
}

/** The newest value of each series that a figure is made of. */
function listNewest(
  inputs: Fact['inputs'],
  read: ReadonlyMap<string, KnownSeries>,
): ReadonlyMap<KnownSeries, string> {
  const newest = new Map<KnownSeries, string>()
  for (const input of inputs) {
    const [id, date] = splitInput(input)
    const known = read.get(id)
    if (known && date > (newest.get(known) ?? '')) newest.set(known, date)
  }
  return newest
}

/** 'CUUR0000SA0@2025-09-01@2025-10-15', or 'CUSR0000SAF11@FRED@...': series, date and vintage. */
function splitInput(input: string): readonly [id: string, date: string] {
  const parts = input.split('@')
  return [parts.slice(0, -2).join('@'), parts.at(-2) ?? '']
}

/** The day on which a value was released, or a day before the week by which it had been. Monthly figures are released by
 *  a typical calendar, from which holidays and closed agencies deviate: their day is known only from our own readings.
 *  @returns undefined if the day is only assumed */
function releasedOn(
  { series, observations, findAt }: KnownSeries,
  date: string,
  week: EditionWeek,
): string | undefined {
  const observation = findAt(date)
  if (!observation || series.release.after !== 'months') return observation?.publicFrom
  const { firstReadOn } = observation
  if (firstReadOn < week.from) return firstReadOn
  // The very first reading of a series finds old values too.
  const isSeenComing = observations.some((one) => one.firstReadOn < firstReadOn)
  return isSeenComing && firstReadOn <= week.to ? firstReadOn : undefined
}

/** A figure without its sign, which the words around it express. */
export function amount(fact: Fact): Slot {
  return written(fact, (one) => formatFact(one, { sign: 'left out' }) ?? '')
}

/** @param format  one of the letter's formats; the sign is left to the words */
export function written(fact: Fact, format: (fact: Fact) => string): Slot {
  const value = typeof fact.value === 'number' ? Math.abs(fact.value) : fact.value
  return { figure: fact, text: format({ ...fact, value }) }
}

/** 'Nov 20' */
export function dayName(day: string): Slot {
  return { name: formatDayOfYear(day) }
}

/** 'September'; with its year if another September could be meant. */
export function monthText(day: string, book: Pick<StatementBook, 'section'>): string {
  const text = formatMonth(day)
  return day > addMonths(book.section.week.to, -11) ? text.slice(0, text.indexOf(' ')) : text
}

export function monthName(day: string, book: Pick<StatementBook, 'section'>): Slot {
  return { name: monthText(day, book) }
}

/** Selects words by the sign of the printed figure. */
export function bySign<Words>(
  fact: Pick<Fact, 'value'>,
  words: { up: Words; down: Words; same: Words },
): Words {
  const value = Number(fact.value)
  return value > 0 ? words.up : value < 0 ? words.down : words.same
}

export function directionOf(fact: Pick<Fact, 'value'>): 'up' | 'down' | undefined {
  return bySign(fact, { up: 'up', down: 'down', same: undefined } as const)
}
