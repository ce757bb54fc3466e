import type {
  LetterContent,
  SectionContent,
  SectionName,
  Sentence,
} from '../../../shared/edition-contract.ts'
import type { SectionStatements, Slot, Statement } from './statement.ts'
import { chooseTelling, figuresOf, fillTemplate, type Mentions } from './tell.ts'

/** A section of the letter: its statements, or why it is missing. */
export interface SectionToTell {
  /** The section as worded for the page; the letter uses its title, and what it says if its source failed. */
  readonly content: SectionContent
  /** Undefined if the section is missing. */
  readonly statements: SectionStatements | undefined
  /** What readers must know about its sources; goes before the rest of its coverage. */
  readonly notes: readonly Sentence[]
  /** The notices owed to owners of some of its facts; left out if the notices in its content apply to all facts.
   *  @param factIds  of any section */
  readonly credit?: ((factIds: ReadonlySet<string>) => readonly string[]) | undefined
}

export interface LetterParts {
  /** The Monday. */
  readonly slotDate: string
  readonly sections: readonly SectionToTell[]
  readonly connections: readonly Statement[]
  /** What comes out before the next letter; undefined if nothing is known. */
  readonly ahead?: Statement | undefined
  /** Corrections noted since the last letter, in a person's words. */
  readonly corrections: LetterContent['corrections']
  /** What earlier letters led with, the newest first. */
  readonly earlierLeads: readonly NonNullable<LetterContent['lead']>[]
}

/** Words that an editor gave and that have been checked: a template with slots of several statements, '{7.who}'. */
export interface OwnWords {
  readonly template: string
  readonly slots: Readonly<Record<string, Slot>>
}

/** One item: statements in their order, each in its own words, or all of them in an editor's. */
export interface Item {
  readonly statements: readonly [Statement, ...Statement[]]
  readonly words?: OwnWords | undefined
  /** Its position in the editor's plan if an editor chose it; left out if rules did. */
  readonly wish?: string
}

/** What an editor wants told, in which order. Wishes that cannot be granted are skipped, and rules fill the gap. */
export interface Wishes {
  readonly lead: { readonly statement: Statement; readonly words: OwnWords | undefined } | undefined
  readonly story: readonly Item[]
  readonly lines: ReadonlyMap<SectionName, Item>
  readonly sections: ReadonlyMap<
    SectionName,
    { readonly big: Item | undefined; readonly smaller: readonly Item[] }
  >
  readonly connects: readonly Item[]
}

export const NO_WISHES: Wishes = {
  lead: undefined,
  story: [],
  lines: new Map(),
  sections: new Map(),
  connects: [],
}

/** The outcome of one wish. */
export interface Outcome {
  /** Its position in the editor's plan: 'insiders smaller 2'. */
  readonly wish: string
  /** Why it was passed over; undefined if it was granted. */
  readonly refused: string | undefined
}

export interface SectionPlan {
  readonly name: SectionName
  /** What it means for a reader: one statement, and a short one on another topic. Always chosen by rules. */
  readonly forYou: readonly Statement[]
  readonly big: Item | undefined
  readonly smaller: readonly Item[]
  /** What only the page tells, because the mail has no room; always chosen by rules. */
  readonly more: readonly Statement[]
}

/** What the letter tells, in its order; only the words are missing. */
export interface LetterPlan {
  readonly lead:
    | {
        readonly statement: Statement
        readonly headline: string
        /** An editor chose the lead. */
        readonly isWish: boolean
        /** The headline is in an editor's words. */
        readonly isHeadlineWish: boolean
      }
    | undefined
  readonly story: readonly Item[]
  /** What ends the story, closer to home; always chosen by rules. */
  readonly atHome: Statement | undefined
  readonly lines: ReadonlyMap<SectionName, Item>
  /** The sections that are not missing. */
  readonly sections: ReadonlyMap<SectionName, SectionPlan>
  readonly connects: readonly Item[]
}

/** Lists a section's statements, if it has any that can be told. */
export function listStatements({ content, statements }: SectionToTell): readonly Statement[] | undefined {
  return content.state === 'unavailable' ? undefined : statements?.statements
}

