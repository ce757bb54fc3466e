import type { EditionContent, Sentence } from '../../../shared/edition-contract.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import type { Fact } from '../facts/fact.ts'
import { capitalize } from '../statements/make-statement.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { figuresOf, fillTemplate, textOf, WEEK_PAGE } from '../statements/tell.ts'
import { aLetter } from './edition-content.ts'

const SLOT_DATE = '2025-02-03'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }
export const MAX_HEAD = 59

export const fillWords = (statement: Statement, template: string): string =>
  textOf(fillTemplate(statement, template, { slotDate: SLOT_DATE }))

export const listTellings = (statement: Statement): string[] =>
  statement.tellings.map((telling) => fillWords(statement, telling))

/** The statement's tellings, headlines and lines. */
export const listAllWords = (statement: Statement): string[] =>
  [...statement.tellings, ...(statement.heads ?? []), ...(statement.lines ?? [])].map((template) =>
    fillWords(statement, template),
  )

/** Checks every telling, headline and line of a section's statements against its facts, as an edition is checked.
 *  @param known  the section's own facts
 *  @returns what is wrong with them; empty if facts support everything */
export function listFaults(told: SectionStatements, known: readonly Fact[]): string[] {
  const facts = [...known, ...told.facts]
  const all = [...told.statements, ...told.forYou, told.coverage]
  const ids = all.map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`)
  return twice.concat(all.flatMap((statement) => listFaultsOf(statement, ids, facts)))
}

/** Every sentence and headline that a statement may print, and what no fact supports in them, or has no place in a glance. */
export function readStatement(statement: Statement, facts: readonly Fact[]) {
  const { tellings, shorter = [], kickers = [], opening = [], caveat, carry = [], lines = [] } = statement
  const { glances = [], heads = [], teases = [], asks = [], atHome } = statement
  const sentences = [
    ...tellings,
    ...shorter,
    ...kickers,
    ...opening,
    ...(caveat === undefined ? [] : [caveat]),
    ...carry.map(capitalize),
    ...asks,
    ...(atHome?.takesUp ?? []),
    ...teases.map((clause) => `Also: ${clause}.`),
    ...lines,
    ...glances,
  ].flatMap((template) => fillTemplate(statement, template, { slotDate: SLOT_DATE }))
  const titles = heads.map((head) => fillWords(statement, head))
  const unbound = [asEdition('', sentences), ...titles.map((title) => asEdition(title, []))]
    .flatMap((edition) => checkEditionBound(edition, facts))
    .map(({ where, text, reason }) => `${where}: '${text}' ${reason}`)
  const figured = glances
    .filter((glance) => figuresOf(glance, statement.slots).length > 0)
    .map((glance) => `'${glance}' has a figure`)
  return { sentences, titles, faults: [...unbound, ...figured] }
}

function listFaultsOf(statement: Statement, ids: readonly string[], facts: readonly Fact[]): string[] {
  const { id, follows = [], salience } = statement
  const { sentences, titles, faults } = readStatement(statement, facts)
  const tooLong = titles
    .filter((title) => title.length > MAX_HEAD)
    .map((title) => `'${title}' is ${title.length} long`)
  const untidy = sentences
    .map((sentence) => textOf([sentence]))
    .filter((text) => !/^[\p{Lu}\d$“]/u.test(text) || !/[.?]$/.test(text) || /\s[,.]|,,|\.\.| {2}/.test(text))
    .map((text) => `'${text}' is no tidy sentence`)
  const nowhere = sentences
    .flat()
    .filter(({ href }) => href !== undefined && WEEK_PAGE.test(href))
    .map(({ text, href }) => `'${text}' leads to ${href}, which shows no figure`)
  const missing = follows.filter((other) => !ids.includes(other)).map((other) => `${other} is not there`)
  const isInScale = Number.isInteger(salience) && salience >= 0 && salience <= 100
  return [
    ...tooLong,
    ...faults,
    ...untidy,
    ...nowhere,
    ...missing,
    ...(isInScale ? [] : [`salience ${salience}`]),
  ].map((fault) => `${id}: ${fault}`)
}

function asEdition(headline: string, story: readonly Sentence[]): EditionContent {
  return {
    slotDate: SLOT_DATE,
    week: WEEK,
    subject: '',
    preheader: '',
    letter: aLetter({ headline, story }),
    sections: [],
    topFindings: [],
  }
}
