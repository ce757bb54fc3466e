import { formatDayOfYear, formatMonth } from '../../../shared/format-date.ts'
import { addMonths } from '../../lib/dates.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { formatFact } from '../facts/format-fact.ts'
import type { Fact } from '../facts/fact.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import { type KnownSeries, openSeries, type WantedSeries } from './known-series.ts'
import { MOST_OF_OLD, salience as scale } from './salience.ts'
import {
  createSectionBuilder,
  type FactSource,
  type FigureWords,
  type SectionBuilder,
  type SourcedValue,
} from './section-builder.ts'
import type { SeriesSection } from './series-section.ts'

export interface StatementWords extends Pick<
  Statement,
  'kind' | 'topic' | 'slots' | 'direction' | 'tellings' | 'heads' | 'lines' | 'follows'
> {
  /** Without the section: 'mortgage'. */
  readonly id: string
  /** What decides whether it is news. */
  readonly main: Fact
  /** As news; what is none gets less by rule. */
  readonly salience: number
  /** It tells two figures: 'neither is new'. */
  readonly isOfTwo?: boolean
}

/** What the statements of a section are made from, and where they are put. */
export interface StatementBook {
  readonly section: SeriesSection
  /** A fact of the section's analysis, by its id without the section. */
  find(id: string): Fact | undefined
  /** As far back as the readings go. */
  open(id: string): KnownSeries | undefined
  make(words: FigureWords, values: readonly [SourcedValue, ...SourcedValue[]], facts?: readonly Fact[]): Fact
  makeFrom(words: FigureWords, source: FactSource): Fact
  isNews(fact: Fact): boolean
  /** A value of it was first read after the week. */
  isRevised(fact: Fact): boolean
  /** @returns what is kept of it */
  add(words: StatementWords): Statement
  addForYou(words: Omit<StatementWords, 'salience' | 'heads'>): Statement
  /** @param cover  the line of coverage, from what is told */
  finish(
    cover: (stated: Pick<SectionStatements, 'statements' | 'forYou'>) => Statement,
    order: (forYou: readonly Statement[]) => readonly Statement[],
  ): SectionStatements
}

/** Sources are read ten years back: readings that reach so far let an extreme reach as far. */
export const STATEMENT_LOOK_BACK_DAYS = 3700
/** What it means for a reader is of use whether it is new or not; it never leads. */
const FOR_YOU_SALIENCE = 25
/** The same thing said thrice: a section has several statements that are not new. */
const NOT_NEW = [
  'That is not new this week.',
  'It came out before this week.',
  'That was known before the week began.',
]
const NEITHER_NEW = [
  'Neither is new this week.',
  'Both came out before this week.',
  'Both were known before the week began.',
]

