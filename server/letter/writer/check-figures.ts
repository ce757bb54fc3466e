import { formatFact } from '../facts/format-fact.ts'
import {
  cuesOf,
  isChange,
  isSameMeasure,
  isSamePeriod,
  isVerdictWord,
  PREPOSITION_CUES,
  printsLike,
} from './fact-traits.ts'
import { COUNTED_NOUNS, UNIT_WORDS } from './plain-words.ts'
import type { Token, SlotTable } from './slot-table.ts'
import type { SentenceError } from './verdict.ts'

export type FactToken = Extract<Token, { kind: 'fact' }>

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const RATES = list('by was is were are of at to from adds added against and in')
const MONEY = list(
  'for of worth is was were to from by bought sold total totals totaled reached needs needed earn earns pays paid cost costs at in and against',
)

/** The words after which a figure of this unit may come. A unit that is not here is refused. */
const BEFORE: Readonly<Record<string, ReadonlySet<string>>> = {
  usd: MONEY,
  'usd-per-share': list('at of was is to from paid'),
  'usd-per-hour': list('at of was is to from by paid'),
  'usd-per-gallon': list('at of was is to from by cost costs'),
  shares: list('bought sold of for and held'),
  count: list(
    'by of in read unread listed and to from was were are is week month year brought had has reached added with among made filed',
  ),
  persons: list('by of in and to from was were are is reached added'),
  'business-days': list('reported filed came took of was by after made to'),
  days: list('reported filed came took of was by after made to'),
  months: list('of was is at to from'),
  fraction: RATES,
  percent: RATES,
  'percentage-points': RATES,
  index: RATES,
  date: list('on from to until through since by and before after'),
  text: list('of in sold bought buying selling from by and'),
}
/** Said by a direction word right before: 'fell 0.2%'. */
const AFTER_DIRECTION = list('usd count persons fraction percent percentage-points index')
const AFTER_DAYS = list('after later late past before')
const AFTER_COUNT = list('of a in and was were against on this over from since')
/** What a range may be 'of'. */
const OF_A_RANGE = list(
  'range purchase purchases sale sales amount total value trade trades shares stock bought sold',
)
const NOT_OF_SHARES = list('price average total sum value amount income payment worth')
const MIDDLE = list('average averages averaged mean median midpoint middle typical')

/** Holds each figure's neighbours to what its unit and its kind allow. */
export function checkFigures(table: SlotTable, tokens: readonly Token[]): SentenceError[] {
  return tokens.flatMap((token, index): SentenceError[] => {
    if (token.kind !== 'fact') return []
    const at = token.slot
    const errors: SentenceError[] = []
    if (formatFact(token.fact) === undefined) errors.push({ code: 'value-unwritable', at })
    if (isVerdictWord(token.fact)) return errors
    if (!fitsUnit(tokens, index, token)) errors.push({ code: 'unit-mismatch', at })
    if (!fitsKind(table, tokens, index, token)) errors.push({ code: 'meaning-mismatch', at })
    if (!staysRange(tokens, index, token)) errors.push({ code: 'range-collapsed', at })
    return errors
  })
}

function fitsUnit(tokens: readonly Token[], index: number, { fact }: FactToken): boolean {
  const { unit } = fact
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  const next = wordOf(after)
  if (next !== undefined && UNIT_WORDS.has(next)) return false
  const isByShare = next === 'a' && wordOf(tokens[index + 2]) === 'share'
  if (isByShare && unit !== 'usd-per-share') return false
  // 'ended the week at 2%' takes a change for a level.
  if (isChange(fact) && before?.kind === 'word' && /^(at|to|from|against)$/i.test(before.text)) return false
  const isCount = isCounted(unit)
  if (!fitsBefore(tokens, index, unit)) return false
  if (isCount) {
    return (
      after === undefined ||
      (after.kind === 'word' && next !== undefined && (COUNTED_NOUNS.has(next) || AFTER_COUNT.has(next))) ||
      after.kind === 'subject' ||
      after.kind === 'comma'
    )
  }
  if (next !== undefined && COUNTED_NOUNS.has(next)) return false
  const saysDays = next !== undefined && AFTER_DAYS.has(next)
  if (unit === 'days' || unit === 'business-days') return saysDays
  // 'bought after', but not '$9 million after the trade'.
  if (saysDays && unit !== 'date') return false
  if (unit === 'shares' && wordOf(before) === 'for') {
    return tokens.slice(0, index).some((token) => wordOf(token) === 'paid')
  }
  return true
}

