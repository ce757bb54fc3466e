import type { EditionContent, Sentence } from '../../../shared/edition-contract.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import type { Fact } from '../facts/fact.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { fillTemplate, textOf } from '../statements/tell.ts'

const SLOT_DATE = '2025-02-03'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const MAX_HEAD = 59

export const fillWords = (statement: Statement, template: string): string =>
  textOf(fillTemplate(statement, template, { slotDate: SLOT_DATE }))

/** Every telling, head and line of a section's statements, held against its facts as an edition is.
 *  @param known  the section's own facts
 *  @returns what is wrong with them; empty where all is borne out */
export function listFaults(told: SectionStatements, known: readonly Fact[]): string[] {
  const facts = [...known, ...told.facts]
  const all = [...told.statements, ...told.forYou, told.coverage]
  const ids = all.map(({ id }) => id)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`),
    ...all.flatMap((statement) => faultsOf(statement, ids, facts)),
  ]
}

function faultsOf(statement: Statement, ids: readonly string[], facts: readonly Fact[]): string[] {
  const { id, tellings, heads = [], lines = [], follows = [], salience } = statement
  const sentences = [...tellings, ...lines].flatMap((template) =>
    fillTemplate(statement, template, { slotDate: SLOT_DATE }),
  )
  const titles = heads.map((head) => fillWords(statement, head))
  return [
    ...titles
      .filter((title) => title.length > MAX_HEAD)
      .map((title) => `${id}: '${title}' is ${title.length} long`),
    ...['', ...titles].flatMap((headline, index) =>
      checkEditionBound(asEdition(headline, index === 0 ? sentences : []), facts).map(
        ({ where, text, reason }) => `${id}: ${where}: '${text}' ${reason}`,
      ),
    ),
    ...sentences
      .map((sentence) => textOf([sentence]))
      .filter((text) => !/^[\p{Lu}\d$“]/u.test(text) || !/[.]$/.test(text) || /\s[,.]|,,|\.\.|  /.test(text))
      .map((text) => `${id}: '${text}' is no tidy sentence`),
    ...follows.filter((other) => !ids.includes(other)).map((other) => `${id}: ${other} is not there`),
    ...(Number.isInteger(salience) && salience >= 0 && salience <= 100 ? [] : [`${id}: ${salience}`]),
  ]
}

function asEdition(headline: string, story: readonly Sentence[]): EditionContent {
  return {
    slotDate: SLOT_DATE,
    week: WEEK,
    subject: '',
    preheader: '',
    letter: {
      headline,
      lead: null,
      corrections: [],
      story: [...story],
      lines: [],
      sections: [],
      connects: [],
    },
    sections: [],
    topFindings: [],
  }
}