/** Puts an item into words.
 *  @param mentions  grows by the names that it mentions */
export function fillItem(
  { statements, words }: Item,
  { slotDate, mentions }: { readonly slotDate: string; readonly mentions: Mentions },
): Sentence[] {
  return words
    ? fillWords(words, { slotDate, mentions })
    : statements.flatMap((one, index) => {
        const isJoined = index > 0 && one.joins === statements[0].id
        const tellings = isJoined ? (one.carry ?? one.tellings) : one.tellings
        return fillTemplate(one, chooseTelling({ id: one.id, tellings }, slotDate), { slotDate, mentions })
      })
}

/** @returns one sentence for each line of the template */
export function fillWords(
  { template, slots }: OwnWords,
  { slotDate, mentions }: { readonly slotDate: string; readonly mentions: Mentions },
): Sentence[] {
  const lines = template.replaceAll(/\s+/g, ' ').replaceAll(/\. (?=[\p{Lu}{])/gu, '.\n')
  return fillTemplate({ id: 'words of an editor', slots }, lines, { slotDate, mentions })
}

/** A statement with one of its other templates in place of its usual words. */
export const ownWords = ({ slots }: Statement, template: string): OwnWords => ({ template, slots })

/** Puts the most salient first. */
export const bySalience = (a: Statement, b: Statement) => b.salience - a.salience || (a.id < b.id ? -1 : 1)

/** Below this salience, it leads its section only if that has nothing else; what is not news is then not even told. */
export const TRIFLE = 10

/** How much more salient a figure that may be new must be to go before one that is new: next to the largest job loss in
 *  years, a figure with an ordinary weekly move is no news. A figure known to be from before the week goes last, with
 *  what is hardly worth telling. */
const LESS_ASSUMED = 5
const worthOf = ({ salience, age }: Statement) => salience - (age === 'assumed' ? LESS_ASSUMED : 0)
const goesLast = ({ age, salience }: Statement) => age === 'old' || salience < TRIFLE
export const byAge = (a: Statement, b: Statement) =>
  Number(goesLast(a)) - Number(goesLast(b)) || worthOf(b) - worthOf(a) || bySalience(a, b)

/** Lists what is told together with a statement: first the most salient of what is unusual about its figure, then what
 *  belongs to it; without either, how it came about. */
export function listJoined({ id }: Statement, left: readonly Statement[]): Statement[] {
  const joined = left.filter(({ joins }) => joins === id)
  const unusual = joined.find(isUnusual)
  const others = joined.filter((one) => !isUnusual(one) && !isAside(one))
  const asides = joined.filter(isAside)
  // A comparison goes right after the figure, before the rest.
  const told = [
    ...(unusual ? [unusual] : []),
    ...others.filter(({ kind }) => kind === 'contrast'),
    ...others.filter(({ kind }) => kind !== 'contrast'),
  ]
  return told.length > 0 ? told : asides.slice(0, 1)
}

/** How a trade came about, or how late it became known; told only if nothing else is. */
const isAside = ({ kind }: Statement) => kind === 'circumstance' || kind === 'lag'

const isUnusual = ({ kind }: Statement) => kind === 'extreme' || kind === 'streak' || kind === 'against-usual'

/** Whether a statement belongs to one that has not been told yet, and so waits for it. */
export const isToldWithAnother = ({ joins }: Statement, left: readonly Statement[]) =>
  joins !== undefined && left.some(({ id }) => id === joins)

/** The lines of a statement with none of the figures told elsewhere, those with the most figures first; if there are
 *  none, its words without a figure. */
export function listLines(
  { lines = [], glances, tellings, slots }: Statement,
  told: ReadonlySet<string>,
): readonly [string, ...string[]] | undefined {
  const free = (lines.length > 0 ? lines : tellings)
    .map((line) => ({ line, figures: figuresOf(line, slots) }))
    .filter(({ figures }) => figures.every((id) => !told.has(id)))
  const most = Math.max(...free.map(({ figures }) => figures.length))
  const [first, ...others] = free.filter(({ figures }) => figures.length === most).map(({ line }) => line)
  return first === undefined ? glances : [first, ...others]
}
