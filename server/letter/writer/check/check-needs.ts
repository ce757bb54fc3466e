import type { Statement } from '../../statements/statement.ts'
import { bindFigures, compareWith } from './bind-figures.ts'
import { listOwnManner, SUM } from './check-actors.ts'
import {
  isOfOne,
  know,
  listKin,
  listOwners,
  listStandards,
  PERSON,
  type Read,
  type Wording,
} from './know-statement.ts'
import { listSteps } from './read-steps.ts'
import type { Meaning } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Leaving one of these out changes the claim. */
const NEEDED = /^(?:qual|other|modal|quant:(?:about|every|weeks)|per)/
const WAYS = /^(?:dir|cmp|ext|hold|measure:yearly-rise)/

/** What every wording of a statement says must be said here: its qualifiers, its measure, its direction. */
export function checkNeeds(read: Read): Verdict | undefined {
  const { words, meanings, owners, told } = read
  for (const number of told.of) {
    const statement = told.statements.get(number)
    if (!statement) continue
    const said = meanings.filter(({ at, code }) =>
      listKin(told, owners[at]).some(
        (one) =>
          one === statement ||
          (isOfOne(one, statement) && (one.kind !== 'trade' || !code.startsWith('qual:'))),
      ),
    )
    said.push(...listOwnManner(read, number))
    const isCompared =
      words.filter(({ slot }) => slot?.number === number && compareWith(statement, slot.role)).length > 1
    const lacks = listStandards(statement, told.place).map((wordings) =>
      nameLacking(wordings, {
        said,
        anywhere: meanings,
        isCompared,
      }),
    )
    if (lacks.every((lack) => lack !== undefined)) return refuse('left-out', lacks[0] ?? '')
    const wrong =
      nameTrade(read, statement, number, said) ??
      nameUnlimited(read, statement, said) ??
      nameMissing(read, statement) ??
      nameUntimed(read, statement, number) ??
      nameUnattributed(read, statement)
    if (wrong !== undefined) return refuse('left-out', wrong)
  }
  return undefined
}

/** A share is always a share of something, and a gift is not a trade: sentences of these kinds must keep every word that
 *  all wordings have. */
const OF_A_WHOLE: ReadonlySet<string> = new Set(['worth', 'share', 'no-trade'])
const OF_A_WHOLE_OF_INSIDERS: ReadonlySet<string> = new Set(['against-usual', 'contrast'])

function nameMissing({ words, meanings, told }: Read, statement: Statement): string | undefined {
  const { kind, section } = statement
  const isWhole =
    OF_A_WHOLE.has(kind) ||
    (section === 'insiders' && OF_A_WHOLE_OF_INSIDERS.has(kind)) ||
    (section === 'congress' && kind === 'total')
  if (!isWhole) return undefined
  const said = new Set(listSteps({ words, meanings }).map(({ key }) => key))
  const missing = listStandards(statement, told.place).map((wordings) => {
    const [first = [], ...others] = wordings.map((wording) => listSteps(wording).map(({ key }) => key))
    return first.find(
      (key) => key !== 'say' && others.every((other) => other.includes(key)) && !said.has(key),
    )
  })
  return missing.every((key) => key !== undefined) ? missing[0] : undefined
}

/** A trade must say whether it was a purchase or a sale, and say so between the person and the sum, since a later noun
 *  could contradict the verb. */
