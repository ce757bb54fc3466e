import type { Statement } from '../../statements/statement.ts'
import { compareWith } from './bind-figures.ts'
import { groupOf } from './check-slots.ts'
import { isOfTrades, know, listKin, printOf, type Read, type Wording } from './know-statement.ts'
import type { Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** A sentence that does not name its subject is about the one before it: 'Then it rose {change}' must follow a sentence
 *  about the same series, namely one that it follows in the statement's own wordings. */
export function checkReferences(read: Read): Verdict | undefined {
  const { words, owners, told } = read
  const last = words.at(-1)?.sentence ?? 0
  for (let sentence = 0; sentence <= last; sentence += 1) {
    const from = words.findIndex((word) => word.sentence === sentence)
    const [number, ...others] = new Set(
      words.flatMap(({ slot, sentence: its }) => (slot && its === sentence ? [slot.number] : [])),
    )
    const statement = number === undefined ? undefined : told.statements.get(number)
    if (number === undefined || !statement || others.length > 0) continue
    const before =
      owners.slice(0, from).findLast((owner) => owner !== undefined) ??
      (sentence > 0 ? told.of[0] : undefined)
    const wrong = isOfTrades(statement)
      ? nameLostTrade(read, sentence, number, before)
      : nameLostSubject(read, sentence, statement, before)
    if (wrong !== undefined) return refuse('mixed', wrong)
  }
  return checkOlder(read)
}

/** A trade, or what a report lists like one. */
const TRADE = /^(?:trade|no-trade)$/

/** 'The sale was planned ahead, on {adopted}' is about the last trade before it, and so is 'that added {size} to the shares'. */
function nameLostTrade(
  read: Read,
  sentence: number,
  number: number,
  before: number | undefined,
): string | undefined {
  const { words, told } = read
  const [own, other] = [told.statements.get(number), told.statements.get(before ?? -1)]
  if (before === number || !own || !other || !TRADE.test(other.kind)) return undefined
  if (!TRADE.test(own.kind)) {
    const refersBack = words.some(
      (word, at) =>
        word.sentence === sentence &&
        (/^(?:that|this)$/.test(word.text) || isOf(words, at)) &&
        (words[at - 1]?.sentence !== sentence || words[at - 1]?.isPause === true),
    )
    return refersBack && !listKin(told, before).includes(own)
      ? `a sentence of statement ${number} follows statement ${before}`
      : undefined
  }
  const here = words.filter((word) => word.sentence === sentence)
  const roles = here.flatMap(({ slot }) => (slot ? [slot.role] : []))
  const isNamed = roles.some((role) => /^(?:who|company|name)$/.test(groupOf(role)))
  // 'It also bought another {value}' is a separate trade, by the same person in the same company.
  const isWhole =
    /^(?:it|they)$/.test(here[0]?.text ?? '') &&
    roles.some((role) => /^(?:value|about|shares|amount)$/.test(role)) &&
    ['who', 'company', 'short'].every((role) => printOf(own.slots[role]) === printOf(other.slots[role]))
  return isNamed || isWhole ? undefined : `a sentence of statement ${number} follows statement ${before}`
}

function nameLostSubject(
  read: Read,
  sentence: number,
  statement: Statement,
  before: number | undefined,
): string | undefined {
  const isKin = before !== undefined && listKin(read.told, before).includes(statement)
  const measures = listMeasures(statement)
  const goes = findGoesOn(read, sentence)
  const isNamed = read.meanings.some(
    ({ code, at }) =>
      read.words[at]?.sentence === sentence &&
      measures.includes(code) &&
      (goes === -1 || at < goes || sentence === 0),
  )
  if (sentence > 0 && !isKin && !isNamed && measures.length > 0)
    return `it does not say what '${firstOf(read, sentence)?.raw ?? ''}' is of`
  if (isNamed || goes === -1) return undefined
  const role = firstOf(read, sentence)?.slot?.role ?? ''
  const after = listAfter(statement, role)
  const told = read.words.findLast(({ slot, sentence: its }) => slot && its < sentence)
  const isOfKin = told?.slot !== undefined && read.told.statements.get(told.slot.number) !== statement
  const isAfter =
    after.length === 0
      ? isKin &&
        (/^(?:extreme|streak)$/.test(statement.kind) || read.told.statements.get(before) === statement)
      : isOfKin
        ? isKin
        : read.words.some(
            ({ slot, sentence: its }) => slot && its === told?.sentence && after.includes(groupOf(slot.role)),
          )
  return isAfter ? undefined : `'${firstOf(read, sentence)?.raw ?? ''}' goes on about something else`
}

/** Words that lead to a figure that another is compared with. */
const COMPARES: ReadonlySet<string> = new Set('from than after against of above below'.split(' '))

/** An extreme or a streak is of the newest figure: 'a year before it was {lastYear}, the highest since {since}' would be of
 *  last year's. */
function checkOlder(read: Read): Verdict | undefined {
  const stray = read.words.find(({ slot }, at) => {
    const statement = read.told.statements.get(slot?.number ?? -1)
    const isRecord = statement !== undefined && /^(?:extreme|streak)$/.test(statement.kind)
    return isRecord && !isOfTrades(statement) && isOfOlder(read, statement, at)
  })
  return stray && refuse('mixed', `${stray.raw} follows an older figure`)
}

function isOfOlder(read: Read, statement: Statement, at: number): boolean {
  const { words, meanings, told } = read
  const sentence = words[at]?.sentence ?? 0
  const from = words.findIndex((word) => word.sentence === sentence)
  const figures = words.flatMap(({ slot }, place) => {
    const other = slot && told.statements.get(slot.number)
    const age =
      other && slot && listKin(told, slot.number).includes(statement) && compareWith(other, slot.role)
    return age === undefined || age === false || COMPARES.has(leadOf(words, place)) ? [] : [{ place, age }]
  })
  const here = figures.filter(({ place }) => words[place]?.sentence === sentence)
  const before = here.findLast(({ place }) => place < at)
  // 'It rose for the {nth} week in a row' goes on in the past; 'it is the highest' does not.
  const isPast =
    findGoesOn(read, sentence) !== -1 &&
    !words.slice(from, at).some(({ text }) => /^(?:is|has|now)$/.test(text))
  const last = isPast ? figures.findLast(({ place }) => place < from) : undefined
  const figure = before ?? here[0] ?? last
  const isNamed = meanings.some(
    (one) =>
      one.at >= (before?.place ?? from) &&
      one.at < Math.max(at, figure?.place ?? at) &&
      listMeasures(statement).includes(one.code),
  )
  return figure !== undefined && figure.age !== 'itself' && !isNamed
}

/** The word before a slot; 'of' in 'of the {lastYear}'. */
const leadOf = (words: readonly Word[], at: number): string =>
  words.slice(0, at).findLast(({ text }) => text !== 'the')?.text ?? ''

/** Whether it is the 'it' of 'it is the first trade'; in 'it takes' it stands for nothing. */
const isOf = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'it' && /^(?:is|was)$/.test(words[at + 1]?.text ?? '')

const firstOf = ({ words }: Wording, sentence: number): Word | undefined =>
  words.find((word) => word.slot && word.sentence === sentence)

/** The measures that the first sentence of every wording names. */
function listMeasures(statement: Statement): readonly string[] {
  const [first = [], ...others] = know(statement).tellings.map(({ words, meanings }) =>
    meanings.flatMap(({ sort, code, at }) => (sort === 'measure' && words[at]?.sentence === 0 ? [code] : [])),
  )
  return first.filter((code) => others.every((other) => other.includes(code)))
}

/** Where the sentence refers back with 'it' or 'that'; -1 if it does not. */
function findGoesOn({ words }: Wording, sentence: number): number {
  const from = words.findIndex((word) => word.sentence === sentence)
  const [first, second] = words.slice(from, from + 2)
  const isThat = /^(?:that|this)$/.test(first?.text ?? '') && /^(?:is|was|means)$/.test(second?.text ?? '')
  return isThat
    ? from
    : words.findIndex(
        (word, at) =>
          word.sentence === sentence && /^(?:it|they)$/.test(word.text) && words[at - 1]?.text !== 'than',
      )
}

/** The slots that come before a sentence that has this figure and refers back, in the statement's own wordings. */
const listAfter = (statement: Statement, role: string): readonly string[] =>
  know(statement).own.flatMap((wording) => {
    const sentence =
      wording.words.find(({ slot }) => slot && groupOf(slot.role) === groupOf(role))?.sentence ?? 0
    return sentence > 0 && findGoesOn(wording, sentence) !== -1
      ? wording.words.flatMap(({ slot, sentence: its }) =>
          slot && its < sentence ? [groupOf(slot.role)] : [],
        )
      : []
  })
