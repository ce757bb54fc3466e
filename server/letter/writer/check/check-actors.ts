import type { Statement } from '../../statements/statement.ts'
import {
  isOfOne,
  isOfTrades,
  know,
  listKin,
  listStandards,
  PERSON,
  type Read,
  type Wording,
} from './know-statement.ts'
import type { Meaning, Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Through whom, in which account and in what way somebody trades. */
const MANNER =
  /^qual:(?:trust|fund|spouse|child|family|joint|account|managed|plan|offering|private|tax|late)$/
/** Words for a person in headlines: 'an insider', 'a House Democrat'. */
const SOMEONE = /^post:(?:insider|member|senator|house)$/
export const SUM = /^(?:value|about|shares|amount)$/

/** The words about one statement in one sentence. */
interface Clause {
  readonly number: number
  readonly statement: Statement
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Where its sum is; without one its person, or its first slot. */
  readonly sum: number
  /** Whether it says who traded; otherwise the clause before it does. */
  readonly isNamed: boolean
  /** Whether a pause comes before it. */
  readonly isApart: boolean
}

/** Each trade of a person is told with its own account and manner. In 'the spouse of {who} sold {amount}, and bought
 *  {2.amount}' the spouse did both, since a clause without a name goes on about whoever the clause before it names. */
export function checkActors(read: Read): Verdict | undefined {
  const clauses = listClauses(read)
  for (const [index, clause] of clauses.entries()) {
    const { number, statement } = clause
    const before = clause.isNamed ? undefined : clauses[index - 1]?.statement
    if (before && !canGoOn(read, clause, before)) return refuse('subject', `who statement ${number} is about`)
    const manner = listManner(read, clauses, index)
    const other = manner.find(({ code }) => !know(statement).codes.has(code))
    if (other) return refuse('subject', `'${other.words}' of statement ${number}`)
    const said = new Set(manner.map(({ code }) => code))
    // 'Through a trust' says 'in a trust account'.
    if (said.has('qual:trust') || said.has('qual:joint')) said.add('qual:account')
    const lacks = listStandards(statement, read.told.place).map((wordings) =>
      listNeeded(wordings).find((code) => !said.has(code)),
    )
    if (lacks.every((code) => code !== undefined)) return refuse('left-out', lacks[0] ?? '')
  }
  return undefined
}

/** What a sentence says about the account and the manner of a statement's trade. */
export function listOwnManner(read: Read, number: number): readonly Meaning[] {
  const clauses = listClauses(read)
  return clauses.flatMap((clause, index) =>
    clause.number === number ? listManner(read, clauses, index) : [],
  )
}

function listClauses({ words, meanings, owners, told }: Read): readonly Clause[] {
  const starts = words.flatMap(({ sentence }, at) =>
    at === 0 || owners[at] !== owners[at - 1] || sentence !== words[at - 1]?.sentence ? [at] : [],
  )
  return starts.flatMap((from, index): Clause[] => {
    const to = starts[index + 1] ?? words.length
    const number = owners[from] ?? -1
    const statement = told.statements.get(number)
    const here = words.slice(from, to)
    const sum = findSum(here.map((word) => (word.slot?.number === number ? word : undefined)))
    const isOfPerson =
      statement !== undefined &&
      isOfTrades(statement) &&
      Object.keys(statement.slots).some((role) => PERSON.test(role))
    if (!isOfPerson || sum === -1) return []
    const isNamed =
      here.some(({ slot }) => slot && PERSON.test(slot.role)) ||
      meanings.some(({ code, at }) => SOMEONE.test(code) && at >= from && at < to)
    const isApart = words[from]?.isPause === true || words[from - 1]?.isPause === true
    return [{ number, statement, from, to, sum: from + sum, isNamed, isApart }]
  })
}

/** -1 if none of the words is a slot. */
const findSum = (words: readonly (Word | undefined)[]): number =>
  [SUM, PERSON, /./]
    .map((roles) => words.findIndex((word) => word?.slot && roles.test(word.slot.role)))
    .find((at) => at !== -1) ?? -1

/** Whether a clause that names nobody can be about the person of the clause before it. */
const canGoOn = ({ told }: Read, { number, statement }: Clause, before: Statement): boolean =>
  statement === before ||
  (isOfOne(statement, before) && (statement.kind === before.kind || listKin(told, number).includes(before)))

/** The account and the manner of a clause: its own, those of the clauses that it goes on from, and those that follow all of
 *  them ('bought {amount} and {2.amount}, in a trust account'). */
function listManner(read: Read, clauses: readonly Clause[], index: number): readonly Meaning[] {
  const first = clauses.findLastIndex(({ isNamed }, at) => at <= index && isNamed)
  const next = clauses.findIndex(({ isNamed }, at) => at > index && isNamed)
  const last = clauses.at(next === -1 ? -1 : next - 1)
  const before = clauses.slice(Math.max(first, 0), index + 1).flatMap((clause) => listAhead(read, clause))
  const behind = last ? listIn(read, last).filter((one) => !listAhead(read, last).includes(one)) : []
  return [...before, ...behind]
}

const listIn = ({ meanings }: Read, { from, to }: Clause): readonly Meaning[] =>
  meanings.filter(({ code, at }) => MANNER.test(code) && at >= from && at < to)

/** What a clause says of itself and of those that go on from it, but not of those before it. */
const listAhead = (read: Read, clause: Clause): readonly Meaning[] =>
  listIn(read, clause).filter(
    ({ at }) =>
      clause.isNamed ||
      at < clause.sum ||
      // 'Bought {amount}, and {2.amount} in a trust account': only the second was.
      (clause.isApart && !read.words.slice(clause.sum, at).some(({ isPause }) => isPause)),
  )

/** The accounts and manners that each of the wordings tells in the sentence of its sum. */
function listNeeded(wordings: readonly Wording[]): readonly string[] {
  const [first = [], ...others] = wordings.flatMap(({ words, meanings }) => {
    const sum = words[findSum(words)]
    const codes = meanings.flatMap(({ code, at }) =>
      MANNER.test(code) && words[at]?.sentence === sum?.sentence ? [code] : [],
    )
    return sum ? [codes] : []
  })
  return first.filter((code) => others.every((codes) => codes.includes(code)))
}
