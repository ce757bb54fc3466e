import type { Statement } from '../../statements/statement.ts'
import { compareWith } from './bind-figures.ts'
import { isOfOne, know, listKin, listStandards, PERSON, type Read, type Wording } from './know-statement.ts'
import { listSteps } from './read-steps.ts'
import type { Meaning } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** What changes a claim if it is left out. */
const NEEDED = /^(?:qual|other|modal|quant:(?:about|every|weeks)|per)/
const WAYS = /^(?:dir|cmp|ext|hold|measure:yearly-rise)/

/** What all wordings of a statement have is said here too: qualifiers, the measure, which way it went. */
export function checkNeeds(read: Read): Verdict | undefined {
  const { words, meanings, owners, told } = read
  for (const number of told.of) {
    const statement = told.statements.get(number)
    if (!statement) continue
    const said = meanings.filter(({ at, code }) =>
      listKin(told, owners[at]).some(
        (one) =>
          one === statement ||
          (isOfOne(one, statement) &&
            (one.kind !== 'trade' || one.section === 'congress' || !code.startsWith('qual:'))),
      ),
    )
    const actor = findActor(read, number)
    if (actor === 'another') return refuse('subject', `'${words[0]?.raw ?? ''}' of statement ${number}`)
    said.push(...actor)
    const isCompared =
      words.filter(({ slot }) => slot?.number === number && compareWith(statement, slot.role)).length > 1
    const lacks = listStandards(statement, told.place).map((wordings) =>
      nameLacking(statement, wordings, {
        said,
        anywhere: meanings,
        isCompared,
      }),
    )
    if (lacks.every((lack) => lack !== undefined)) return refuse('left-out', lacks[0] ?? '')
    const wrong =
      nameTrade(read, statement, number, said) ??
      nameUnlimited(read, statement, said) ??
      nameMissing(read, statement)
    if (wrong !== undefined) return refuse('left-out', wrong)
  }
  return undefined
}

/** Through whom somebody trades. */
const ACTORS = /^qual:(?:trust|fund|spouse|child|family)$/

/** 'It bought another {value}' is said of the trust that the sentence before told of: both trades are through the same. */
function findActor({ words, meanings, owners, told }: Read, number: number): readonly Meaning[] | 'another' {
  const sum = words.find(({ slot }) => slot?.number === number && SUM.test(slot.role))
  const from = words.findIndex(({ sentence }) => sentence === sum?.sentence)
  const [statement, before] = [told.statements.get(number), told.statements.get(owners[from - 1] ?? -1)]
  const goesOn = /^(?:it|they)$/.test(words[from]?.text ?? '') && statement !== before
  if (!goesOn || !statement || statement.kind !== 'trade' || before?.kind !== 'trade') return []
  const [own, other] = [statement, before].map((one) =>
    JSON.stringify(
      Array.from(know(one).codes)
        .filter((code) => ACTORS.test(code))
        .toSorted(),
    ),
  )
  if (own !== other || !isOfOne(statement, before)) return 'another'
  return meanings.filter(
    ({ at, code }) => ACTORS.test(code) && words[at]?.sentence === (sum?.sentence ?? 0) - 1,
  )
}

/** What is a part of a count, of a form or of a new loan is of no other whole: these words are never left out. */
const OF_A_WHOLE: ReadonlySet<string> = new Set(['worth', 'share'])
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
    return first.find((key) => others.every((other) => other.includes(key)) && !said.has(key))
  })
  return missing.every((key) => key !== undefined) ? missing[0] : undefined
}

/** Of a trade: which side it was on is said, and between who traded and for how much. A verb alone may say the opposite. */
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

/** Whether its own words say of a change that it was over this time. */
const isOfChange = (statement: Statement, code: string): boolean =>
  Object.entries(statement.slots).some(
    ([role, slot]) =>
      'figure' in slot &&
      (/change|move/.test(slot.figure.kind) || role === 'difference') &&
      know(statement).bound.get(`unit ${role}`)?.has(code.slice('unit:'.length)) === true,
  )

/** 'A week before' and 'weekly' are of a week too. */
const hasTime = (list: readonly Meaning[], code: string): boolean =>
  list.some((one) => one.code === code || one.code === code.replace('unit', 'ago')) ||
  (code === 'unit:year' && list.some((one) => one.code === 'measure:yearly-rise'))

const SUM = /^(?:value|about|shares|amount)$/

/** 'Partly through a trust' is not 'through a trust': what all wordings limit is limited here. */
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
/** In words: so far before a qualifier a limit still holds of it. */
const LIMIT_REACH = 4

const isLimited = ({ words, meanings }: Wording, { at }: Meaning): boolean =>
  meanings.some(
    ({ code, end }) =>
      /^(?:qual:part|quant:(?:some|many))/.test(code) && end <= at && at - end <= LIMIT_REACH,
  ) || words.slice(Math.max(0, at - LIMIT_REACH), at).some(({ text }) => /^(?:part|some|or|and)$/.test(text))

function nameLacking(
  statement: Statement,
  wordings: readonly { readonly meanings: readonly Meaning[] }[],
  {
    said,
    anywhere,
    isCompared,
  }: {
    readonly said: readonly Meaning[]
    readonly anywhere: readonly Meaning[]
    /** It has both of what went from the one to the other. */
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
    // A change is over some time: 'house prices rose {change}' is not 'in the year to {month}'.
    if (sort === 'unit')
      return (statement.kind === 'worth' || isOfChange(statement, code)) && !hasTime(anywhere, code)
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
