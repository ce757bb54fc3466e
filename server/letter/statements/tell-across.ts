import type { Sentence } from '../../../shared/edition-contract.ts'
import { bySalience, type LetterPlan } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { chooseTelling, fillTemplate } from './tell.ts'

/** Any more would be a list. */
const MOST_TEASED = 2

/** What else the letter has, for whoever does not care for its story: the most telling of the big things of other sections. */
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

/** The lead, else the most telling of the big things that ask something of the week to come. */
export function findAsking({ lead, sections }: LetterPlan): Statement | undefined {
  if (lead?.statement.asks) return lead.statement
  return [...sections.values()]
    .flatMap(({ big }) => big?.statements.find(({ asks }) => asks !== undefined) ?? [])
    .toSorted(bySalience)[0]
}

/** 'a, b and c' */
const LIST = new Intl.ListFormat('en-GB')
/** More would be a list: the page has it. */
const MOST_MISSING = 3

/** One sentence for the whole letter: of each section the first, then more of each. Why is on the page. */
export function nameMissing(ofSections: readonly (readonly string[])[]): Sentence[] {
  const longest = Math.max(0, ...ofSections.map(({ length }) => length))
  const names = Array.from({ length: longest }, (_, at) =>
    ofSections.flatMap((some) => some[at] ?? []),
  ).flat()
  if (names.length === 0) return []
  const few = names.slice(0, MOST_MISSING)
  const isAll = names.length === few.length
  return [[{ text: `Missing this week: ${LIST.format(isAll ? few : [...few, 'more'])}.` }]]
}

function fillClause(statement: Statement, clause: string, slotDate: string): Sentence {
  const [sentence = []] = fillTemplate(statement, clause, { slotDate })
  return sentence
}

/** One sentence; none without clauses. */
function joinClauses(before: string, clauses: readonly Sentence[]): Sentence[] {
  if (clauses.length === 0) return []
  const spans = clauses.flatMap((clause, index) => [{ text: index === 0 ? before : ', and ' }, ...clause])
  return [[...spans, { text: '.' }]]
}
