import type { Sentence } from '../../../shared/edition-contract.ts'
import { tellAs } from './choose-story.ts'
import { fillItem, listLines, type Item } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { chooseTelling, fillTemplate, type Mentions } from './tell.ts'

const TOLD_BELOW = 'See its section below.'

/** Puts what was chosen into words, and notes what readers see of it. */
export class Teller {
  /** Ids of all facts that readers see a figure, a day or a name of. */
  readonly shown = new Set<string>()
  readonly slotDate: string

  constructor(slotDate: string) {
    this.slotDate = slotDate
  }

  tell(item: Item, mentions: Mentions = new Set()): Sentence[] {
    for (const { slots } of item.statements) {
      for (const slot of Object.values(slots)) if ('figure' in slot) this.shown.add(slot.figure.id)
    }
    return fillItem(item, { slotDate: this.slotDate, mentions })
  }

  /** The section in short.
   *  @param told  figures that stand elsewhere in the letter, by their ids */
  tellLine(item: Item, told: ReadonlySet<string> = new Set()): Sentence[] {
    if (item.words) return this.tell(item)
    return item.statements.flatMap((one, index) => {
      const lines = listLines(one, told)
      // What stands beside another line is left out if its figure is told.
      if (lines === undefined) return index === 0 ? [[{ text: TOLD_BELOW }]] : []
      return this.tell(tellAs(one, lines, this.slotDate))
    })
  }

  /** Splits the big thing of a section: its kicker, and what is left to tell. An editor's words have none. */
  splitKicker(item: Item): readonly [kicker: Sentence[], rest: Item] {
    const { statements, words } = item
    const [first, ...joined] = statements
    const one = words ? undefined : statements.find(({ kickers }) => kickers !== undefined)
    if (!one?.kickers) return [[], item]
    const kicker = chooseTelling({ id: one.id, tellings: one.kickers }, this.slotDate)
    const rest = joined.filter((other) => other !== one)
    return [fillTemplate(one, kicker, { slotDate: this.slotDate }), { ...item, statements: [first, ...rest] }]
  }

  /** For the page: the mail's readers see nothing of it. */
  tellAside(statement: Statement): Sentence[] {
    return fillItem({ statements: [statement] }, { slotDate: this.slotDate, mentions: new Set() })
  }

  /** What every letter has. */
  fill(statement: Statement): Sentence[] {
    const [template] = statement.tellings
    return template === '' ? [] : fillTemplate(statement, template, { slotDate: this.slotDate })
  }
}

export const listFigures = (parts: readonly (readonly Sentence[])[]): ReadonlySet<string> =>
  new Set(parts.flat(2).flatMap(({ factId }) => factId ?? []))