function nameTrade(
  { words, meanings }: Read,
  statement: Statement,
  number: number,
  said: readonly Meaning[],
): string | undefined {
  const hasSide = ({ meanings: its }: Wording) => its.some(({ sort }) => sort === 'side')
  const { tellings } = know(statement)
  if (statement.kind !== 'trade' || !tellings.every(hasSide)) return undefined
  const isSide = ({ code, sort }: Meaning) =>
    sort === 'side' || (statement.direction !== undefined && code === `hold:${statement.direction}`)
  const isOwnSide = (one: Meaning) => isSide(one) && know(statement).codes.has(one.code)
  if (!said.some(isOwnSide)) return 'whether it was bought or sold'
  const who = words.findIndex(({ slot }) => slot?.number === number && PERSON.test(slot.role))
  const sum = words.findIndex(({ slot }) => slot?.number === number && SUM.test(slot.role))
  const sentence = words[who]?.sentence
  if (who === -1 || sum < who || words[sum]?.sentence !== sentence) return undefined
  const end = words.slice(sum).findIndex((word) => word.sentence !== sentence)
  const isPassive =
    words.slice(who, sum).some(({ text }) => text === ':') ||
    words.slice(sum, end === -1 ? undefined : sum + end).some(({ text }) => text === 'was' || text === 'were')
  const isSaid = meanings.some((one) => isSide(one) && one.at < sum && words[one.at]?.sentence === sentence)
  return isSaid || isPassive ? undefined : 'whether it was bought or sold'
}

/** A figure must keep the time that the statement's own wordings always put next to it ('it was {lastYear}' lacks 'a year
 *  before'), and the sentence one that they always have. */
function nameUntimed(read: Read, statement: Statement, number: number): string | undefined {
  const { words, told } = read
  const statementOf = (one: number) => told.statements.get(one)
  const standards = listStandards(statement, told.place)
  const roles = words.flatMap(({ slot }) => (slot?.number === number ? [slot.role] : []))
  for (const [index, role] of roles.entries()) {
    // 'Rent is {rent} a week more than a year ago. But a loan costs {loan} a week less.'
    const before = roles
      .slice(0, index)
      .flatMap((other) => listBoundTimes(read, statementOf, { number, role: other }))
    const said = new Set(before.concat(listTimes(read, statementOf, { number, role })))
    const lacks = standards.flatMap((wordings) => {
      const own = wordings
        .filter((wording) => wording.words.some(({ slot }) => slot?.role === role))
        .map((wording) => listTimes(wording, () => statement, { number: 0, role }))
      return own.length > 0 ? [nameShared(own, said)] : []
    })
    if (lacks.length > 0 && lacks.every((time) => time !== undefined)) return `${lacks[0] ?? ''} of {${role}}`
  }
  // 'The interest on $1,000 for a month: {paid} from the government, {charged} to a lender'.
  const said = new Set(listAllTimes(read))
  const lacks = standards.map((wordings) => nameShared(wordings.map(listAllTimes), said))
  return lacks.every((time) => time !== undefined) ? lacks[0] : undefined
}

/** A time that is in all lists but was not said. */
const nameShared = (
  [first = [], ...others]: readonly (readonly string[])[],
  said: ReadonlySet<string>,
): string | undefined => first.find((time) => others.every((list) => list.includes(time)) && !said.has(time))

const isTime = ({ sort }: Meaning): boolean => sort === 'unit' || sort === 'ago'
const timeOf = ({ code, sort }: Meaning): string => code.slice(sort.length + 1)
const listAllTimes = ({ meanings }: Wording): readonly string[] => meanings.filter(isTime).map(timeOf)

type StatementOf = (number: number) => Statement | undefined
interface Figure {
  readonly number: number
  readonly role: string
}

const listTimes = (wording: Wording, statementOf: StatementOf, figure: Figure): readonly string[] =>
  listBoundTimes(wording, statementOf, figure).concat(listFarTimes(wording, statementOf, figure))

const listBoundTimes = (wording: Wording, statementOf: StatementOf, { number, role }: Figure): string[] =>
  bindFigures(wording, statementOf).flatMap(({ meaning, value, ...bond }) =>
    isTime(meaning) && bond.number === number && bond.role === role ? [value] : [],
  )

/** Times in the figure's sentence that are too far from any figure to belong to one: 'over the year to {month}, the prices
 *  that people pay rose'. */
