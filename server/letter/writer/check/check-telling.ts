import { checkActors } from './check-actors.ts'
import { checkBare } from './check-bare.ts'
import { checkBonds } from './check-bonds.ts'
import { checkParts } from './check-parts.ts'
import { checkReferences } from './check-references.ts'
import { checkSlots, findOwners } from './check-slots.ts'
import { checkNegations } from './check-denials.ts'
import { checkNeeds } from './check-needs.ts'
import { checkSteps } from './check-steps.ts'
import { know, listTold, type Read } from './know-statement.ts'
import { distance, type Meaning, readMeanings, readWords, type Word } from './read-words.ts'
import { findStrayed, findSwapped } from './tell-apart.ts'
import { ACCEPTED, refuse, type Told, type Verdict } from '../judge.ts'

export type { Told, Verdict }

const MOST_TOGETHER = 3

/** Whether a sentence says only what its statements say, as far as code can tell by their own words, slots and steps.
 *  check-meaning.ts judges the sentence as a whole. Fails closed: an error of its own counts as a refusal. Never throws. */
export function checkTelling(told: Told): Verdict {
  try {
    return check(told) ?? ACCEPTED
  } catch (error) {
    return refuse('not-checked', error instanceof Error ? error.message : 'unknown')
  }
}

function check(told: Told): Verdict | undefined {
  const { statements, of, say, place } = told
  if (of.length === 0 || of.length > MOST_TOGETHER || new Set(of).size < of.length) {
    return refuse('statements', `it tells ${of.length} statements, or one of them twice`)
  }
  if (of.some((number) => !statements.has(number))) {
    return refuse('statements', 'it tells a statement that is not there')
  }
  const untidy = nameUntidy(say, place)
  if (untidy) return untidy
  const words = readWords(say)
  if ('code' in words) return refuse(words.code, words.detail)
  const wrong = checkSlots(words, told) ?? checkParts(words, told)
  if (wrong) return wrong
  const owners = findOwners(words, told)
  if (typeof owners === 'string') return refuse('mixed', owners)
  const read = { words, meanings: readMeanings(words), owners, told }
  return (
    checkReferences(read) ??
    checkBonds(read) ??
    checkSwapped(read) ??
    checkNeeds(read) ??
    checkConnectives(read) ??
    checkNegations(read) ??
    checkSteps(read) ??
    checkActors(read) ??
    checkBare(read)
  )
}

const UNTIDY = [
  [/ {2}/, 'two spaces'],
  [/[,;:.—–-]\s*[,;:.—–]/, 'punctuation'],
  [/\s[,;:.)]/, 'punctuation'],
  [/\b(?!FHFA\b)[A-Z]{4,}\b/, 'capitals'],
  [/\{[^{}]*\}\{/, 'slots touch'],
  [/[A-Za-z0-9$]\{|\}[A-Za-z0-9]/, 'a slot touches a word'],
] as const

function nameUntidy(say: string, place: Told['place']): Verdict | undefined {
  const found = UNTIDY.find(([pattern]) => pattern.test(say))
  if (found) return refuse('untidy', found[1])
  if (say.split('(').length !== say.split(')').length) return refuse('untidy', 'brackets')
  if (!/^[A-Z{“"$\d]/.test(say)) return refuse('untidy', 'it does not begin with a capital')
  if (place !== 'headline' && !/[.][”"]?$/.test(say)) return refuse('untidy', 'it has no full stop')
  return undefined
}

function checkSwapped({ words, meanings, told }: Read): Verdict | undefined {
  const strayed = findStrayed(words, told)
  if (strayed) return strayed
  for (const number of told.of) {
    const statement = told.statements.get(number)
    const swapped = statement && findSwapped({ words, meanings }, statement, number)
    if (swapped) return refuse('swapped', `{${number}.${swapped[0]}} and {${number}.${swapped[1]}}`)
  }
  return undefined
}

/** 'While' and 'but' need a contrast or a limit; 'too' needs two of a kind. */
function checkConnectives({ words, meanings, told }: Read): Verdict | undefined {
  for (const { sort, at, words: said } of meanings) {
    if (sort !== 'turn' && sort !== 'likewise') continue
    const sentence = words[at]?.sentence ?? 0
    const near = meanings.filter((one) => {
      const its = words[one.at]?.sentence ?? 0
      return its === sentence || its === sentence - 1
    })
    const isOpposite = WAYS_APART.some(([one, other]) => hasBoth(near, one, other))
    const isLimited = near.some((one) => one.at > at && LIMITS.test(one.code))
    const isSame = WAYS_APART.flat().some(
      (way) =>
        near.some((one) => one.at < at && way.test(one.code)) &&
        near.some((one) => one.at > at && way.test(one.code)),
    )
    const [only, ...others] = listTold(told)
    // A statement that is a contrast may say so in any words: 'Fewer claims, but the fewest open jobs since 2020'.
    const isOwn = only !== undefined && others.length === 0 && know(only).codes.has('turn')
    const isWrong =
      sort === 'turn'
        ? isSame && !isOpposite && !isLimited && !isOwn && !isMixed(words, near, at)
        : isOpposite
    if (isWrong) return refuse('connective', `'${said}'`)
  }
  return undefined
}

/** More of the first is worse for a household; more of the second is better. */
const BURDENS: ReadonlySet<string> = new Set(
  'cost costs costing claims claim unemployment jobless rate rates rent rents gas groceries'.split(' '),
)
const BOONS: ReadonlySet<string> = new Set('jobs buy buys pay wages earns openings'.split(' '))

/** 'Fewer jobs, but fewer claims': the same direction, first bad and then good. */
function isMixed(words: readonly Word[], near: readonly Meaning[], at: number): boolean {
  const weigh = (one: Meaning): number => {
    const way = /:(?:up|high)/.test(one.code) ? 1 : /:(?:down|low)/.test(one.code) ? -1 : 0
    const [nearest] = words
      .flatMap(({ text, sentence }, place) =>
        sentence === words[one.at]?.sentence &&
        place < at === one.at < at &&
        (BURDENS.has(text) || BOONS.has(text))
          ? [{ text, far: distance(words, one.at, one.end, place) }]
          : [],
      )
      .toSorted((a, b) => a.far - b.far)
    return nearest ? way * (BURDENS.has(nearest.text) ? -1 : 1) : 0
  }
  const ways = near.filter(({ code }) => /^(?:dir|cmp|ext|hold):/.test(code))
  const before = new Set(ways.filter((one) => one.at < at).map(weigh))
  const after = new Set(ways.filter((one) => one.at > at).map(weigh))
  return (before.has(1) && after.has(-1)) || (before.has(-1) && after.has(1))
}

const WAYS_APART = [
  [/^(?:dir|cmp|ext|hold):(?:up|high)/, /^(?:dir|cmp|ext|hold):(?:down|low)/],
  [/^side:buy/, /^side:sell/],
] as const
/** Meanings that limit a claim. */
const LIMITS = /^(?:qual:(?:maybe|unchecked|part|uncounted|slip|plan)|dir:same|modal|negation|other)/

const hasBoth = (meanings: readonly Meaning[], a: RegExp, b: RegExp): boolean =>
  meanings.some(({ code }) => a.test(code)) && meanings.some(({ code }) => b.test(code))
