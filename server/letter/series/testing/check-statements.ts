import type { EditionContent } from '../../../../shared/edition-contract.ts'
import type { EditionWeek } from '../../../lib/edition-week.ts'
import { addDays } from '../../../lib/dates.ts'
import { checkEditionBound } from '../../facts/check-bound.ts'
import type { Fact } from '../../facts/fact.ts'
import type { Slot, Statement } from '../../statements/statement.ts'
import { aLetter } from '../../testing/edition-content.ts'
import { figuresOf, fillTemplate, saysHowMuch, textOf } from '../../statements/tell.ts'
import { capitalize } from '../../statements/make-statement.ts'

/** A headline must fit a mail's subject of fewer than 60 characters. */
const HEAD_LENGTH = 59
const MOST_WORDS = 26

export const tell = (statement: Statement, template = statement.tellings[0]): string =>
  textOf(fillTemplate(statement, template, { slotDate: '2025-02-03' }))

/** What is wrong with statements in any of their wordings; empty if nothing is.
 *  @param facts  of all their sections, to check figures against */
export function listFaults(
  statements: readonly Statement[],
  facts: readonly Fact[],
  week: EditionWeek,
): string[] {
  return statements.flatMap((statement) => {
    const {
      id,
      section,
      tellings,
      kickers = [],
      teases = [],
      carry = [],
      heads = [],
      asks = [],
      opening = [],
      lines = [],
      glances = [],
    } = statement
    const own = facts.map((fact) => ({ ...fact, section }))
    const sentences = [
      ...tellings,
      ...opening,
      ...asks,
      ...(statement.caveat === undefined ? [] : [statement.caveat]),
      ...kickers,
      ...teases.map((clause) => `Also: ${clause}.`),
      ...carry.map(capitalize),
      ...lines,
      ...glances,
    ]
      .filter((template) => template !== '')
      .flatMap((template) => fillTemplate(statement, template, { slotDate: addDays(week.to, 1) }))
    const content = (subject: string, story: typeof sentences): EditionContent => ({
      slotDate: addDays(week.to, 1),
      week,
      subject,
      preheader: '',
      letter: aLetter({ story }),
      topFindings: [],
      sections: [],
    })
    const subjects = heads.map((head) => tell(statement, head))
    const unbound = [
      ...checkEditionBound(content('', sentences), own),
      ...subjects.flatMap((subject) => checkEditionBound(content(subject, []), own)),
    ].map(({ text, reason }) => `${id}: '${text}' ${reason}`)
    const short = subjects.at(-1)
    return [
      ...unbound,
      ...(short !== undefined && short.length > HEAD_LENGTH ? [`${id}: '${short}' is too long`] : []),
      ...sentences
        .map((sentence) => textOf([sentence]))
        .filter(
          (text) =>
            (statement.kind !== 'coverage' && text.split(' ').length > MOST_WORDS) ||
            !/^[\p{Lu}$\d].*[.?]$/u.test(text),
        )
        .map((text) => `${id}: '${text}' is no sentence, or a long one`),
      ...(tellings.length < 3 && statement.kind !== 'coverage'
        ? [`${id} has ${tellings.length} tellings`]
        : []),
      ...(new Set(tellings).size === tellings.length ? [] : [`${id} has a telling twice`]),
      ...(heads.length > 0 && !statement.isNews ? [`${id} could lead and is not new`] : []),
      ...(statement.salience > 30 && !statement.isNews
        ? [`${id} is not new and weighs ${statement.salience}`]
        : []),
      ...heads
        .filter((head) => !saysHowMuch(head, statement.slots))
        .map((head) => `${id}: '${head}' does not say how much`),
      ...glances
        .filter((glance) => figuresOf(glance, statement.slots).length > 0)
        .map((glance) => `${id}: '${glance}' has a figure`),
      ...listUnknownFigures(statement, facts),
    ]
  })
}

function listUnknownFigures({ id, slots }: Statement, facts: readonly Fact[]): string[] {
  const known = new Set(facts.map((fact) => fact.id))
  return Object.values<Slot>(slots).flatMap((slot) =>
    'figure' in slot && !known.has(slot.figure.id) ? [`${id}: ${slot.figure.id} is in no section`] : [],
  )
}
