import type { Fact } from '../../facts/fact.ts'
import type { Slot, Statement } from '../../statements/statement.ts'
import { saysHowMuch, textOf } from '../../statements/tell.ts'
import { fillWords, MAX_HEAD, readStatement } from '../../testing/check-statements.ts'

const MOST_WORDS = 26

export const tell = (statement: Statement, template = statement.tellings[0]): string =>
  fillWords(statement, template)

/** What is wrong with statements in any of their wordings; empty if nothing is.
 *  @param facts  of all their sections, to check figures against */
export function listFaults(statements: readonly Statement[], facts: readonly Fact[]): string[] {
  return statements.flatMap((statement) => {
    const { id, section, kind, tellings, heads = [], isNews, salience, slots } = statement
    const own = facts.map((fact) => ({ ...fact, section }))
    const { sentences, titles, faults } = readStatement(statement, own)
    const short = titles.at(-1)
    return [
      ...faults,
      ...(short !== undefined && short.length > MAX_HEAD ? [`'${short}' is too long`] : []),
      ...sentences
        .map((sentence) => textOf([sentence]))
        .filter(
          (text) =>
            (text !== '' || kind !== 'coverage') &&
            ((kind !== 'coverage' && text.split(' ').length > MOST_WORDS) ||
              !/^[\p{Lu}$\d].*[.?]$/u.test(text)),
        )
        .map((text) => `'${text}' is no sentence, or a long one`),
      ...(tellings.length < 3 && kind !== 'coverage' ? [`has ${tellings.length} tellings`] : []),
      ...(new Set(tellings).size === tellings.length ? [] : ['has a telling twice']),
      ...(heads.length > 0 && !isNews ? ['could lead and is not new'] : []),
      ...(salience > 30 && !isNews ? [`is not new and weighs ${salience}`] : []),
      ...heads.filter((head) => !saysHowMuch(head, slots)).map((head) => `'${head}' does not say how much`),
      ...listUnknownFigures(statement, facts),
    ].map((fault) => `${id}: ${fault}`)
  })
}

function listUnknownFigures({ slots }: Statement, facts: readonly Fact[]): string[] {
  const known = new Set(facts.map((fact) => fact.id))
  return Object.values<Slot>(slots).flatMap((slot) =>
    'figure' in slot && !known.has(slot.figure.id) ? [`${slot.figure.id} is in no section`] : [],
  )
}
