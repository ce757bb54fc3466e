import type { Sentence } from '../../../shared/edition-contract.ts'
import type { Statement } from './statement.ts'
import { chooseTelling, fillTemplate, type Mentions } from './tell.ts'

/** Tells each statement once, and no figure of one that was told. */
export class Teller {
  readonly #slotDate: string
  readonly #told = new Set<string>()
  readonly #figures = new Set<string>()
  readonly #shown = new Set<string>()

  constructor(slotDate: string) {
    this.#slotDate = slotDate
  }

  hasTold(statement: Statement): boolean {
    return this.#told.has(statement.id) || mainFigures(statement).some((id) => this.#figures.has(id))
  }

  /** The words alone: nothing counts as told. */
  fill(statement: Statement, template: string, mentions: Mentions = new Set()): Sentence[] {
    return fillTemplate(statement, template, { slotDate: this.#slotDate, mentions })
  }

  /** How it would be told. */
  preview(statement: Statement, mentions: Mentions): Sentence[] {
    return this.fill(statement, chooseTelling(statement, this.#slotDate), new Set(mentions))
  }

  /** A line in short: its figures may be told again. */
  show(statement: Statement, template: string): Sentence[] {
    this.#noteShown(statement)
    return this.fill(statement, template)
  }

  /** Ids of all facts that readers see a figure, a day or a name of. */
  get shown(): ReadonlySet<string> {
    return this.#shown
  }

  tell(statement: Statement, mentions: Mentions = new Set()): Sentence[] {
    this.#told.add(statement.id)
    for (const id of mainFigures(statement)) this.#figures.add(id)
    this.#noteShown(statement)
    return this.fill(statement, chooseTelling(statement, this.#slotDate), mentions)
  }

  #noteShown({ slots }: Statement): void {
    for (const slot of Object.values(slots)) if ('figure' in slot) this.#shown.add(slot.figure.id)
  }

  /** Words of others: their figures are told. */
  note(sentences: readonly Sentence[]): readonly Sentence[] {
    for (const { factId } of sentences.flat()) {
      if (factId === undefined) continue
      this.#figures.add(factId)
      this.#shown.add(factId)
    }
    return sentences
  }
}

/** Days and counts may stand twice; what the statement is about may not. */
export function mainFigures({ slots }: Statement): string[] {
  return Object.values(slots).flatMap((slot) =>
    'figure' in slot && !['date', 'text', 'count'].includes(slot.figure.unit) ? [slot.figure.id] : [],
  )
}
