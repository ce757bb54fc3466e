import type { Statement } from '../../statements/statement.ts'
import { isOfTrades, know, listStandards, PERSON, printOf } from './know-statement.ts'
import type { Word } from './read-words.ts'
import { refuse, type Told, type Verdict } from '../judge.ts'

/** Slots that can replace each other. */
const GROUPS: Readonly<Record<string, string>> = {
  last: 'who',
  name: 'who',
  ticker: 'company',
  asset: 'company',
  short: 'company',
  count: 'nth',
}
export const groupOf = (role: string) => GROUPS[role] ?? role
/** A person or a company may be named again; a figure or a month may not. */
const mayRepeat = (role: string) => PERSON.test(role) || groupOf(role) === 'company'
const JOINTS: ReadonlySet<string> = new Set(
  'and but while whereas though although yet as with which then plus'.split(' '),
)

/** Every slot must belong to a statement of the item whose own wordings use it, and a slot that all of them have must not
 *  be missing. */
export function checkSlots(words: readonly Word[], { statements, of, place }: Told): Verdict | undefined {
  const seen = new Set<string>()
  for (const { slot, raw } of words) {
    if (!slot) continue
    const statement = of.includes(slot.number) ? statements.get(slot.number) : undefined
    if (!statement || !isUsed(statement, slot.role)) {
      return refuse('slot', `${raw} does not belong here`)
    }
    if (seen.has(raw) && !mayRepeat(slot.role)) return refuse('slot-twice', raw)
    seen.add(raw)
  }
  const prints = new Set(words.flatMap(({ slot }) => (slot ? [printAt(statements, slot)] : [])))
  for (const number of of) {
    const statement = statements.get(number)
    if (!statement) continue
    const there = new Set(words.flatMap(({ slot }) => (slot?.number === number ? [groupOf(slot.role)] : [])))
    const standards = listStandards(statement, place)
    const mayHaveNone = standards.flat().some((own) => own.words.every((word) => !word.slot))
    const isNamed = Object.values(statement.slots).some((slot) => 'name' in slot && prints.has(printOf(slot)))
    if (there.size === 0 && !mayHaveNone && !isNamed)
      return refuse('slot-missing', `nothing of statement ${number}`)
    const missing = standards.map((wordings) =>
      listAlways(wordings.map((wording) => wording.words)).filter(
        (role) => !there.has(groupOf(role)) && !prints.has(printOf(statement.slots[role])),
      ),
    )
    if (missing.every((roles) => roles.some((role) => !isMonthBefore(statement, role, there)))) {
      return refuse('slot-missing', `{${number}.${missing[0]?.[0] ?? ''}}`)
    }
  }
  return undefined
}

const hasRole = (statement: Statement | undefined, role: string): boolean =>
  statement !== undefined && isUsed(statement, role)

/** Whether the statement's own wordings use the slot, or one that can replace it. */
const isUsed = (statement: Statement, role: string): boolean =>
  Object.hasOwn(statement.slots, role) &&
  [...know(statement).before.keys()].some((own) => groupOf(own) === groupOf(role))

const printAt = (statements: Told['statements'], { number, role }: { number: number; role: string }) =>
  printOf(statements.get(number)?.slots[role])

/** 'Up to {rate} in {month}, from {lastMonth}' needs no name of the month before. */
const isMonthBefore = ({ slots }: Statement, role: string, there: ReadonlySet<string>): boolean =>
  role === 'before' && 'lastMonth' in slots && there.has('month')

/** The roles, one of each group, that all of the wordings have. */
function listAlways(wordings: readonly (readonly Word[])[]): readonly string[] {
  const [first = [], ...others] = wordings
  const roles = new Set(first.flatMap(({ slot }) => (slot ? [slot.role] : [])))
  return [...roles].filter((role) =>
    others.every((words) => words.some(({ slot }) => slot && groupOf(slot.role) === groupOf(role))),
  )
}

/** The statement that each word is about; undefined if it could be any of them. Returns a reason instead if slots of
 *  several are mixed. */