function listFarTimes(wording: Wording, statementOf: StatementOf, { number, role }: Figure): string[] {
  const { words, meanings } = wording
  const sentence = words.find(({ slot }) => slot?.number === number && slot.role === role)?.sentence
  const bound = new Set(bindFigures(wording, statementOf).map(({ meaning }) => meaning))
  return meanings
    .filter((one) => isTime(one) && words[one.at]?.sentence === sentence && !bound.has(one))
    .map(timeOf)
}

/** What the statement's own wordings only report ('to spread risk, the form says') must not be asserted. */
function nameUnattributed(read: Read, statement: Statement): string | undefined {
  const listBare = (wording: Wording) => {
    // 'The note says it was a gift, so we do not count it': the second half is ours, not the record's.
    let part = 0
    const steps = listSteps(wording).map((step) => {
      part += /[.]|so$/.test(step.joint) ? 1 : 0
      return { step, part }
    })
    return steps
      .filter((one) => !steps.some((other) => other.part === one.part && RECORDS.has(other.step.key)))
      .map(({ step }) => step)
  }
  const own = listStandards(statement, read.told.place).flat()
  const bare = new Set(own.flatMap(listBare).map(({ key }) => key))
  const byRecord = new Set(
    own.flatMap(listSteps).flatMap(({ key, isSlot }) => (isSlot || bare.has(key) ? [] : [key])),
  )
  return listBare(read).find(({ key, at }) => byRecord.has(key) && listOwners(read, at).includes(statement))
    ?.raw
}
const RECORDS: ReadonlySet<string> = new Set(['form', 'note', 'label', 'report'])

/** 'Partly through a trust' is not 'through a trust': what every wording limits must be limited here too. */
function nameUnlimited(
  { words, meanings }: Read,
  statement: Statement,
  said: readonly Meaning[],
): string | undefined {
  const { tellings } = know(statement)
  return LIMITED.find((code) => {
    const places = tellings.flatMap((own) =>
      own.meanings.filter((one) => one.code === code).map((one) => isLimited(own, one)),
    )
    const isAlways = places.length > 0 && places.every(Boolean)
    return isAlways && said.some((one) => one.code === code && !isLimited({ words, meanings }, one))
  })
}

const LIMITED = ['qual:trust', 'qual:tax'] as const
/** The most words between a limit and the qualifier it limits. */
const LIMIT_REACH = 4

const isLimited = ({ words, meanings }: Wording, { at }: Meaning): boolean =>
  meanings.some(
    ({ code, end }) =>
      /^(?:qual:part|quant:(?:some|many))/.test(code) && end <= at && at - end <= LIMIT_REACH,
  ) || words.slice(Math.max(0, at - LIMIT_REACH), at).some(({ text }) => /^(?:part|some|or|and)$/.test(text))

function nameLacking(
  wordings: readonly { readonly meanings: readonly Meaning[] }[],
  {
    said,
    anywhere,
    isCompared,
  }: {
    readonly said: readonly Meaning[]
    readonly anywhere: readonly Meaning[]
    /** Whether it has both the newest figure and one that it is compared with. */
    readonly isCompared: boolean
  },
): string | undefined {
  const [first, ...others] = wordings
  const always = (first?.meanings ?? []).filter((need) =>
    others.every((other) => other.meanings.some(({ code }) => code === need.code)),
  )
  const has = (list: readonly Meaning[], code: string) => list.some((one) => one.code === code)
  const lacking = always.find(({ code, sort }) => {
    if (sort === 'measure') return !has(anywhere, code)
    // 'Through a trust' says 'in a trust account'.
    if (code === 'qual:account' && (has(said, 'qual:trust') || has(said, 'qual:joint'))) return false
    return NEEDED.test(code) && !has(said, code)
  })
  if (lacking) return lacking.code
  const isWay = ({ code }: Meaning) => WAYS.test(code)
  const alwaysGoes = wordings.every((wording) => wording.meanings.some(isWay))
  return alwaysGoes && !isCompared && !said.some(isWay) && !said.some(({ sort }) => sort === 'side')
    ? 'which way it went'
    : undefined
}
