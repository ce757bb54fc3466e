import { countNegations, isExtreme, know, listTold, type Read, type Wording } from './know-statement.ts'
import type { Meaning } from './read-words.ts'
import { readOthers } from './other-wordings.ts'
import { refuse, type Verdict } from '../judge.ts'

/** A sentence has no more negations than the statement's own wordings, negates the same things, and never negates a trade
 *  or a direction that they assert. */
export function checkNegations({ words, meanings, told }: Read): Verdict | undefined {
  const most = listTold(told).reduce(
    (sum, statement) =>
      sum + Math.max(know(statement).negations, know(statement).codes.has('negation') ? 1 : 0),
    0,
  )
  if (countNegations(meanings) > most) return refuse('negation', 'it denies more than its statements')
  const denied = findDenied(meanings)
  // 'Has not been higher since', 'no month has lost as many': an extreme may contain no other negation.
  const isOfExtreme =
    denied !== undefined &&
    (denied.sort === 'cmp' ||
      /^(?:higher|lower)$/.test(denied.words) ||
      meanings.some(({ sort, at }) => sort === 'ext' && at >= denied.end && at <= denied.end + 2))
  const isOwn = listTold(told).some(
    (statement) =>
      statement.kind === 'no-trade' ||
      (isExtreme(statement) && isOfExtreme) ||
      know(statement).own.some((own) => findDenied(own.meanings)?.code === denied?.code),
  )
  if (denied && !isOwn) return refuse('negation', `of '${denied.words}'`)
  return checkExtremes({ words, meanings }) ?? checkDenials({ words, meanings }, told)
}

/** A trade or a direction with a negation in front of it. */
const findDenied = (meanings: readonly Meaning[]): Meaning | undefined =>
  meanings.find(
    (one) =>
      /^(?:side|dir|cmp|other|qual)$/.test(one.sort) &&
      meanings.some(({ sort, end }) => sort === 'negation' && one.at >= end && one.at <= end + 2),
  )

const isDenial = ({ sort, code }: Meaning): boolean =>
  sort === 'negation' || code === 'quant:none' || /^qual:(?:maybe|unchecked|uncounted)/.test(code)

/** 'Not the highest since' is the opposite of 'the highest since', and 'has been this high since' of 'has not been'. */
function checkExtremes({ words, meanings }: Wording): Verdict | undefined {
  for (const { sort, at, words: said } of meanings) {
    if (sort !== 'ext') continue
    const sentence = words[at]?.sentence
    const here = meanings.filter((one) => words[one.at]?.sentence === sentence)
    const isMeasure = /^(?:this|so|as) /.test(said)
    if (!isMeasure && here.some((one) => isDenial(one) && at >= one.end && at <= one.end + 1))
      return refuse('negation', `of '${said}'`)
    const isSince = words.some((word) => word.sentence === sentence && word.slot?.role === 'since')
    const isBound =
      here.some(isDenial) || words.some((word) => word.sentence === sentence && AGAIN.has(word.text))
    // 'Not since {since} has it been high' claims more than 'this high'.
    const isBare = !isMeasure && !/(?:est|peak.*|most)$/.test(said) && isSince && here.some(isDenial)
    if (isBare) return refuse('negation', `of '${said}'`)
    if (isMeasure && isSince && !isBound) return refuse('negation', `left out before '${said}'`)
  }
  return undefined
}

const AGAIN: ReadonlySet<string> = new Set(['last', 'previous', 'before', 'time', 'back'])

/** A word that all of the statement's own wordings negate must be negated here too. */
function checkDenials(read: Wording, told: Read['told']): Verdict | undefined {
  const own = listTold(told).flatMap((statement) => know(statement).own.concat(readOthers(statement)))
  const denied = new Map<string, boolean>()
  const ever = new Set<string>()
  for (const wording of own) {
    wording.words.forEach(({ text, slot, isPause, sentence }, at) => {
      if (slot || isPause) return
      denied.set(text, (denied.get(text) ?? true) && isDeniedAt(wording, at))
      if (listDenials(wording, sentence).length > 0) ever.add(text)
    })
  }
  const bare = read.words.find(
    ({ text, sentence }) =>
      denied.get(text) === true && !SMALL.has(text) && listDenials(read, sentence).length === 0,
  )
  if (bare) return refuse('negation', `left out before '${bare.raw}'`)
  // A gift or a payoff may be called no sale.
  const isNoTrade = listTold(told).some(({ kind }) => kind === 'no-trade')
  const isSide = (at: number) =>
    read.meanings.some((one) => one.sort === 'side' && one.at <= at && at < one.end)
  const turned = read.words.find(
    ({ text }, at) =>
      !(isNoTrade && isSide(at)) &&
      denied.has(text) &&
      !ever.has(text) &&
      !SMALL.has(text) &&
      read.meanings.some(({ sort, end }) => sort === 'negation' && (at === end || at === end + 1)),
  )
  return turned ? refuse('negation', `of '${turned.raw}'`) : undefined
}

const listDenials = ({ words, meanings }: Wording, sentence: number): readonly Meaning[] =>
  meanings.filter((one) => isDenial(one) && words[one.at]?.sentence === sentence)

/** The most words between a negation and the word it negates. */
const CLOSE = 3

function isDeniedAt(wording: Wording, at: number): boolean {
  const { words } = wording
  return listDenials(wording, words[at]?.sentence ?? 0).some(
    (one) =>
      one.at <= at &&
      at - one.end <= CLOSE &&
      !words.slice(one.end, at).some(({ isPause, slot }) => isPause === true || slot),
  )
}

/** Small words that happen to follow a negation. */
const SMALL: ReadonlySet<string> = new Set(
  'a an the of it its we our us to in on by that this these them is was be been being are were has have had do does did for from at as and or so such with any out'.split(
    ' ',
  ),
)
