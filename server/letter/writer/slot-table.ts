import type { Fact, SectionName } from '../facts/fact.ts'
import type { DraftSentence, SectionFacts } from './language-model.ts'
import type { SentenceError } from './verdict.ts'

export type Period = Fact['period']

/** The slots of one section: f for a fact's value, s for a subject's name, p for the days that facts cover. Numbered, so
 *  that no name and no id of a source stands in a draft. */
export interface SlotTable {
  readonly section: SectionName
  readonly facts: ReadonlyMap<string, Fact>
  readonly subjects: ReadonlyMap<string, string>
  readonly periods: ReadonlyMap<string, Period>
  /** Slots of the facts that the text must carry; `undefined` where a required id is no fact of the section. */
  readonly required: readonly (string | undefined)[]
}

/** Numbers the facts in their order. The same facts give the same slots. */
export function createSlotTable({ section, facts, required }: SectionFacts): SlotTable {
  const own = facts.filter((fact) => fact.section === section)
  const subjects = [...new Set(own.map(({ subject }) => subject))]
  const periods = [...new Map(own.map(({ period }) => [periodKey(period), period])).values()]
  const slots = own.map((fact, index) => [`f${index + 1}`, fact] as const)
  const slotById = new Map(slots.map(([slot, { id }]) => [id, slot]))
  return {
    section,
    facts: new Map(slots),
    subjects: new Map(subjects.map((subject, index) => [`s${index + 1}`, subject])),
    periods: new Map(periods.map((period, index) => [`p${index + 1}`, period])),
    required: required.map((id) => slotById.get(id)),
  }
}

export function periodKey({ from, to }: Period): string {
  return `${from} ${to}`
}

function findSlotOf(table: SlotTable, id: string): string | undefined {
  for (const [slot, fact] of table.facts) if (fact.id === id) return slot
  return undefined
}

export function findSubjectSlot(table: SlotTable, subject: string): string | undefined {
  for (const [slot, name] of table.subjects) if (name === subject) return slot
  return undefined
}

export function findPeriodSlot(table: SlotTable, period: Period): string | undefined {
  for (const [slot, other] of table.periods) if (periodKey(other) === periodKey(period)) return slot
  return undefined
}

/** Sets a sentence for one group of facts, those whose ids begin alike: '<value>' is the slot of GROUP/value, '<@>' that of
 *  the subject, '<#>' that of the days, '<other/id>' the slot of another fact, '<@other/id>' and '<#other/id>' its
 *  subject and days.
 *  @returns undefined where a fact that it names is not there */
export function fillTemplate(table: SlotTable, template: string, group: string): DraftSentence | undefined {
  const factIds: string[] = []
  let isWhole = true
  // Whom it is about goes by the first fact that it names.
  const named = /<([^@#<>][^<>]*)>/.exec(template)?.[1] ?? ''
  const first =
    findFact(table, named.includes('/') ? named : `${group}/${named}`) ??
    [...table.facts.values()].find(({ id }) => id.startsWith(`${group}/`))
  const text = template.replaceAll(/<([@#]?)([^<>]*)>/g, (_whole, mark: string, name: string) => {
    const fact = name === '' ? first : findFact(table, name.includes('/') ? name : `${group}/${name}`)
    const slot =
      fact &&
      (mark === '@'
        ? findSubjectSlot(table, fact.subject)
        : mark === '#'
          ? findPeriodSlot(table, fact.period)
          : findSlotOf(table, fact.id))
    if (slot === undefined) isWhole = false
    else if (mark === '' && !factIds.includes(slot)) factIds.push(slot)
    return `{{${slot ?? ''}}}`
  })
  return isWhole ? { text, factIds } : undefined
}

function findFact(table: SlotTable, id: string): Fact | undefined {
  return [...table.facts.values()].find((fact) => fact.id === id)
}

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'fact'; readonly slot: string; readonly fact: Fact }
  | { readonly kind: 'subject'; readonly slot: string; readonly subject: string }
  | { readonly kind: 'period'; readonly slot: string; readonly period: Fact['period'] }
  | { readonly kind: 'comma' }

export interface ReadSentence {
  readonly tokens: readonly Token[]
  readonly errors: readonly SentenceError[]
}

const SLOT = /\{\{([^{}]*)\}\}/g
const SLOT_NAME = /^[fsp][1-9]\d{0,3}$/
const SHOWN = 40

/** Takes a sentence apart into words and slots. What is neither is an error; nothing is guessed. */
export function readSentence(table: SlotTable, { text, factIds }: DraftSentence): ReadSentence {
  const errors: SentenceError[] = []
  const tokens: Token[] = []
  const report = (code: SentenceError['code'], at: string) => errors.push({ code, at: at.slice(0, SHOWN) })

  if (text.normalize('NFKC') !== text) report('hidden-character', text)
  const body = text.endsWith('.') ? text.slice(0, -1) : text
  if (body === text || body.trim() !== body || body === '') report('not-one-sentence', text.slice(-SHOWN))

  let end = 0
  const readWords = (words: string) => {
    for (const [part] of words.matchAll(/[a-z’']+|\s+|[^\sa-z’']/giu)) {
      if (part === ',') tokens.push({ kind: 'comma' })
      else if (/^[a-z’']+$/i.test(part)) tokens.push({ kind: 'word', text: part })
      else if (part !== ' ' && part !== '-') report(codeOf(part), part)
    }
  }
  for (const match of body.matchAll(SLOT)) {
    readWords(body.slice(end, match.index))
    end = match.index + match[0].length
    // A slot stands between spaces or commas: '{{f1}}{{f2}}' and '{{f1}}s' would print as one word.
    if (/[^\s]$/.test(body.slice(0, match.index)) || /^[^\s,]/.test(body.slice(end))) {
      report('malformed-slot', match[0])
    }
    const name = match[1] ?? ''
    if (!SLOT_NAME.test(name)) {
      report('malformed-slot', match[0])
      continue
    }
    const token = findToken(table, name)
    if (token) tokens.push(token)
    else report('unknown-slot', name)
  }
  readWords(body.slice(end))

  const used = new Set(tokens.flatMap((token) => (token.kind === 'fact' ? [token.slot] : [])))
  const declared = new Set(factIds)
  const odd = [...used, ...declared].filter((slot) => used.has(slot) !== declared.has(slot))
  if (declared.size !== factIds.length || odd.length > 0) report('facts-not-declared', odd.join(' '))
  return { tokens, errors }
}

function findToken(table: SlotTable, slot: string): Token | undefined {
  const fact = table.facts.get(slot)
  if (fact) return { kind: 'fact', slot, fact }
  const subject = table.subjects.get(slot)
  if (subject !== undefined) return { kind: 'subject', slot, subject }
  const period = table.periods.get(slot)
  return period && { kind: 'period', slot, period }
}

/** What a character outside slots is that no plain sentence needs. */
function codeOf(character: string): SentenceError['code'] {
  if (/[\p{N}$%€£¥¢‰]/u.test(character)) return 'stray-numeral'
  if (/[.!?:;]/.test(character)) return 'not-one-sentence'
  if (/[{}]/.test(character)) return 'malformed-slot'
  if (/[<>[\]()&#*_`~|\\/@=+"“”^]/.test(character)) return 'markup'
  return 'hidden-character'
}
