import type { Sentence } from '../../../shared/edition-contract.ts'
import { tellAs } from './choose-story.ts'
import { fillItem, listLines, type Item } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { chooseTelling, fillTemplate, type Mentions } from './tell.ts'

const TOLD_BELOW = 'See its section below.'

/** Puts what was chosen into words. */
export class Teller {
  readonly slotDate: string

  constructor(slotDate: string) {
    this.slotDate = slotDate
  }

  tell(item: Item, mentions: Mentions = new Set()): Sentence[] {
    return fillItem(item, { slotDate: this.slotDate, mentions })
  }

  /** The section's line.
   *  @param told  ids of figures that are told elsewhere in the letter */
  tellLine(item: Item, told: ReadonlySet<string> = new Set()): Sentence[] {
    if (item.words) return this.tell(item)
    return item.statements.flatMap((one, index) => {
      const lines = listLines(one, told)
      // A line next to another one is left out if its figure is told elsewhere.
      if (lines === undefined) return index === 0 ? [[{ text: TOLD_BELOW }]] : []
      return this.tell(tellAs(one, lines, this.slotDate))
    })
  }

  /** Splits the big item of a section into its kicker and what is left to tell. An editor's words have no kicker. */
  splitKicker(item: Item): readonly [kicker: Sentence[], rest: Item] {
    const { statements, words } = item
    const [first, ...joined] = statements
    const one = words ? undefined : statements.find(({ kickers }) => kickers !== undefined)
    if (!one?.kickers) return [[], item]
    const kicker = chooseTelling({ id: one.id, tellings: one.kickers }, this.slotDate)
    const rest = joined.filter((other) => other !== one)
    return [fillTemplate(one, kicker, { slotDate: this.slotDate }), { ...item, statements: [first, ...rest] }]
  }

  /** For the page only. */
  tellAside(statement: Statement): Sentence[] {
    return fillItem({ statements: [statement] }, { slotDate: this.slotDate, mentions: new Set() })
  }

  /** Fills words that every letter has. */
  fill(statement: Statement): Sentence[] {
    const [template] = statement.tellings
    return template === '' ? [] : fillTemplate(statement, template, { slotDate: this.slotDate })
  }
}

export const listFigures = (parts: readonly (readonly Sentence[])[]): ReadonlySet<string> =>
  new Set(parts.flat(2).flatMap(({ factId }) => factId ?? []))
