import type { Slot, Statement } from '../../statements/statement.ts'
import { fillTemplate, textOf } from '../../statements/tell.ts'

/** Words that turn a claim round. */
const OPPOSITES = [
  ['rose', 'fell'],
  ['risen', 'fallen'],
  ['rise', 'fall'],
  ['up', 'down'],
  ['higher', 'lower'],
  ['highest', 'lowest'],
  ['high', 'low'],
  ['largest', 'smallest'],
  ['large', 'small'],
  ['more', 'less'],
  ['fewer', 'more'],
  ['gain', 'loss'],
  ['added', 'lost'],
  ['grew', 'shrank'],
  ['bought', 'sold'],
  ['purchase', 'sale'],
  ['purchases', 'sales'],
  ['spent', 'got'],
] as const
const TIMES = [
  ['week', 'year'],
  ['weeks', 'years'],
  ['month', 'year'],
  ['months', 'weeks'],
] as const
/** What qualifies a claim, so that without it it is another one. */
const QUALIFIERS = [
  /’s (?:trust|spouse|children|child)\b/,
  /\b(?:A|a) (?:trust|child) of |\b(?:The|the) spouse of |\bFunds tied to |\bfunds tied to |\bAn account tied to /,
  / and (?:a linked trust|linked funds|others)\b/,
  /,? in (?:a private deal|a stock offering|stock offerings and private deals|stock offerings)\b/,
  /,? (?:partly )?in an? (?:trust account|joint account|account that others manage)\b/,
  /,? farms not counted| \(farms not counted\)/,
  / on the open market\b|open-market /,
  / \(Zillow\)| typical\b|\bOutside farms, /,
] as const
const ADDED = [
  ' It is expected to go on.',
  ' It came as a surprise to investors.',
  ' That is more than in any week before.',
] as const

interface Template {
  readonly statement: Statement
  readonly words: string
}

/** The sentences that a blind reader is to tell apart: what the statements say in their own words, and what is nearly that.
 *  @param roles  the slots that the sentence has: what its words need not say is then in none
 *  @returns the first is the true one; all differ */
export function lineUp(statements: readonly Statement[], roles: readonly string[] = []): readonly string[] {
  const own = statements.map((statement) => ({ statement, words: chooseWords(statement, roles) }))
  const truth = fill(own)
  const lies = own.flatMap((one, index) =>
    [turn(one.words, OPPOSITES), turn(one.words, TIMES), dropQualifier(one.words), ...swapSlots(one)].map(
      (words) => fill(own.map((other, at) => (at === index ? { statement: other.statement, words } : other))),
    ),
  )
  const among = swapAmong(statements)
  const added = ADDED.map((more) => `${truth}${more}`)
  return [
    ...new Set([
      truth,
      ...among,
      ...pickEvenly(lies.filter((lie) => lie !== truth)),
      added[truth.length % added.length] ?? '',
    ]),
  ].filter((text) => text !== '')
}

/** The wording whose slots are most nearly those of the sentence, and the shortest of those: a title or an explanation that the
 *  sentence may do without is no difference. */
function chooseWords({ tellings }: Statement, roles: readonly string[]): string {
  const countOthers = (words: string) => {
    const own = listRoles(words)
    const others = [
      ...own.filter((role) => !roles.includes(role)),
      ...roles.filter((role) => !own.includes(role)),
    ]
    return others.length
  }
  const [best] = tellings.toSorted((a, b) => countOthers(a) - countOthers(b) || a.length - b.length)
  return roles.length === 0 ? tellings[0] : (best ?? tellings[0])
}

const listRoles = (words: string): readonly string[] => [
  ...new Set([...words.matchAll(/\{([^{}]*)\}/g)].map(([, role = '']) => role)),
]

const MOST_LIES = 4

/** From every part of the list. */
function pickEvenly(lies: readonly string[]): readonly string[] {
  const all = [...new Set(lies)]
  if (all.length <= MOST_LIES) return all
  return Array.from(
    { length: MOST_LIES },
    (_, index) => all[Math.floor((index * all.length) / MOST_LIES)] ?? '',
  )
}

const fill = (templates: readonly Template[]): string =>
  templates.map(({ statement, words }) => textOf(fillTemplate(statement, words, { slotDate: '' }))).join(' ')

/** A slot, what only looks like a direction or a time, or a word. */
const PARTS = /\{[^{}]*\}|\bset up\b|\d-(?:year|month)\b|[A-Za-z]+/g

/** Outside slots, all at once. */
function turn(words: string, pairs: readonly (readonly [string, string])[]): string {
  const other = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).toReversed())
  return words.replaceAll(PARTS, (found) => other.get(found) ?? found)
}

function dropQualifier(words: string): string {
  const found = QUALIFIERS.find((pattern) => pattern.test(words))
  if (!found) return words.includes('\n') ? words.slice(0, words.lastIndexOf('\n')) : words
  const left = words.replace(found, '').trim()
  return left.slice(0, 1).toUpperCase() + left.slice(1)
}

/** Two figures, two days or two names that stand for each other. */
function swapSlots({ statement, words }: Template): readonly string[] {
  const roles = listRoles(words)
  const pairs = roles.flatMap((a, index) =>
    roles
      .slice(index + 1)
      .flatMap((b) => (sortOf(statement.slots[a]) === sortOf(statement.slots[b]) ? [[a, b] as const] : [])),
  )
  return pairs.map(([a, b]) =>
    words.replaceAll(/\{([^{}]*)\}/g, (mark, role: string) =>
      role === a ? `{${b}}` : role === b ? `{${a}}` : mark,
    ),
  )
}

const sortOf = (slot: Slot | undefined): string =>
  slot === undefined ? '' : 'figure' in slot ? slot.figure.unit : 'name'

/** The main slots of one statement in the words of another. */
function swapAmong(statements: readonly Statement[]): readonly string[] {
  const [first, second] = statements
  if (!first || !second) return []
  const role = Object.keys(first.slots).find(
    (one) => 'figure' in (first.slots[one] ?? {}) && sortOf(first.slots[one]) === sortOf(second.slots[one]),
  )
  const [a, b] = [first.slots[role ?? ''], second.slots[role ?? '']]
  if (role === undefined || !a || !b) return []
  const changed = [
    { ...first, slots: { ...first.slots, [role]: b } },
    { ...second, slots: { ...second.slots, [role]: a } },
    ...statements.slice(2),
  ]
  return [fill(changed.map((statement) => ({ statement, words: statement.tellings[0] })))]
}
