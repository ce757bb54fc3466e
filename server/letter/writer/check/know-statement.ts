import type { Slot, Statement } from '../../statements/statement.ts'
import { bindFigures } from './bind-figures.ts'
import { type Meaning, readMeanings, readWords, type Word } from './read-words.ts'
import type { Told } from '../judge.ts'

/** One of a statement's own wordings. */
export interface Wording {
  readonly words: readonly Word[]
  readonly meanings: readonly Meaning[]
}

/** What is known of a statement from its own wordings and its fields. */
export interface Known {
  readonly tellings: readonly Wording[]
  readonly lines: readonly Wording[]
  readonly heads: readonly Wording[]
  /** All of its own wordings. */
  readonly own: readonly Wording[]
  readonly codes: ReadonlySet<string>
  /** 'dir rate' -> 'up': what its own wordings say about a figure. */
  readonly bound: ReadonlyMap<string, ReadonlySet<string>>
  /** The words before a figure: 'to', 'from'. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>
  readonly negations: number
}

/** A sentence of a model, once read. */
export interface Read {
  readonly words: readonly Word[]
  readonly meanings: readonly Meaning[]
  /** The statement each word is about, where known. */
  readonly owners: readonly (number | undefined)[]
  readonly told: Told
}

const known = new WeakMap<Statement, Known>()

/** Made once for each statement.
 *  @throws TypeError for a statement whose own words cannot be read */
export function know(statement: Statement): Known {
  const found = known.get(statement)
  if (found) return found
  const tellings = [...statement.tellings, ...(statement.shorter ?? [])].map(readOwn)
  const lines = (statement.lines ?? []).map(readOwn)
  const heads = (statement.heads ?? []).map(readOwn)
  const own = [...tellings, ...lines, ...heads]
  const before = new Map<string, Set<string>>()
  const bound = new Map<string, Set<string>>()
  for (const wording of own) {
    for (const { key, value } of bindFigures(wording, () => statement)) addTo(bound, key, value)
    for (const [key, value] of listCompared(wording)) addTo(bound, key, value)
    wording.words.forEach(({ slot }, at) => {
      if (slot) addTo(before, slot.role, wording.words[at - 1]?.text ?? '')
    })
  }
  const learnt: Known = {
    tellings,
    lines,
    heads,
    own,
    codes: new Set([
      ...own.flatMap(({ meanings }) => meanings.map(({ code }) => code)),
      ...listTyped(statement, own),
    ]),
    bound,
    before,
    negations: Math.max(...own.map(({ meanings }) => countNegations(meanings))),
  }
  known.set(statement, learnt)
  return learnt
}

/** 'Against a year ago, rent is {rent} more. But a loan costs {loan} less': both are against a year ago. */
function listCompared({ words, meanings }: Wording): readonly [string, string][] {
  const first = words.findIndex(({ slot }) => slot)
  const head = words.slice(0, first).findLastIndex(({ isPause }) => isPause)
  const ago = meanings.find(({ sort, at }) => sort === 'ago' && at < head)
  const turn = words.findIndex(
    ({ text, sentence }, at) => text === 'but' && sentence === 1 && words[at - 1]?.sentence === 0,
  )
  if (!ago || turn === -1) return []
  return words
    .slice(turn)
    .flatMap(({ slot, sentence }) =>
      slot && sentence === 1 ? [[`ago ${slot.role}`, ago.code.slice('ago:'.length)] as [string, string]] : [],
    )
}

export const countNegations = (meanings: readonly Meaning[]): number =>
  meanings.filter(({ sort, code }) => sort === 'negation' || code === 'quant:none').length

/** Roles of slots that name a person. */
export const PERSON = /^(?:who|last|name|person\d*)$/

export function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

/** @throws TypeError for a template that cannot be read */
export function readOwn(template: string): Wording {
  // A question of our own is read like any other sentence; a model may ask none.
  const words = readWords(template.replaceAll('{', '{0.').replaceAll('\n', ' ').replaceAll('?', '.'))
  if ('code' in words) throw new TypeError(`'${template}' cannot be read: ${words.detail}`)
  return { words, meanings: readMeanings(words) }
}

/** Whether it can describe an extreme. */
export const isExtreme = ({ kind }: Pick<Statement, 'kind'>): boolean =>
  kind === 'extreme' || kind === 'contrast'

/** Meanings that are true of the statement even though its own wordings do not use them. */
function listTyped({ kind, direction }: Statement, own: readonly Wording[]): readonly string[] {
  const said = new Set(own.flatMap(({ meanings }) => meanings.map(({ code }) => code)))
  const mayDeny =
    kind === 'no-trade' ||
    ['qual:unchecked', 'qual:uncounted'].some((code) => said.has(code)) ||
    (isExtreme({ kind }) && ['ext:high', 'ext:low'].some((code) => said.has(code)))
  return [...(direction ? [`hold:${direction}`] : []), ...(mayDeny ? ['negation'] : [])]
}

/** The wordings with which a sentence in a place is compared: a connection may be as short as a line, and a line or a
 *  headline as long as a telling. */
export function listStandards(statement: Statement, place: Told['place']): readonly (readonly Wording[])[] {
  const { tellings, lines, heads } = know(statement)
  const own = place === 'headline' ? [heads, lines] : place === 'line' || place === 'connects' ? [lines] : []
  return [...own, tellings].filter((wordings) => wordings.length > 0)
}

export const printOf = (slot: Slot | undefined): string =>
  slot === undefined
    ? ''
    : 'name' in slot
      ? slot.name
      : (slot.text ?? `${slot.figure.unit} ${String(slot.figure.value)}`)

/** Whether it is about trades of people, not about a series. */
export const isOfTrades = ({ section }: Statement): boolean =>
  section === 'insiders' || section === 'congress'

/** Whether both are about one series or one trade, so that one clause can tell both. */
function isKin(a: Statement, b: Statement): boolean {
  const isOfNames = [a, b].some(({ slots }) => Object.values(slots).every((slot) => 'name' in slot))
  return (
    a === b ||
    (isOfNames && a.topic === b.topic && isOfOne(a, b)) ||
    (!isOfTrades(a) && a.topic === b.topic) ||
    a.id.startsWith(`${b.id}/`) ||
    b.id.startsWith(`${a.id}/`)
  )
}

/** Whether both are about one person, who is then named once for both. */
export function isOfOne(a: Statement, b: Statement): boolean {
  const people = (statement: Statement) =>
    Object.entries(statement.slots).flatMap(([role, slot]) => (PERSON.test(role) ? [printOf(slot)] : []))
  const others = people(b)
  return people(a).some((person) => others.includes(person))
}

/** The statements that the sentence tells. */
export const listTold = ({ statements, of }: Told): readonly Statement[] =>
  of.flatMap((number) => statements.get(number) ?? [])

/** The statements that a word can be about. */
export const listOwners = ({ owners, told }: Read, at: number): readonly Statement[] =>
  listKin(told, owners[at])

/** The told statements of the same series or trade; all of them if the owner is not known. */
export function listKin(told: Told, owner: number | undefined): readonly Statement[] {
  const statement = owner === undefined ? undefined : told.statements.get(owner)
  return listTold(told).filter((one) => statement === undefined || isKin(one, statement))
}
