import type { UnreadCode } from '../core/unread-reason.ts'
import { parseSubmission, UnreadableFilingError, type OwnershipReport } from './ownership-document.ts'

/** What came of a record. */
export type Reading = { report: OwnershipReport } | { code: UnreadCode; problem: string }

/** A document that is whole and yet unusable is an outcome, not a fault to try again.
 *  @throws TypeError when it is cut off or something else */
export function readSubmission(text: string): Reading {
  try {
    return { report: parseSubmission(text) }
  } catch (error) {
    if (error instanceof UnreadableFilingError) return { code: error.code, problem: error.message }
    throw error
  }
}
