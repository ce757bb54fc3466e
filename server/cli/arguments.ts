import { userInfo } from 'node:os'

import { isCalendarDay, weekdayOf } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import type { Actor } from '../operator/deeds.ts'
import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'

/** @returns the date as it was typed, 'YYYY-MM-DD'
 *  @throws InvalidInputError if it is not a Monday of the calendar */
export function parseMonday(text: string): string {
  if (!isCalendarDay(text) || weekdayOf(text) !== 1) {
    throw new InvalidInputError('malformed-request', `${text} is not a Monday written as YYYY-MM-DD.`)
  }
  return text
}

/** An address as it was typed.
 *  @throws InvalidInputError if it is invalid */
export function requireAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new InvalidInputError('invalid-email', INVALID_EMAIL_MESSAGE)
  return address
}

/** The person typing commands, by their name on this system. */
export function whoTypes(): Actor {
  return { who: systemUser(), by: 'command' }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container a user may have only a number.
    return `user ${process.getuid?.() ?? 'without a name'}`
  }
}
