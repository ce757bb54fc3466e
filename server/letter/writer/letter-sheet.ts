import { SECTION_NAMES } from '../../../shared/edition-contract.ts'
import { cleanText } from '../../lib/text.ts'
import { MOST_LEADS, rankLeads } from '../statements/rank-leads.ts'
import { mainFigures } from '../statements/ledger.ts'
import { MAX_FOR_YOU } from '../statements/choose-letter.ts'
import { bySalience, type LetterParts } from '../statements/letter-plan.ts'
import type { Statement } from '../statements/statement.ts'
import { chooseTelling, fillTemplate, textOf } from '../statements/tell.ts'

/** The statements that the model is asked about, by number. */
export interface LetterSheet {
  /** By number, starting at 1. */
  readonly statements: ReadonlyMap<number, Statement>
  /** Everything that the model sees of the week, as JSON: data, never instructions. */
  readonly prompt: string
}

/** A small model's context window is short, so the least salient are left out. */
const MOST_STATEMENTS = 96
const MOST_OF_SECTION = 24
/** In characters; about four make a token. */
const MOST_CHARACTERS = 44_000
const SLOT = /\{([^{}]*)\}/g

/** What a slot is, by the unit of its figure. */
const SORTS: Readonly<Record<string, string>> = {
  usd: 'money',
  'usd-per-share': 'price',
  'usd-per-hour': 'pay',
  'usd-per-gallon': 'price',
  fraction: 'percent',
  percent: 'percent',
  'percentage-points': 'points',
  date: 'day',
  text: 'name',
}

/** Numbers the week's statements and writes them in the form that a model sees. */
export function createSheet(
  parts: Pick<LetterParts, 'slotDate' | 'sections' | 'connections' | 'earlierLeads'>,
): LetterSheet {
  let most = MOST_STATEMENTS
  let sheet = layOut(parts, most)
  while (sheet.prompt.length > MOST_CHARACTERS && most > 8) {
    most -= 8
    sheet = layOut(parts, most)
  }
  return sheet
}

function layOut(
  { slotDate, sections, connections, earlierLeads }: Parameters<typeof createSheet>[0],
  most: number,
): LetterSheet {
  const told = sections.map(({ statements, content }) => (content.state === 'ready' ? statements : undefined))
  const leads = rankLeads(sections, earlierLeads).slice(0, MOST_LEADS)
  const isLead = (one: Statement) => leads.some(({ statement }) => statement.id === one.id)
  const followed = new Set(leads.flatMap(({ statement }) => statement.follows ?? []))
  const worth = (one: Statement) => (isLead(one) ? 200 : followed.has(one.id) ? 100 : 0) + one.salience
  const byWorth = (a: Statement, b: Statement) => worth(b) - worth(a) || (a.id < b.id ? -1 : 1)
  const kept = new Set(
    told
      .flatMap((section) => {
        // What a figure means for a reader is always chosen by rule.
        const byRule = new Set(
          section?.forYou.slice(0, MAX_FOR_YOU).flatMap((one) => [one.id].concat(mainFigures(one))),
        )
        return (section?.statements ?? [])
          .filter((one) => !byRule.has(one.id) && !mainFigures(one).some((id) => byRule.has(id)))
          .toSorted(byWorth)
          .slice(0, MOST_OF_SECTION)
      })
      .toSorted(byWorth)
      .slice(0, most)
      .map(({ id }) => id),
  )
  const listed = told.flatMap((section) =>
    (section?.statements ?? []).filter(({ id }) => kept.has(id)).toSorted(bySalience),
  )
  const statements = new Map([...listed, ...connections].map((one, index) => [index + 1, one]))
  const numbers = new Map([...statements].map(([number, { id }]) => [id, number]))
  const numbersOf = (some: readonly Statement[]) => some.flatMap(({ id }) => numbers.get(id) ?? [])
  const rows = [...statements].map(([number, one]) => {
    const figures = new Set(mainFigures(one))
    const isSame = (other: Statement) => other !== one && mainFigures(other).some((id) => figures.has(id))
    return presentStatement(one, number, {
      slotDate,
      head: leads.find(({ statement }) => statement.id === one.id)?.head,
      follows: isLead(one) ? numbersOf(listed.filter(({ id }) => one.follows?.includes(id))) : [],
      about: numbersOf(
        listed.filter(({ topic, follows }) => topic === one.topic && follows?.includes(one.id)).slice(0, 1),
      ),
      sharesFigures: number > listed.length ? [] : numbersOf(listed.filter(isSame)),
      connects: number > listed.length,
    })
  })
  return {
    statements,
    prompt: `{"sections":${JSON.stringify(SECTION_NAMES)},"lastLeads":${JSON.stringify(
      earlierLeads.map(({ kind, topic }) => ({ kind, topic: label(topic) })),
    )},"statements":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}`,
  }
}

