import { SECTION_NAMES, type SectionName } from '../../../shared/edition-contract.ts'
import { Ledger, mainFigures } from './ledger.ts'
import { fillItem, type Item, type LetterParts, type Outcome } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { countWords, figuresOf, textOf, type Mentions } from './tell.ts'

/** The most words that one wish may print. */
export const WISH_WORDS = { story: 60, line: 25, big: 60, smaller: 50, connects: 50 }
type Place = keyof typeof WISH_WORDS
type Refusal = string | undefined

/** Grants an editor's wishes one by one, and records what was told and the outcome of each wish. */
export class Grants {
  readonly outcomes: Outcome[] = []
  readonly ledger = new Ledger()
  readonly #parts: LetterParts

  constructor(parts: LetterParts) {
    this.#parts = parts
  }

  /** Whether a wish holds in its place. If it does, its figures count as told. */
  grant(
    wish: Item,
    place: Place,
    {
      mentions,
      sections = SECTION_NAMES,
      isOldRefused = place === 'story',
      room = Infinity,
    }: { mentions: Mentions; sections?: readonly SectionName[]; isOldRefused?: boolean; room?: number },
  ): boolean {
    const { statements } = wish
    const ages = new Set(statements.map(({ age }) => age === 'old'))
    const refused =
      (statements.some(({ section }) => !sections.includes(section)) ? 'of another section' : undefined) ??
      (statements.some(({ id }) => this.#parts.connections.some((one) => one.id === id))
        ? 'stands only where sections are connected'
        : undefined) ??
      (statements.some((one) => this.ledger.hasTold(one)) ? 'told already' : undefined) ??
      repeatsItself(statements) ??
      (isOldRefused && ages.has(true) ? 'old' : undefined) ??
      (ages.size > 1 ? 'old beside new' : undefined) ??
      this.refuseLength(wish, place, mentions, room)
    this.note(wish.wish, refused)
    if (refused !== undefined) return false
    for (const one of statements) this.ledger.mark(one)
    return true
  }

  /** Why a wish may not become the line of a section.
   *  @param others  the section's statements that have a line, except the lead */
  refuseLine(wish: Item, name: SectionName, others: readonly Statement[]): Refusal {
    const { statements, words } = wish
    if (statements.some(({ section }) => section !== name)) return 'of another section'
    if (!words && (statements.length > 1 || statements[0].lines?.[0] === undefined)) return 'has no line'
    if (others.length > 0 && statements.some(({ id }) => !others.some((one) => one.id === id))) {
      return 'the story tells it, or it has no line'
    }
    if (statements.some(({ age }) => age === 'old') && others.some(({ age }) => age !== 'old')) {
      return 'old, where something is new'
    }
    if (words && this.ledger.hasFigure(figuresOf(words.template, words.slots))) return 'a figure twice'
    if (words && this.countWords(wish, new Set()) > WISH_WORDS.line)
      return `longer than ${WISH_WORDS.line} words`
    return repeatsItself(statements)
  }

  refuseLength(wish: Item, place: Place, mentions: Mentions, room = Infinity): Refusal {
    const words = this.countWords(wish, mentions)
    const isBounded = wish.words !== undefined || wish.statements.length > 1
    if (isBounded && words > WISH_WORDS[place]) return `longer than ${WISH_WORDS[place]} words`
    return words > room ? 'no room' : undefined
  }

  /** @param isTold  whether it is told now, so that its names are known from here on */
  countWords(item: Item, mentions: Mentions, { isTold = false }: { isTold?: boolean } = {}): number {
    const { slotDate } = this.#parts
    return countWords(textOf(fillItem(item, { slotDate, mentions: isTold ? mentions : new Set(mentions) })))
  }

  note(wish: string | undefined, refused: Refusal): void {
    if (wish !== undefined) this.outcomes.push({ wish, refused })
  }
}

function repeatsItself(statements: readonly Statement[]): Refusal {
  const figures = statements.flatMap((one) => [...new Set(mainFigures(one))])
  return new Set(figures).size < figures.length ? 'a figure twice' : undefined
}
