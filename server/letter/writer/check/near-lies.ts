import type { Slot, Statement } from '../../statements/statement.ts'
import { fillTemplate, textOf } from '../../statements/tell.ts'

import { know, type Wording } from './know-statement.ts'
import { sortOf } from './tell-apart.ts'
import type { Told } from '../judge.ts'

/** As many options as a reader can tell apart, each with a letter. */
const MOST_OPTIONS = 12

/** Words that reverse a claim. */
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
/** A year's change told as a month's. */
const OF_A_MONTH = [
  [/\b(?:in|over) the year to (?=\{)/, 'in '],
  [/\b(?:In|Over) the year to (?=\{)/, 'In '],
  [/\bin a year\b/, 'in a month'],
  [/\b(than|from) a year (before|ago)\b/, '$1 a month $2'],
] as const
/** Qualifiers without which a claim is a different one. */
const QUALIFIERS = [
  /’s (?:trust|spouse|children|child)\b/,
  /\b(?:A|a) (?:trust|child) of |\b(?:The|the) spouse of |\bFunds tied to |\bfunds tied to |\bAn account tied to /,
  / and (?:a linked trust|linked funds|linked firms|others)\b/,
  /,? in (?:a private deal|a stock offering|stock offerings and private deals|stock offerings)\b/,
  /,? (?:partly )?in an? (?:trust account|joint account|account that others manage)\b/,
  /,? farms not counted| \(farms not counted\)/,
  / on the open market\b|open-market /,
  /\babout (?=its |\{)/,
  /, the form says\b|\bBy its label, |,? as far as we could count\b/,
  / \(Zillow\)| typical\b|\bOutside farms, /,
] as const
/** Claims that nothing supports: a forecast, a judgement, a comparison, a cause. */
const ADDED = [
  ' It is expected to go on.',
  ' It came as a surprise to investors.',
  ' That is more than in any week before.',
  ' The reason was news from the week before.',
] as const
/** Another kind of trade, another owner or another way to trade. */
const OTHER_KINDS = [
  [/\b(?:bought|sold)\b/, 'gave away'],
  [/\b(?:bought|sold)\b/, 'exchanged'],
  [/\b(?:a purchase|purchases|a sale|sales) of\b/, 'a gift of'],
] as const
const OTHER_QUALIFIERS = [
  [/\btrust\b/, 'spouse'],
  [/\bspouse\b/, 'child'],
  [/\bchild\b/, 'spouse'],
  [/\bin a private deal\b/, 'on the open market'],
  [/\bin (?:a stock offering|stock offerings)\b/, 'on the open market'],
  [/\bon a plan set up ahead\b/, 'without a plan'],
  [/\bin a joint account\b/, 'in a trust account'],
] as const
const PARTS_OF_IT = [
  [/(?<=\b(?:bought|sold|spent) )(?=\{(?:value|amount|shares|all)\})/, 'part of '],
  [/(?<=\b(?:rose|fell|up|down) )(?=\{)/, 'more than '],
  [/(?<=\b(?:was|is|averaged) )(?=\{)/, 'above '],
] as const

interface SentenceToMatch {
  readonly roles: readonly string[]
  /** The codes of their meanings: 'qual:trust'. */
  readonly codes: ReadonlySet<string>
  readonly place: Told['place']
}

interface Template {
  readonly statement: Statement
  readonly words: string
}

/** The options for a blind reader: what the statements say in their own words, and near misses of it.
 *  @param sentence  its slots, meanings and place, by which the nearest wording is chosen
 *  @returns the true one first; all differ, with as many kinds of lies as possible */
export function lineUp(
  statements: readonly Statement[],
  sentence: SentenceToMatch = { roles: [], codes: new Set(), place: 'big' },
): readonly string[] {
  const own = statements.map((statement) => ({ statement, words: chooseWords(statement, sentence) }))
  const truth = fill(own)
  const inPlace = (index: number, words: string) =>
    fill(own.map((other, at) => (at === index ? { statement: other.statement, words } : other)))
  const told = own.map((one, index) =>
    tellLies(one).map((lies) => lies.map((words) => inPlace(index, words))),
  )
  const kinds = (told[0] ?? []).flatMap((_, kind) => told.map((lies) => lies[kind] ?? []))
  const added = ADDED.map((more) => `${truth}${more}`)
  const turned = truth.length % added.length
  const lies = takeTurns([swapAmong(own), [...added.slice(turned), ...added.slice(0, turned)], ...kinds])
  return [...new Set([truth, ...lies])].filter((text) => text !== '').slice(0, MOST_OPTIONS)
}

/** Lies, one list for each kind. */
const tellLies = (one: Template): readonly (readonly string[])[] => [
  [turn(one.words, OPPOSITES), ...turnOne(one.words, OPPOSITES)],
  swapSlots(one),
  dropQualifiers(one.words),
  [...replaceEach(one.words, OTHER_QUALIFIERS), ...addTrust(one.words)],
  replaceEach(one.words, OTHER_KINDS),
  [...replaceEach(one.words, OF_A_MONTH), turn(one.words, TIMES), ...turnOne(one.words, TIMES)],
  replaceEach(one.words, PARTS_OF_IT),
]

const addTrust = (words: string): readonly string[] =>
  words.includes('trust') ? [] : replaceEach(words, [[/\b(bought|sold) (?=\{)/, '$1, through a trust, ']])

const replaceEach = (words: string, pairs: readonly (readonly [RegExp, string])[]): readonly string[] =>
  pairs.map(([pattern, other]) => words.replace(pattern, other)).filter((lie) => lie !== words)

/** The first of each list, then the second of each, and so on. */
function takeTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat()
}

/** The wording nearest to the sentence, first by its slots, then by its meanings, then the shortest, so that a title or
 *  an explanation that the sentence leaves out makes no difference. */
function chooseWords(statement: Statement, { roles, codes, place }: SentenceToMatch): string {
  const { tellings, shorter = [], lines = [], heads = [] } = statement
  const known = know(statement)
  const pair = (templates: readonly string[], wordings: readonly Wording[]) =>
    templates.map((words, index) => ({ words, meanings: wordings[index]?.meanings ?? [] }))
  const own = [
    ...(place === 'headline' ? pair(heads, known.heads) : []),
    ...(place === 'headline' || place === 'line' ? pair(lines, known.lines) : []),
    ...pair([...tellings, ...shorter], known.tellings),
  ]
  const ranked = own.map(({ words, meanings }) => ({
    words,
    otherRoles: countOthers(new Set(listRoles(words)), new Set(roles)),
    otherCodes: countOthers(new Set(meanings.map(({ code }) => code)), codes),
  }))
  const [best] = ranked.toSorted(
    (a, b) => a.otherRoles - b.otherRoles || a.otherCodes - b.otherCodes || a.words.length - b.words.length,
  )
  return roles.length === 0 ? tellings[0] : (best?.words ?? tellings[0])
}

/** How many are in only one of the sets. */
const countOthers = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((one) => !b.has(one)).length + [...b].filter((one) => !a.has(one)).length

const listRoles = (words: string): readonly string[] => [
  ...new Set([...words.matchAll(/\{([^{}]*)\}/g)].map(([, role = '']) => role)),
]

const fill = (templates: readonly Template[]): string =>
  templates.map(({ statement, words }) => textOf(fillTemplate(statement, words, { slotDate: '' }))).join(' ')

/** A slot, a phrase that only looks like a direction or a time, or a word. */
const PARTS = /\{[^{}]*\}|\bset up\b|\d-(?:year|month)\b|[A-Za-z]+/g

/** Replaces every word of a pair outside slots. */
function turn(words: string, pairs: readonly (readonly [string, string])[]): string {
  const other = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).toReversed())
  return words.replaceAll(PARTS, (found) => other.get(found) ?? found)
}

/** Replaces only the first such word, and only the last. */
function turnOne(words: string, pairs: readonly (readonly [string, string])[]): readonly string[] {
  const other = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).toReversed())
  const found = [...words.matchAll(PARTS)].filter(([word]) => other.has(word))
  return [found.at(0), found.at(-1)].flatMap((match) =>
    match
      ? [
          `${words.slice(0, match.index)}${other.get(match[0]) ?? ''}${words.slice(match.index + match[0].length)}`,
        ]
      : [],
  )
}

function dropQualifiers(words: string): readonly string[] {
  const found = QUALIFIERS.filter((pattern) => pattern.test(words))
  if (found.length === 0) return words.includes('\n') ? [words.slice(0, words.lastIndexOf('\n'))] : []
  return found.map((pattern) => {
    const left = words.replace(pattern, '').trim()
    return left.slice(0, 1).toUpperCase() + left.slice(1)
  })
}

/** Swaps two figures, dates or names; not those of a list, whose order says nothing. */
function swapSlots({ statement, words }: Template): readonly string[] {
  const roles = listRoles(words)
  const pairs = roles.flatMap((a, index) =>
    roles
      .slice(index + 1)
      .flatMap((b) =>
        sortOf(statement.slots[a]) === sortOf(statement.slots[b]) && !isList(words, a, b)
          ? [[a, b] as const]
          : [],
      ),
  )
  return pairs.map(([a, b]) =>
    words.replaceAll(/\{([^{}]*)\}/g, (mark, role: string) =>
      role === a ? `{${b}}` : role === b ? `{${a}}` : mark,
    ),
  )
}

const isList = (words: string, a: string, b: string): boolean =>
  /^\}(?:(?:, | and )\{[^{}]*\})*(?:, | and )\{$/.test(
    words.slice(words.indexOf(`{${a}}`) + a.length + 1, words.indexOf(`{${b}}`) + 1),
  )

/** Swaps a figure, a name or a date between two statements. */
function swapAmong(own: readonly Template[]): readonly string[] {
  const [first, second] = own
  if (!first || !second) return []
  const roles = Object.keys(first.statement.slots).filter((role) => {
    const sort = sortOf(first.statement.slots[role])
    return first.words.includes(`{${role}}`) && second.words.includes(`{${role}}`) && sort !== ''
  })
  const isName = (role: string) => Number(sortOf(first.statement.slots[role]) === 'name')
  return roles
    .toSorted((a, b) => isName(a) - isName(b))
    .flatMap((role) => {
      const [a, b] = [first.statement.slots[role], second.statement.slots[role]]
      if (!a || !b || sortOf(a) !== sortOf(b)) return []
      const changed = [giveSlot(first, role, b), giveSlot(second, role, a), ...own.slice(2)]
      return [fill(changed)]
    })
}

const giveSlot = ({ statement, words }: Template, role: string, slot: Slot): Template => ({
  statement: { ...statement, slots: { ...statement.slots, [role]: slot } },
  words,
})