export function findOwners(words: readonly Word[], told: Told): readonly (number | undefined)[] | string {
  const owners: (number | undefined)[] = words.map(() => undefined)
  const isShared = (slot: NonNullable<Word['slot']>) =>
    told.of.some((number) =>
      number === slot.number
        ? false
        : Object.entries(told.statements.get(number)?.slots ?? {}).some(
            ([role, other]) =>
              printOf(other) === printAt(told.statements, slot) && hasRole(told.statements.get(number), role),
          ),
    )
  const last = words.at(-1)?.sentence ?? 0
  for (let sentence = 0; sentence <= last; sentence += 1) {
    const from = words.findIndex((word) => word.sentence === sentence)
    const to = words.findLastIndex((word) => word.sentence === sentence)
    if (from === -1) continue
    const slots = words.flatMap(({ slot, sentence: its }, at) =>
      slot && its === sentence ? [{ at, number: slot.number, isShared: isShared(slot) }] : [],
    )
    const telling = slots.some((slot) => !slot.isShared) ? slots.filter((slot) => !slot.isShared) : slots
    const done = new Set<number>()
    let start = from
    telling.forEach((slot, index) => {
      const next = telling[index + 1]
      if (next && next.number === slot.number) return
      const joint = next ? findJoint(words, slot.at, next.at) : to + 1
      done.add(slot.number)
      owners.fill(slot.number, start, joint)
      start = joint
    })
    // 'It ran on a plan' is about the last trade before it.
    const goesOn = telling.length === 0 && (GOES_ON.has(words[from]?.text ?? '') || isOfTradesAlone(told))
    if (goesOn && from > 0) owners.fill(owners[from - 1], from, to + 1)
    const mixed =
      nameMixed(words, telling, told) ??
      nameStray(
        telling,
        told,
        words.filter(({ slot }) => slot && !isShared(slot)),
      )
    if (mixed !== undefined) return mixed
  }
  return owners
}

/** A sentence without slots is about the last trade: 'the form names tax planning'. */
const isOfTradesAlone = ({ statements, of }: Told): boolean =>
  of.every((number) => statements.get(number)?.kind === 'trade')

const GOES_ON: ReadonlySet<string> = new Set(['it', 'that', 'this', 'its'])

/** The last position between two slots where a clause can begin. */
function findJoint(words: readonly Word[], from: number, to: number): number {
  const isBetween = (index: number) => index > from && index < to
  const turn = words.findIndex(
    ({ text }, index) =>
      isBetween(index) && (TURNS.has(text) || (text === 'and' && words[index - 1]?.isPause === true)),
  )
  if (turn !== -1) return turn
  const at = words.findLastIndex((word, index) => isBetween(index) && isJoint(word) && word.text !== ')')
  return at === -1 ? to : at
}
/** Words that always begin a clause. */
const TURNS: ReadonlySet<string> = new Set(['while', 'whereas', 'but', ';'])
const isJoint = (word: Word): boolean => word.isPause === true || JOINTS.has(word.text)

function nameMixed(
  words: readonly Word[],
  slots: readonly { readonly at: number; readonly number: number }[],
  { statements }: Told,
): string | undefined {
  const left = new Set<number>()
  for (const [index, { at, number }] of slots.entries()) {
    const before = slots[index - 1]
    if (!before || before.number === number) continue
    left.add(before.number)
    if (!words.slice(before.at, at).some(isJoint)) return 'two statements stand in one clause'
    if (isOneSeries(statements.get(before.number), statements.get(number))) continue
    if (left.has(number)) return 'the slots of one statement do not stand together'
  }
  return undefined
}

/** A date or a sum alone among another statement's slots would be read as that statement's. */
function nameStray(
  slots: readonly { readonly at: number; readonly number: number; readonly isShared: boolean }[],
  { statements }: Told,
  /** The slots that belong to only one statement. */
  own: readonly Word[],
): string | undefined {
  const stray = slots.find(({ number, isShared }, index) => {
    const [before, next] = [slots[index - 1], slots[index + 1]]
    const other = before ?? next
    const isAlone = !isShared && before?.number !== number && next?.number !== number
    const isApart = own.filter(({ slot }) => slot?.number === number).length > 1
    const statement = statements.get(number)
    return isAlone && isApart && other !== undefined && statement !== undefined && isOfTrades(statement)
  })
  return stray && `a slot of statement ${stray.number} stands apart from it`
}

const isOneSeries = (a: Statement | undefined, b: Statement | undefined): boolean =>
  a?.topic === b?.topic && !(a && isOfTrades(a))