interface Beside {
  readonly slotDate: string
  readonly head: string | undefined
  /** Numbers of statements: `follows` continue it when it leads, it continues `about`, and `sharesFigures` cannot be told
   *  next to it. */
  readonly follows: readonly number[]
  readonly about: readonly number[]
  readonly sharesFigures: readonly number[]
  readonly connects: boolean
}

function presentStatement(
  one: Statement,
  number: number,
  { slotDate, head, follows, about, sharesFigures, connects }: Beside,
) {
  const words = chooseTelling(one, slotDate)
  const [line] = one.lines ?? []
  const roles = new Set(
    [words, line, head].flatMap((template) => (template === undefined ? [] : listRoles(template))),
  )
  const numbered = (template: string) =>
    template.replaceAll(SLOT, (_, role: string) => `{${number}.${role}}`).replaceAll('\n', ' ')
  return {
    n: number,
    section: connects ? 'connects' : one.section,
    kind: one.kind,
    weight: one.salience,
    news: one.isNews,
    ...(one.age === undefined ? {} : { age: one.age }),
    ...(head === undefined ? {} : { mayLead: true, head: numbered(head) }),
    ...(follows.length === 0 ? {} : { followedBy: follows }),
    ...(about.length === 0 ? {} : { about: about[0] }),
    ...(sharesFigures.length === 0 ? {} : { sharesFigures }),
    words: numbered(words),
    ...(line === undefined ? {} : { line: numbered(line) }),
    keep: listKept(one).map((role) => `${number}.${role}`),
    slots: Object.fromEntries(
      [...roles].map((role) => [`${number}.${role}`, describeSlot(one, role, slotDate)]),
    ),
  }
}

/** What the slot is, and how it is printed: 'money: $1.2 million'. */
function describeSlot(one: Statement, role: string, slotDate: string): string {
  const slot = one.slots[role]
  if (!slot) throw new TypeError(`${one.id} has no {${role}}`)
  const printed = label(textOf(fillTemplate(one, `{${role}}`, { slotDate })))
  return `${'figure' in slot ? (SORTS[slot.figure.unit] ?? slot.figure.unit) : sortName(printed)}: ${printed}`
}

const MONTHS = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?= |$)/

/** A day or month given as a name is distinguished from the people or things a statement is about. */
function sortName(printed: string): string {
  const rest = printed.replace(MONTHS, '')
  if (rest === printed || !/^[ ,\d]*$/.test(rest)) return 'name'
  return /^ \d{1,2}(?!\d)/.test(rest) ? 'day' : 'month'
}

/** The slots that occur in all of its tellings. */
function listKept({ tellings }: Statement): string[] {
  const [first = [], ...others] = tellings.map(listRoles)
  return [...new Set(first)].filter((role) => others.every((roles) => roles.includes(role)))
}

const listRoles = (template: string): string[] => [...template.matchAll(SLOT)].map(([, role = '']) => role)

/** Shortens a text that others typed and puts it on one line, without invisible characters or anything that could pass
 *  for a slot. */
function label(text: string): string {
  return cleanText(text.replaceAll(/[{}[\]<>`]/g, ' '))
}
