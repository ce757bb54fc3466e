import type { Statement } from '../../statements/statement.ts'
import { bindFigures, type Bond, compareWith, OPPOSITE } from './bind-figures.ts'
import { know, type Read, type Wording } from './know-statement.ts'
import type { Meaning, Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** A word about direction, side or time next to a figure must be one that the statement uses for that figure. */
export function checkBonds({ words, meanings, told }: Read): Verdict | undefined {
  for (const bond of bindFigures({ words, meanings }, (number) => told.statements.get(number))) {
    const statement = told.statements.get(bond.number)
    if (!statement) continue
    const sort = bond.key.slice(0, bond.key.indexOf(' '))
    const way = compareWith(statement, bond.role)
    const compared = bond.isComparison ? way : undefined
    // 'A week before it was higher, at {lastWeek}'.
    const isOlder = OLDER.has(bond.meaning.words) && (way === 'up' || way === 'down') && bond.role !== 'usual'
    if (!bond.isComparison && isOlder && way === bond.value)
      return refuse(sort, `'${bond.meaning.words}' of {${bond.number}.${bond.role}}`)
    // 'Above {lastWeek} and {lastYear}' compares with both.
    const other = compared === undefined ? undefined : findAlso(words, bond, meanings)
    const also = other && compareWith(statement, other)
    if (also !== undefined && also !== 'itself' && also !== bond.value)
      return refuse(sort, `'${bond.meaning.words}' of {${bond.number}.${other}}`)
    const isTrue = compared === undefined ? hasBond(statement, bond.key, bond.value) : compared === bond.value
    if (!isTrue && !isTimeOfRole(sort, bond.role, bond.value)) {
      return refuse(
        sort === 'unit' || sort === 'ago' ? 'period' : sort,
        `'${bond.meaning.words}' of {${bond.number}.${bond.role}}`,
      )
    }
  }
  return checkSecond(words, told) ?? checkHowMuch({ words, meanings }, told)
}

/** 'Nearly all of it {company}' is not 'all of it {company}'. */
function checkHowMuch(read: Wording, { statements }: Read['told']): Verdict | undefined {
  const stray = read.words.find(({ slot }, at) => {
    const statement = statements.get(slot?.number ?? -1)
    const own = (statement ? know(statement).own : []).flatMap((wording) =>
      wording.words.flatMap((word, place) =>
        word.slot?.role === slot?.role ? [listHowMuch(wording, place)] : [],
      ),
    )
    return slot !== undefined && own.length > 0 && !own.includes(listHowMuch(read, at))
  })
  return stray && refuse('quant', `how much of ${stray.raw}`)
}

/** The words for a part or the whole between a slot and the slot or pause before it. */
function listHowMuch({ words, meanings }: Wording, at: number): string {
  const from = words.findLastIndex(
    ({ slot, isPause, sentence }, place) =>
      place < at && (slot !== undefined || isPause === true || sentence !== words[at]?.sentence),
  )
  const codes = meanings.filter((one) => HOW_MUCH.test(one.code) && one.at > from && one.at < at)
  return codes.map(({ code }) => code).join(' ')
}

const HOW_MUCH = /^quant:(?:near|all|many|some)$/

/** 'From {lastWeek} a week before and {lastYear} a year before' claims the same direction for both. */
function checkSecond(words: readonly Word[], { statements }: Read['told']): Verdict | undefined {
  const slots = words.flatMap(({ slot, raw, sentence }, at) => (slot ? [{ ...slot, raw, sentence, at }] : []))
  const wrong = slots.find((one, index) => {
    const first = slots[index - 1]
    const statement = statements.get(one.number)
    if (!first || !statement || first.number !== one.number || first.sentence !== one.sentence) return false
    const isPair =
      words[one.at - 1]?.text === 'and' && /^(?:from|than|against)$/.test(words[first.at - 1]?.text ?? '')
    const [way, other] = [first.role, one.role].map((role) => compareWith(statement, role))
    return isPair && way !== undefined && other !== undefined && way !== other
  })
  return wrong && refuse('dir', wrong.raw)
}

/** The role of a second figure that 'and' adds to the comparison. */
function findAlso(
  words: readonly Word[],
  { number, role, meaning }: Bond,
  meanings: readonly Meaning[],
): string | undefined {
  const first = words.findIndex(
    ({ slot }, at) => at >= meaning.end && slot?.number === number && slot.role === role,
  )
  const next = words.findIndex(({ slot }, at) => at > first && slot?.number === number)
  const between = words.slice(first + 1, next)
  const isJoined =
    first !== -1 &&
    next !== -1 &&
    between.some(({ text }) => text === 'and') &&
    between.every(({ sentence, isPause }) => sentence === words[first]?.sentence && !isPause) &&
    !meanings.some((one) => /^(?:dir|cmp)$/.test(one.sort) && one.at > first && one.at < next)
  return isJoined ? words[next]?.slot?.role : undefined
}

/** Words that can describe an older figure relative to the newest. */
const OLDER: ReadonlySet<string> = new Set([
  'higher',
  'lower',
  'more',
  'less',
  'larger',
  'smaller',
  'up',
  'down',
])

/** Kinds of words that a statement uses for some of its figures only. */
const STRICT: ReadonlySet<string> = new Set(['ago', 'average', 'per'])

function hasBond(statement: Statement, key: string, value: string): boolean {
  const { bound } = know(statement)
  const own = bound.get(key)
  const sort = key.slice(0, key.indexOf(' '))
  if (own) return own.has(value)
  // 'It fell to {mean}' of what rose.
  if (sort === 'dir' && statement.direction !== undefined && OPPOSITE[value] === statement.direction)
    return false
  return !STRICT.has(sort) || Array.from(bound.keys()).every((other) => !other.startsWith(`${sort} `))
}

const isTimeOfRole = (sort: string, role: string, value: string): boolean =>
  (sort === 'unit' || sort === 'ago') && role.toLowerCase().includes(value)