export function openBook(
  section: SeriesSection,
  readings: readonly SeriesReading[],
  wanted: readonly WantedSeries[],
): StatementBook {
  const builder: SectionBuilder = createSectionBuilder(section.section)
  const desk = openSeries(readings, wanted, section.week, STATEMENT_LOOK_BACK_DAYS)
  const known = new Map(section.facts.map((fact) => [fact.id, fact]))
  const made = new Map<string, Fact>()
  const revised = new Set(section.revisedFactIds)
  const statements: Statement[] = []
  const forYou: Statement[] = []
  const keep = (fact: Fact): Fact => {
    const found = known.get(fact.id)
    if (found) return found
    made.set(fact.id, fact)
    return fact
  }
  const isNews = ({ asOf }: Fact) => asOf >= section.week.from && asOf <= section.week.to
  const state = ({ main, heads, ...words }: Omit<StatementWords, 'salience'>, fresh: number): Statement => {
    const isNew = isNews(main)
    return {
      ...words,
      id: `${section.section}/${words.id}`,
      section: section.section,
      isNews: isNew,
      salience: Math.round(Math.min(100, Math.max(0, isNew ? fresh : scale.old(fresh)))),
      ...(isNew && heads && heads.length > 0 ? { heads } : {}),
    }
  }
  return {
    section,
    find: (id) => known.get(`${section.section}/${id}`) ?? made.get(`${section.section}/${id}`),
    open: (id) => desk.find(id),
    make(words, values, facts = []) {
      const fact = keep(builder.fact(words, values, facts))
      const isRevised = values.some(({ observation }) => observation.isAsRevisedSince)
      if (isRevised || facts.some(({ id }) => revised.has(id))) revised.add(fact.id)
      return fact
    },
    makeFrom: (words, source) => keep(builder.factFrom(words, source)),
    isNews,
    isRevised: ({ id }) => revised.has(id),
    add(words) {
      const { salience, isOfTwo = false, ...rest } = words
      const told = isNews(words.main)
        ? words.tellings
        : addNotNew(words.tellings, isOfTwo ? NEITHER_NEW : NOT_NEW)
      const statement = state({ ...rest, tellings: told }, salience)
      statements.push(statement)
      return statement
    },
    addForYou(words) {
      const statement = state(words, FOR_YOU_SALIENCE)
      forYou.push(statement)
      return statement
    },
    finish(cover, order) {
      const ids = new Set([...statements, ...forYou].map(({ id }) => id))
      const byId = new Map(statements.map((statement) => [statement.id, statement]))
      // What a figure is the highest or the third of makes the figure itself worth more.
      const raise = (statement: Statement, follows: readonly string[]): Statement => {
        const own = follows
          .map((id) => byId.get(id))
          .filter((one) => one?.kind === 'extreme' || one?.kind === 'streak')
        const most = Math.max(...own.map((one) => (one?.salience ?? 0) + 1), statement.salience)
        const isRaised = statement.kind !== 'extreme' && statement.kind !== 'streak' && byId.has(statement.id)
        return isRaised
          ? { ...statement, salience: Math.min(most, statement.isNews ? 100 : MOST_OF_OLD) }
          : statement
      }
      const withFollows = (statement: Statement): Statement => {
        const { follows, ...rest } = statement
        const there = (follows ?? [])
          .map((id) => `${section.section}/${id}`)
          .filter((id) => ids.has(id) && id !== statement.id)
        return there.length > 0 ? { ...raise(rest, there), follows: there } : rest
      }
      return {
        section: section.section,
        statements: statements.map(withFollows),
        forYou: order(forYou.map(withFollows)),
        coverage: cover({ statements, forYou }),
        facts: [...made.values()],
      }
    },
  }
}

function addNotNew(
  [first, ...others]: Statement['tellings'],
  tails: readonly string[],
): Statement['tellings'] {
  const withTail = (telling: string, index: number) => `${telling}\n${tails[index % tails.length]}`
  return [withTail(first, 0), ...others.map((telling, index) => withTail(telling, index + 1))]
}

/** A figure whose sign a word beside it says. */
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

/** 'September'; with its year where that could be another. */
export function monthText(day: string, book: Pick<StatementBook, 'section'>): string {
  const text = formatMonth(day)
  return day > addMonths(book.section.week.to, -11) ? text.slice(0, text.indexOf(' ')) : text
}

export function monthName(day: string, book: Pick<StatementBook, 'section'>): Slot {
  return { name: monthText(day, book) }
}

/** The word for the sign of what is printed. */
export function bySign<Words>(fact: Fact, words: { up: Words; down: Words; same: Words }): Words {
  const value = Number(fact.value)
  return value > 0 ? words.up : value < 0 ? words.down : words.same
}

export function directionOf(fact: Fact): 'up' | 'down' | undefined {
  return bySign(fact, { up: 'up', down: 'down', same: undefined } as const)
}

/** The values of some dates, for a fact's inputs.
 *  @returns undefined where one is missing */
export function valuesAt(
  { series, findAt }: KnownSeries,
  dates: readonly string[],
): [SourcedValue, ...SourcedValue[]] | undefined {
  const [first, ...others] = dates.flatMap((date): SourcedValue[] => {
    const observation = findAt(date)
    return observation ? [{ series, observation }] : []
  })
  return first && others.length === dates.length - 1 ? [first, ...others] : undefined
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
