import type { LetterContent } from '../../shared/edition-contract.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import type { EditionEdit } from '../sending/editions/edition-edits.ts'
import { listUnknownInHeadline } from './facts/check-bound.ts'
import type { Fact } from './facts/fact.ts'
import type { LetterParts } from './statements/letter-plan.ts'
import type { SectionStatements, Statement } from './statements/statement.ts'

/** Whether an id is that of the dropped finding or of something said only about it: 'insiders/sale/1/2' and
 *  'insiders/sale/1/2/share'. */
const isOf = (id: string, dropped: string) => id === dropped || id.startsWith(`${dropped}/`)

/** Removes from the statements what a person dropped; tables and sums keep it.
 *  @param edits  the last one may be new: what it drops must exist
 *  @throws AppError 'not-found' if a new one drops what does not exist */
export function dropFindings<Parts extends Pick<LetterParts, 'sections' | 'connections'>>(
  parts: Parts,
  edits: readonly EditionEdit[],
): Parts {
  const drops = edits.filter(({ kind }) => kind === 'drop')
  if (drops.length === 0) return parts
  const all = [...parts.sections.flatMap(({ statements }) => listAll(statements)), ...parts.connections]
  const missing = drops.find(
    ({ text, madeAt }) => madeAt === undefined && !all.some(({ id }) => isOf(id, text)),
  )
  if (missing) {
    throw new AppError(
      'not-found',
      `There is no finding ${missing.text} in this edition. "edition audit" lists what it tells.`,
    )
  }
  const isKept = ({ id }: Pick<Statement, 'id'>) => !drops.some(({ text }) => isOf(id, text))
  return {
    ...parts,
    connections: parts.connections.filter(isKept),
    sections: parts.sections.map((section) =>
      section.statements ? { ...section, statements: keepOnly(section.statements, isKept) } : section,
    ),
  }
}

const listAll = (section: SectionStatements | undefined) =>
  section ? [...section.statements, ...section.forYou] : []

/** The section with only the statements to keep. */
function keepOnly(section: SectionStatements, isKept: (statement: Statement) => boolean): SectionStatements {
  return {
    ...section,
    statements: section.statements.filter(isKept),
    forYou: section.forYou.filter(isKept),
  }
}

/** The letter with a person's headline and note, labelled as theirs.
 *  @param facts  of all sections
 *  @throws InvalidInputError if the headline contains a figure that the letter does not have */
export function labelEdits(
  letter: LetterContent,
  edits: readonly EditionEdit[],
  context: { readonly slotDate: string; readonly week: { readonly from: string; readonly to: string } },
  facts: readonly Fact[],
): LetterContent {
  if (edits.length === 0) return letter
  const headline = edits.find(({ kind }) => kind === 'headline')
  const note = edits.find(({ kind }) => kind === 'note')
  if (headline) {
    const [unknown] = listUnknownInHeadline(headline.text, letter, context, facts)
    if (unknown !== undefined) {
      throw new InvalidInputError(
        `The headline has “${unknown}”, which is no figure that this letter tells. Use one as the letter prints it, or none.`,
      )
    }
  }
  return {
    ...letter,
    ...(headline ? { headline: headline.text } : {}),
    byPerson: {
      headline: headline !== undefined,
      ...(note ? { note: { text: note.text, by: note.by } } : {}),
      dropped: edits.filter(({ kind }) => kind === 'drop').length,
    },
  }
}
