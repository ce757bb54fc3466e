import type { Grants } from './grants.ts'
import { byAge, listStatements, TRIFLE, type Item, type SectionToTell } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { countWords, fillTemplate, textOf } from './tell.ts'

/** The limit for two lines next to each other. */
const MAX_LINE_WORDS = 26

/** Chooses the line that sums up a section in "the week in five lines". If the section tells the same figure, the line
 *  uses its words without the figure. */
export function chooseLine(
  section: SectionToTell,
  { lead, grants, slotDate }: { lead: Statement | undefined; grants: Grants; slotDate: string },
): Item | undefined {
  const { name } = section.content
  const withLines = listWithLines(section)
  const others = withLines.filter(({ id }) => id !== lead?.id)
  // If the story or the section tells a single trade, the line gives the total that includes it.
  const sum = others.find(({ kind, salience }) => kind === 'total' && salience > TRIFLE)
  const total = lead?.section === name || others[0]?.kind === 'trade' ? sum : undefined
  // News goes before older figures and what the story has told. A figure that outweighs all others becomes the line even
  // if its release day is only assumed, or readers would think that we chose to leave it out.
  const notTold = others.filter((one) => !grants.ledger.hasTold(one))
  const weighty = others[0]?.age === 'assumed' ? others[0] : undefined
  const chosen =
    total ??
    weighty ??
    notTold.find(({ age, salience }) => age === undefined && salience >= TRIFLE) ??
    notTold[0] ??
    others[0] ??
    withLines[0]
  return chosen && { statements: [chosen, ...chooseBeside(chosen, others, slotDate)] }
}

/** The statements that may become a section's line, the most salient first. */
export const listWithLines = (section: SectionToTell): Statement[] =>
  (listStatements(section) ?? []).filter(({ lines }) => lines?.[0] !== undefined).toSorted(byAge)

/** Adds what most households pay for to the most salient line. */
function chooseBeside(chosen: Statement, others: readonly Statement[], slotDate: string): Statement[] {
  const wordsOf = (one: Statement) =>
    countWords(textOf(fillTemplate(one, one.lines?.[0] ?? '', { slotDate })))
  const beside = others.find(
    (one) =>
      one.isEveryday &&
      one.topic !== chosen.topic &&
      one.age !== 'old' &&
      wordsOf(chosen) + wordsOf(one) <= MAX_LINE_WORDS,
  )
  return beside ? [beside] : []
}
