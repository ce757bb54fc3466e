import type { Slot, Statement } from '../../statements/statement.ts'
import { know, PERSON, printOf, type Wording } from './know-statement.ts'
import { distance, type Word } from './read-words.ts'
import { refuse, type Told, type Verdict } from '../judge.ts'

/** Two slots that could be swapped. */
type Pair = readonly [string, string]

/** Finds two slots of a statement that were swapped: cues that are nearer to one of them in the statement's own wordings
 *  are nearer to the other here. Cues are prepositions before a slot, words with a meaning and other slots, weighted by
 *  distance. 'From ... to ...' is checked against the calendar instead.
 *  @param told  the words of the sentence
 *  @param number  the number of the statement in its slots
 *  @returns undefined if nothing suggests a swap */
export function findSwapped(told: Wording, statement: Statement, number: number): Pair | undefined {
  const roles = [...new Set(told.words.flatMap(({ slot }) => (slot?.number === number ? [slot.role] : [])))]
  return listPairs(statement, roles).find((pair) => {
    if (pair.some((role) => PERSON.test(role) && isDoer(told, number, role))) return false
    const order = readOrder(told.words, statement, number, pair)
    if (order !== undefined) return order === 'turned'
    if (isDated(told, number, pair)) return false
    const learnt = learn(statement, pair)
    const all = tally(told, number, pair)
    // A cue next to both, as in 'less than a year ago; last week it was less too', distinguishes nothing.
    const here = all.filter(([cue, side]) => !all.some(([other, its]) => other === cue && its * side < 0))
    const sum = here.reduce((total, [cue, side]) => total + side * clamp(learnt.get(cue) ?? 0), 0)
    return sum < bound(statement, pair)
  })
}

/** Finds two figures of two statements that were swapped: if each took the other's place, both would be among their own
 *  slots. */
export function findStrayed(words: readonly Word[], { statements }: Told): Verdict | undefined {
  const slots = words.flatMap(({ slot, sentence }) => (slot ? [{ ...slot, sentence }] : []))
  const unitOf = ({ number, role }: { readonly number: number; readonly role: string }) => {
    const slot = statements.get(number)?.slots[role]
    return slot && 'figure' in slot ? slot.figure.unit : undefined
  }
  const countRuns = (numbers: readonly number[]) =>
    numbers.filter(
      (number, at) => number !== numbers[at - 1] || slots[at]?.sentence !== slots[at - 1]?.sentence,
    ).length
  const numbers = slots.map(({ number }) => number)
  const runs = countRuns(numbers)
  for (const [a, one] of slots.entries()) {
    for (const [b, other] of slots.entries()) {
      if (b <= a || one.number === other.number || unitOf(one) === undefined || unitOf(one) !== unitOf(other))
        continue
      if (
        printOf(statements.get(one.number)?.slots[one.role]) ===
        printOf(statements.get(other.number)?.slots[other.role])
      )
        continue
      const turned = numbers.with(a, other.number).with(b, one.number)
      if (countRuns(turned) < runs)
        return refuse('swapped', `{${one.number}.${one.role}} and {${other.number}.${other.role}}`)
    }
  }
  return undefined
}

/** Whether a time next to the older figure tells which is which: 'a year ago it was {lastYear}, now it is {rate}'. */
const isDated = ({ words, meanings }: Wording, number: number, pair: Pair): boolean => {
  const placeOf = (role: string) =>
    words.findIndex(({ slot }) => slot?.number === number && slot.role === role)
  return meanings.some(({ sort, code, at, end }) => {
    const [older, ...others] = pair.filter((role) => role.toLowerCase().includes(code.slice('ago:'.length)))
    if (sort !== 'ago' || older === undefined || others.length > 0) return false
    const newer = pair.find((role) => role !== older) ?? ''
    const sentence = words[at]?.sentence
    return (
      [older, newer].every((role) => words[placeOf(role)]?.sentence === sentence) &&
      distance(words, at, end, placeOf(older)) < distance(words, at, end, placeOf(newer))
    )
  })
}

/** Whether a person is the one who traded: 'sold by {who}'. */
const isDoer = ({ words, meanings }: Wording, number: number, role: string): boolean =>
  words.some(
    ({ slot }, at) =>
      slot?.number === number &&
      slot.role === role &&
      words[at - 1]?.text === 'by' &&
      meanings.some(({ sort, end }) => sort === 'side' && end === at - 1),
  )

