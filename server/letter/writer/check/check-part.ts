import type { Statement } from '../../statements/statement.ts'
import { describeShape, type Grammar, readOwn } from './grammar.ts'
import { grammarOf } from './grammars.ts'
import { listPatternWords, matchesPattern, type Rules } from './pattern.ts'
import { ACCEPTED, refuse, type Told, type Verdict } from './told.ts'

/** Slots one of which stands for the other. */
const GROUPS: Readonly<Record<string, string>> = {
  last: 'who',
  name: 'who',
  ticker: 'company',
  asset: 'company',
  short: 'company',
  count: 'nth',
}
const groupOf = (role: string) => GROUPS[role] ?? role
/** What makes a trade another one, or a figure that of somebody else. */
const QUALIFIERS = [
  'trust|trusts',
  'spouse',
  'child',
  'children',
  'fund',
  'firm',
  'account',
  'others|family',
  'on-plan|on-plan-from',
  'in-offering|in-offerings',
  'private-deal|private-deals',
  'on-market',
  'maybe-not-market',
  'unchecked',
  'partly-checked',
  'late|part-late',
  'slip',
  'in-trust|trust-account|trust',
  'part-trust',
  'joint|joint-account',
  'part-joint',
  'managed',
  'part-managed',
  'part-family',
  'structured-note',
  'gift',
  'jobless|unemployment',
  'average',
  'typical',
  'no-farms|farms',
]

interface Known {
  readonly grammar: Grammar
  readonly rules: Rules
  /** The words that its patterns have, and with those of its own words. */
  readonly patterned: ReadonlySet<string>
  readonly vocabulary: ReadonlySet<string>
}

const known = new WeakMap<Statement, Known>()

/** A statement by its number, and how it may be told. */
export type Part = Known & { readonly number: number; readonly statement: Statement }

/** Slots without the number of their statement. */
export const bare = (words: readonly string[]) => words.map((word) => word.replace(/^\{\d+\./, '{'))
/** The statement that a slot is of; undefined of a word. */
export const numberOf = (word: string) =>
  word.startsWith('{') ? Number(word.slice(1, word.indexOf('.'))) : undefined
const templatesOf = ({ tellings, heads, lines }: Statement, place: Told['place']): readonly string[] =>
  place === 'headline' ? (heads ?? lines ?? tellings) : place === 'line' ? (lines ?? tellings) : tellings

/** How a statement may be told; made once for each.
 *  @throws TypeError for a statement whose own words cannot be read */
export function learn(statement: Statement): Known {
  const found = known.get(statement)
  if (found) return found
  const shape = describeShape(statement)
  const grammar = grammarOf(shape)
  const own = shape.words.map((words, index) => [`OWN${index}`, words.join(' ')] as const)
  const rules = {
    ...grammar.rules,
    ...Object.fromEntries(own),
    TOLD: `(SENTENCE | ${own.map(([name]) => name).join(' | ')})`,
    ACC: '(by | according-to)',
    // What goes on about it, with 'it' for a subject, stands behind what names it.
    ALL: 'TOLD ((. | and) (TOLD | MORE))*',
  }
  const vocabulary = new Set([...listPatternWords('ALL', rules), ...listPatternWords('TAIL', rules)])
  const patterned = new Set(
    ['SENTENCE', 'MORE', 'TAIL'].flatMap((rule) => Array.from(listPatternWords(rule, rules))),
  )
  const learnt = { grammar, rules, patterned, vocabulary }
  known.set(statement, learnt)
  return learnt
}

/** Whether words tell one statement: in an order that it may have, with every slot and every qualifier that its own words
 *  always have where it stands.
 *  @param words  of this statement alone, without its number in the slots
 *  @param rule  'TAIL' for what carries on a sentence of the same subject */
export function checkPart(
  { number, statement, grammar, rules, patterned }: Part,
  words: readonly string[],
  place: Told['place'],
  rule: 'ALL' | 'TAIL' = 'ALL',
): Verdict {
  const own = templatesOf(statement, place).map(readOwn)
  const [first = new Set<string>(), ...others] = own.map(listGroups)
  const there = listGroups(words)
  const missing = [...first].find((role) => others.every((roles) => roles.has(role)) && !there.has(role))
  if (missing !== undefined) return refuse('slot-missing', `{${number}.${missing}}`)
  if (!matchesPattern(rule, words, rules)) {
    return refuse('form', 'its words are put together in a way that may say something else')
  }
  // What the patterns do not know may be what makes it another claim.
  const unknown = (own[0] ?? []).filter(
    (word) =>
      word !== '.' && !word.startsWith('{') && !patterned.has(word) && own.every((one) => one.includes(word)),
  )
  const dropped = [...grammar.needs, ...QUALIFIERS, ...unknown].find((need) => {
    const either = need.split('|')
    const isSaid = (list: readonly string[]) => list.some((word) => either.includes(word))
    return own.every(isSaid) && !isSaid(words)
  })
  return dropped === undefined || rule === 'TAIL'
    ? ACCEPTED
    : refuse('left-out', `'${dropped.replaceAll('|', "' or '")}'`)
}

const listGroups = (words: readonly string[]) =>
  new Set(words.filter((word) => word.startsWith('{')).map((word) => groupOf(word.slice(1, -1))))
