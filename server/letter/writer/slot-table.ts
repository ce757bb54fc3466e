import type { Fact, SectionName } from '../facts/fact.ts'
import type { DraftSentence, SectionFacts } from './language-model.ts'

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
