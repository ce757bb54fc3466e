import { daysBetween } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { wordOf, type FactToken } from './check-figures.ts'
import { groupOf, isChange, isComparison, isSameMeasure, printsLike } from './fact-traits.ts'
import { type Token, periodKey, type SlotTable } from './slot-table.ts'
import type { SentenceError } from './verdict.ts'

/** So many days make up what a word says, the first and the last included. */
const LENGTHS: Readonly<Record<string, readonly [number, number]>> = {
  day: [1, 1],
  week: [1, 9],
  month: [27, 36],
  year: [350, 400],
}
/** A change over fewer days, both ends included, is none of a week. */
const SHORTEST_WEEK_DAYS = 5
/** What is counted by the month and so on, by the fact's id. */
const BY: Readonly<Record<string, RegExp>> = {
  day: /daily/,
  week: /claims|weekly/,
  month: /payment|rent|monthly/,
  year: /income|salary|annual|starts|permits/,
}
const ADJECTIVES: Readonly<Record<string, string>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
}
const SPANS = /^(over|in|for|since|from|with|against|during|to|past|of|within|through|at|late)$/
const PLURALS = /^(days|weeks|months|years|hours)$/

/** Holds what a sentence says of days to the days of its facts. */
export function checkDays(table: SlotTable, tokens: readonly Token[]): SentenceError[] {
  const changes = tokens.filter((token) => token.kind === 'fact' && isChange(token.fact))
  const areTold = changes.length === 0 || tokens.some((_, index) => saysDays(tokens, index))
  const untold: SentenceError[] = areTold
    ? []
    : changes.flatMap((token) => (token.kind === 'fact' ? [{ code: 'period-missing', at: token.slot }] : []))
  const wrong = tokens.flatMap((token, index): SentenceError[] => {
    const error = (at: string): SentenceError[] => [{ code: 'period-mismatch', at }]
    if (token.kind === 'period') {
      const fact = nearestFigure(tokens, index)
      return fact && periodKey(fact.period) === periodKey(token.period) ? [] : error(token.slot)
    }
    if (token.kind === 'fact') {
      return isOutdated(table, token.fact) && !hasOwnPeriod(tokens, index) ? error(token.slot) : []
    }
    if (token.kind !== 'word') return []
    return fitsWord(tokens, index) ? [] : error(token.text)
  })
  return [...untold, ...wrong]
}

/** Whether days stand here over which a change can be. */
function saysDays(tokens: readonly Token[], index: number): boolean {
  const isName = LENGTHS[wordOf(tokens[index]) ?? ''] !== undefined
  return tokens[index]?.kind === 'period' || (isName && isSpan(tokens, index))
}

/** The figure that the days stand with: the last one before them, else the next. */
function nearestFigure(tokens: readonly Token[], index: number): Fact | undefined {
  const isOne = (token: Token): token is FactToken => token.kind === 'fact' && token.fact.unit !== 'text'
  const before = tokens.slice(0, index).findLast(isOne)
  return (before ?? tokens.slice(index).find(isOne))?.fact
}

/** A figure that a newer one of its kind has replaced must say of when it is. */
function isOutdated(table: SlotTable, fact: Fact): boolean {
  if (fact.unit === 'text' || fact.unit === 'date') return false
  const isSeries = table.section !== 'insiders' && table.section !== 'congress'
  return [...table.facts.values()].some(
    (other) =>
      other.subject === fact.subject &&
      printsLike(other, fact) &&
      isSameMeasure(other, fact) &&
      isChange(other) === isChange(fact) &&
      other.period.to > fact.period.to &&
      (isSeries || groupOf(other) === groupOf(fact)),
  )
}

function hasOwnPeriod(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  return next?.kind === 'period' || (next?.kind === 'word' && tokens[index + 2]?.kind === 'period')
}

function fitsWord(tokens: readonly Token[], index: number): boolean {
  const word = wordOf(tokens[index]) ?? ''
  if (PLURALS.test(word)) return false
  const adjective = ADJECTIVES[word]
  const name = adjective ?? word
  if (LENGTHS[name] === undefined) {
    // 'last' of anything else would be a rank.
    return !/^(last|past)$/.test(word) || /^(week|month|year|trading)$/.test(wordOf(tokens[index + 1]) ?? '')
  }
  const facts = tokens.flatMap((token) =>
    token.kind === 'fact' && !isComparison(token.fact) ? [token.fact] : [],
  )
  const article = wordOf(tokens[index - 1]) ?? ''
  // 'since last week' compares; 'in last month' would date a figure by when it is read.
  if (article === 'last' && !/^(since|from|against|with)$/.test(wordOf(tokens[index - 2]) ?? '')) return false
  const isBy = adjective !== undefined || (/^(a|an|each|every|per)$/.test(article) && !isSpan(tokens, index))
  if (isBy) return facts.some(({ id }) => BY[name]?.test(id) ?? false)
  const fits = (fact: Fact) => isOver(fact, name)
  // Where something changed the days are those of the change, not those of the level that it came to.
  const changes = facts.filter(isChange)
  return changes.length > 0 ? changes.every(fits) : facts.some(fits)
}

/** Whether a fact is of so many days as a word says.
 *  @param name  'day', 'week', 'month' or 'year' */
export function isOver({ id, kind, period }: Fact, name: string): boolean {
  // A mean of four weeks changes from one week to the next, over the days of both.
  const over = /\/(week|month|year)\//.exec(id)?.[1]
  if (over !== undefined) return over === name
  const [least, most] = LENGTHS[name] ?? [Infinity, 0]
  const days = daysBetween(period.from, period.to) + 1
  return days >= (name === 'week' && isChange({ kind }) ? SHORTEST_WEEK_DAYS : least) && days <= most
}

/** 'over the week', 'a year ago', 'this month': days in which something was, not what is counted by them. */
function isSpan(tokens: readonly Token[], index: number): boolean {
  return (
    /^(ago|before|earlier|later|late)$/.test(wordOf(tokens[index + 1]) ?? '') ||
    SPANS.test(wordOf(tokens[index - 2]) ?? '') ||
    /^(this|last|past|the|trading)$/.test(wordOf(tokens[index - 1]) ?? '') ||
    (wordOf(tokens[index]) === 'week' && /^(from|to)$/.test(wordOf(tokens[index - 1]) ?? ''))
  )
}
