import { removeUnseen } from '../../lib/text.ts'

/** Reading what sources send, field by field: an odd field is left out and costs nothing else. */

const LAST_LIKELY_TIME_SECONDS = 10_000_000_000

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns an empty record for anything else */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** No name, place or exchange is longer. */
const LONGEST_TEXT = 300
/** What is not seen may stand between: of a text, so many times its bound are looked at. */
const LOOKED_AT = 4

/** @param longest  characters; of a longer text the rest is left out, and so is what cannot be read
 *  @returns the text trimmed, without characters that are not seen; undefined where there is none */
export function textOf(value: unknown, longest = LONGEST_TEXT): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = removeUnseen(value.trim().slice(0, longest * LOOKED_AT)).trim()
  return (text.length <= longest ? text : cut(text, longest)) || undefined
}

const cut = (text: string, longest: number) =>
  `${text
    .slice(0, longest - 1)
    .toWellFormed()
    .trimEnd()}…`

/** A day has one bar, or some hundred: a century of days is 37,000. Of a longer list nothing is read. */
export const isSeries = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= 40_000

/** @returns the records among the first entries of a list, none for anything else; `most` is several times what the source was
 *  asked for */
export function recordsOf(value: unknown, most: number): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, most).filter(isRecord) : []
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
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
