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

/** @returns the text trimmed, without characters that are not seen; undefined where there is none */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? removeUnseen(value).trim() || undefined : undefined
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