/** Figures that need a noun behind them. */
function isCounted(unit: string): boolean {
  return unit === 'count' || unit === 'persons'
}

function fitsBefore(tokens: readonly Token[], index: number, unit: string): boolean {
  const before = tokens[index - 1]
  const isCount = isCounted(unit)
  if (before === undefined || before.kind === 'comma') return isCount
  if (before.kind === 'fact') {
    if (isVerdictWord(before.fact)) return AFTER_DIRECTION.has(unit)
    return unit === 'days' || unit === 'business-days'
  }
  const word = wordOf(before)
  if (word === undefined) return false
  const beforeOf = tokens[index - 2]
  if (word === 'of' && unit === 'shares' && NOT_OF_SHARES.has(wordOf(beforeOf) ?? '')) return false
  // 'Acme of $9,000' is no sentence.
  if (word === 'of' && beforeOf?.kind === 'fact' && unit !== 'text' && !isCount) return false
  return BEFORE[unit]?.has(word) ?? false
}

/** Where the section has figures of the same subject that print alike, the words next to this one must be its own:
 *  'we read 40 of 50 listed', not '50 of 40'. */
function fitsKind(table: SlotTable, tokens: readonly Token[], index: number, { fact }: FactToken): boolean {
  const others = [...table.facts.values()].filter(
    (other) =>
      other.kind !== fact.kind &&
      other.value !== fact.value &&
      other.subject === fact.subject &&
      printsLike(other, fact) &&
      (isSamePeriod(other, fact) || !isSameMeasure(other, fact)),
  )
  if (others.length === 0) return true
  const preposition = PREPOSITION_CUES[wordOf(tokens[index - 1]) ?? '']
  if (preposition && [fact, ...others].some(({ kind }) => preposition.test(kind))) {
    return preposition.test(fact.kind)
  }
  const own = cuesOf(fact.kind)
  const foreign = cuesOf(others.map(({ kind }) => kind).join(' '))
  const distinct = without(own, foreign)
  const mine = nearest(tokens, index, distinct.size > 0 ? distinct : own)
  return mine < nearest(tokens, index, without(foreign, own))
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)))
}

const ACROSS_A_BOUNDARY = 3

/** @returns how many places away the nearest of these words is; a word before counts as nearer than one behind, and one
 *    of the same clause as nearer than another's */
function nearest(tokens: readonly Token[], index: number, words: ReadonlySet<string>): number {
  const distances = tokens.flatMap((token, at) => {
    if (!words.has(wordOf(token) ?? '')) return []
    const between = tokens.slice(Math.min(at, index) + 1, Math.max(at, index))
    const isAcross = between.some(
      (other) => other.kind === 'comma' || other.kind === 'fact' || wordOf(other) === 'and',
    )
    return [(at < index ? index - at : at - index + 0.5) + (isAcross ? ACROSS_A_BOUNDARY : 0)]
  })
  return Math.min(Infinity, ...distances)
}

/** A range is printed whole; no word may make one figure of it. */
function staysRange(tokens: readonly Token[], index: number, { fact }: FactToken): boolean {
  if (!Array.isArray(fact.value)) return true
  if (tokens.some((token) => MIDDLE.has(wordOf(token) ?? ''))) return false
  if (wordOf(tokens[index - 1]) !== 'of') return true
  return OF_A_RANGE.has(wordOf(tokens[index - 2]) ?? '')
}

export function wordOf(token: Token | undefined): string | undefined {
  return token?.kind === 'word' ? token.text.toLowerCase() : undefined
}