/** Whether the days of 'from {one} to {other}' are in the order of the calendar. */
function readOrder(
  words: readonly Word[],
  statement: Statement,
  number: number,
  pair: Pair,
): 'right' | 'turned' | undefined {
  for (const [index, role] of pair.entries()) {
    const other = pair[1 - index] ?? ''
    const at = words.findIndex(({ slot }) => slot?.number === number && slot.role === role)
    const next = words[at + 2]?.slot
    const frame = `${words[at - 1]?.text ?? ''} ${words[at + 1]?.text ?? ''}`
    const isSpan = /^(?:from (?:to|through|until)|between and)$/.test(frame)
    if (!isSpan || next?.number !== number || next.role !== other) continue
    const [from, to] = [timeOf(statement.slots[role]), timeOf(statement.slots[other])]
    if (from === undefined || to === undefined || typeof from !== typeof to) return undefined
    const isRight =
      typeof from === 'string' || typeof to === 'string' ? from <= to : (to - from + YEAR) % YEAR < YEAR / 2
    return isRight ? 'right' : 'turned'
  }
  return undefined
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** In months. */
const YEAR = 12

/** A day, or the month if only its name is known. */
function timeOf(slot: Slot | undefined): string | number | undefined {
  if (!slot) return undefined
  if ('figure' in slot) return slot.figure.unit === 'date' ? String(slot.figure.value) : undefined
  const month = MONTHS.findIndex((name) => slot.name.startsWith(name))
  return month === -1 ? undefined : month
}

/** Two slots count as swapped below this sum. It is lower where a swap would make no sense, such as a sum for a name,
 *  since true sentences vary more there. */
function bound(statement: Statement, pair: Pair): number {
  const [one, other] = pair.map((role) => sortOf(statement.slots[role]))
  // check-parts.ts covers a sum presented as a count of trades.
  if (one !== other) return one === 'count' || other === 'count' ? -4 : -2.2
  const isOfPerson = pair.map((role) => PERSON.test(role))
  return isOfPerson[0] === isOfPerson[1] ? -0.1 : -0.7
}

const clamp = (weight: number): number => Math.max(-1, Math.min(1, weight))

function listPairs(statement: Statement, roles: readonly string[]): readonly Pair[] {
  return roles.flatMap((a, index) =>
    roles.slice(index + 1).flatMap((b): Pair[] => {
      const [one, other] = [statement.slots[a], statement.slots[b]]
      return printOf(one) !== printOf(other) ? [[a, b]] : []
    }),
  )
}

/** What a slot shows: the unit of a figure, or 'name'; empty if there is none. */
export const sortOf = (slot: Slot | undefined): string =>
  slot === undefined ? '' : 'figure' in slot ? slot.figure.unit : 'name'

const learnt = new WeakMap<Statement, Map<string, ReadonlyMap<string, number>>>()

/** Whether, in the statement's own wordings, each cue is nearer to the first slot (above zero) or to the second. */
function learn(statement: Statement, pair: Pair): ReadonlyMap<string, number> {
  const ofPairs = learnt.get(statement) ?? new Map<string, ReadonlyMap<string, number>>()
  learnt.set(statement, ofPairs)
  const key = pair.join(' ')
  const found = ofPairs.get(key)
  if (found) return found
  const sum = new Map<string, number>()
  for (const own of know(statement).own) {
    for (const [cue, side] of tally(own, 0, pair)) sum.set(cue, (sum.get(cue) ?? 0) + side)
  }
  ofPairs.set(key, sum)
  return sum
}

/** The distance in words at which a cue counts half. */
const NEAR = 3
/** The distance in words beyond which a cue does not count. */
const FARTHEST = 12

function tally({ words, meanings }: Wording, number: number, [a, b]: Pair): [string, number][] {
  const placesOf = (role: string) =>
    words.flatMap(({ slot }, at) => (slot?.number === number && slot.role === role ? [at] : []))
  const [ofA, ofB] = [placesOf(a), placesOf(b)]
  if (ofA.length === 0 || ofB.length === 0) return []
  const nearest = (places: readonly number[], at: number, end: number) =>
    Math.min(...places.map((place) => distance(words, at, end, place)))
  const cues: { cue: string; at: number; end: number }[] = [
    ...meanings.flatMap(({ code, sort, at, end }) =>
      CUE_SORTS.has(sort) ? [{ cue: cueOf(code, sort), at, end }] : [],
    ),
    ...words.flatMap(({ slot }, at) =>
      slot?.number === number && slot.role !== a && slot.role !== b
        ? [{ cue: `slot:${slot.role}`, at, end: at + 1 }]
        : [],
    ),
  ]
  const sentences = new Set([...ofA, ...ofB].map((at) => words[at]?.sentence))
  const sides = cues.flatMap(({ cue, at, end }): [string, number][] => {
    if (!sentences.has(words[at]?.sentence)) return []
    const [toA, toB] = [nearest(ofA, at, end), nearest(ofB, at, end)]
    if (Math.min(toA, toB) > FARTHEST || toA === toB) return []
    return [[cue, ((toB - toA) / (toA + toB)) * (NEAR / (NEAR + Math.min(toA, toB)))]]
  })
  const leads = (places: readonly number[], side: number): [string, number][] =>
    places.flatMap((at) =>
      listBefore({ words, meanings }, at).map((word): [string, number] => [`lead:${word}`, side]),
    )
  return [...sides, ...leads(ofA, 1), ...leads(ofB, -1)]
}

const CUE_SORTS: ReadonlySet<string> = new Set(
  'dir cmp hold side other qual measure unit ago per ext post quant event'.split(' '),
)

function cueOf(code: string, sort: string): string {
  if (sort === 'dir' || sort === 'cmp' || sort === 'hold') return `way:${code.slice(sort.length + 1)}`
  if (sort === 'unit' || sort === 'ago') return `time:${code.slice(sort.length + 1)}`
  return code
}

const LEADS: ReadonlySet<string> = new Set(
  'to from by than against between and until through since on at of for after before under'.split(' '),
)

/** The words that lead to a slot: 'than' and 'in' of 'than in {before}'. */
function listBefore({ words, meanings }: Wording, at: number): readonly string[] {
  const before = words.slice(Math.max(0, at - 3), at).toReversed()
  const end = before.findIndex(({ slot, isPause }) => slot !== undefined || isPause === true)
  return before
    .slice(0, end === -1 ? before.length : end)
    .map(({ text }) => text)
    .filter(
      (text, index) =>
        LEADS.has(text) && !meanings.some((one) => one.at < at - index && at - index <= one.end),
    )
}
