import { listWords } from '../../lib/text.ts'
import { readTickerPath } from '../../../shared/asset-address.ts'
import type { LetterContent, Sentence } from '../../../shared/edition-contract.ts'
import { bySalience, type LetterPlan } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { chooseTelling, fillTemplate } from './tell.ts'

/** Any more would be a list. */
const MOST_TEASED = 2

/** What else the letter has, for readers who do not care for its story: the most salient big items of other sections. */
export function teaseOthers({ lead, sections }: LetterPlan, slotDate: string): Sentence[] {
  const teased = [...sections.values()]
    .filter(({ name }) => name !== lead?.statement.section)
    .flatMap(({ big }) => big?.statements.find(({ teases }) => teases !== undefined) ?? [])
    .toSorted(bySalience)
    .slice(0, MOST_TEASED)
  const clauses = teased.map((one) =>
    fillClause(one, chooseTelling({ id: one.id, tellings: one.teases ?? [''] }, slotDate), slotDate),
  )
  return joinClauses('Also: ', clauses)
}

/** The lead if it asks something about the coming week, otherwise the most salient big item that does. */
export function findAsking({ lead, sections }: LetterPlan): Statement | undefined {
  if (lead?.statement.asks) return lead.statement
  return [...sections.values()]
    .flatMap(({ big }) => big?.statements.find(({ asks }) => asks !== undefined) ?? [])
    .toSorted(bySalience)[0]
}

/** Any more would be a list; the page has it. */
const MOST_MISSING = 3

/** One sentence for the whole letter that names the first missing item of each section, then further ones. The page says
 *  why. */
export function nameMissing(ofSections: readonly (readonly string[])[]): Sentence[] {
  const longest = Math.max(0, ...ofSections.map(({ length }) => length))
  const names = Array.from({ length: longest }, (_, at) =>
    ofSections.flatMap((some) => some[at] ?? []),
  ).flat()
  if (names.length === 0) return []
  const few = names.slice(0, MOST_MISSING)
  const isAll = names.length === few.length
  return [[{ text: `Missing this week: ${listWords(isAll ? few : [...few, 'more'])}.` }]]
}

function fillClause(statement: Statement, clause: string, slotDate: string): Sentence {
  const [sentence = []] = fillTemplate(statement, clause, { slotDate })
  return sentence
}

/** Joins clauses into one sentence; returns none without clauses. */
function joinClauses(before: string, clauses: readonly Sentence[]): Sentence[] {
  if (clauses.length === 0) return []
  const spans = clauses.flatMap((clause, index) => [{ text: index === 0 ? before : ', and ' }, ...clause])
  return [[...spans, { text: '.' }]]
}

/** Links each ticker's page where the letter, read from top to bottom, first mentions its company: links on every mention
 *  would distract from those to the records. */
export function linkTickersOnce(letter: LetterContent): LetterContent {
  const linked = new Set<string>()
  const once = (sentence: Sentence): Sentence =>
    sentence.map((span) => {
      const { href, ...rest } = span
      if (href === undefined || span.factId !== undefined || !readTickerPath(href)) return span
      if (linked.has(href)) return rest
      linked.add(href)
      return span
    })
  const all = (sentences: readonly Sentence[]) => sentences.map(once)
  // In reading order; what is only on the page comes last.
  const also = letter.also && { also: all(letter.also) }
  const story = all(letter.story)
  const lines = letter.lines.map((line) => ({ ...line, sentences: all(line.sentences) }))
  const sections = letter.sections.map((section) => ({
    ...section,
    big: all(section.big),
    smaller: section.smaller.map(all),
    forYou: all(section.forYou),
    coverage: all(section.coverage),
  }))
  const connects = all(letter.connects)
  const ahead = letter.ahead && { ahead: all(letter.ahead) }
  for (const section of sections) if (section.more) Object.assign(section, { more: section.more.map(all) })
  return { ...letter, ...also, story, lines, sections, connects, ...ahead }
}
