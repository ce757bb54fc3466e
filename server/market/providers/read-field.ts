import { Parser } from 'htmlparser2'

import { removeUnseen } from '../../lib/text.ts'

/** Reads sources' answers field by field: a malformed field is left out and costs nothing else. */

const LAST_LIKELY_TIME_SECONDS = 10_000_000_000
/** How far the clock of a source may be ahead of ours. */
export const MOST_AHEAD_MS = 5 * 60_000

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns an empty record for anything else */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** No name, place or exchange is this long. */
const LONGEST_TEXT = 300
/** This multiple of a text's limit is examined, since it may contain invisible characters. */
const LOOKED_AT = 4

/** @param longest  in characters; the rest of a longer text is left out, and so are characters that cannot be read. Text that is
 *    encoded for a web page is decoded: 'AT&amp;T'
 *  @returns the text, trimmed and without invisible characters; undefined if nothing is left */
export function textOf(value: unknown, longest = LONGEST_TEXT): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = removeUnseen(decodeEntities(value.trim().slice(0, longest * LOOKED_AT))).trim()
  return (text.length <= longest ? text : cut(text, longest)) || undefined
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  let decoded = ''
  // One parser for all of them, since a parser costs several times as much as a reference.
  const parser = new Parser({ ontext: (part) => void (decoded += part) })
  return text.replaceAll(ENTITY, (entity) => {
    decoded = ''
    parser.write(entity)
    return decoded
  })
}

const NO_FACT = /^(?:n\/a|null|undefined|none|-+)$/i

/** The same for names, places and descriptions, for which some sources have a placeholder.
 *  @returns undefined for a placeholder too */
export function factOf(value: unknown, longest?: number): string | undefined {
  const text = textOf(value, longest)
  return text === undefined || NO_FACT.test(text) ? undefined : text
}

const cut = (text: string, longest: number) =>
  `${text
    .slice(0, longest - 1)
    .toWellFormed()
    .trimEnd()}…`

/** Whether a value is a list of plausible length: a century of daily bars is 37,000. Longer ones are not read at all. */
export const isSeries = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= 40_000

/** @param most  several times the number the source was asked for
 *  @returns the records among the first entries of a list; empty for anything else */
export function recordsOf(value: unknown, most: number): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, most).filter(isRecord) : []
}

/** Whether two symbols are one: sources spell it BRK-B, BRK.B or BRK/B, and the price of a dollar USDJPY=X or JPY=X. Another
 *  class, listing or coin is another asset. */
export const isSameSymbol = (one: string, other: string): boolean => spellSymbol(one) === spellSymbol(other)

const spellSymbol = (symbol: string) =>
  symbol
    .toUpperCase()
    .replaceAll(/[./]/g, '-')
    .replace(/^USD(?=[A-Z]{3}=X$)/, '')

/** No price, volume or value is as large in any currency. Numbers near the largest there is would add up to Infinity. */
export const LARGEST_FIGURE = 1e21

/** Whether a value is a number that can be a figure. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < LARGEST_FIGURE
}

/** @param value  Unix seconds
 *  @returns ISO 8601 with Z */
export function readTime(value: unknown): string | undefined {
  return isFiniteNumber(value) && value > 0 && value < LAST_LIKELY_TIME_SECONDS
    ? new Date(value * 1000).toISOString()
    : undefined
}

/** @param value  ISO 8601
 *  @returns ISO 8601 with Z */
export function readIsoTime(value: unknown): string | undefined {
  const milliseconds = Date.parse(textOf(value) ?? '')
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}
