import { isCalendarDay, weekdayOf } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'

/** Text on one line, however it was typed.
 *  @param what  with its article, as at the beginning of a sentence
 *  @throws InvalidInputError when there are none, or more than `most` characters */
export function parseLine({ what, most }: { what: string; most: number }): (text: string) => string {
  return (text) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line.length > 0 && line.length <= most) return line
    throw new InvalidInputError(
      'malformed-request',
      `${what} has 1 to ${most.toLocaleString('en-US')} characters; this one has ${line.length.toLocaleString('en-US')}.`,
    )
  }
}

/** @returns the date as it was typed, 'YYYY-MM-DD'
 *  @throws InvalidInputError when it is no Monday of the calendar */
export function parseMonday(text: string): string {
  if (!isCalendarDay(text) || weekdayOf(text) !== 1) {
    throw new InvalidInputError('malformed-request', `${text} is not a Monday written as YYYY-MM-DD.`)
  }
  return text
}

/** An address as it was typed.
 *  @throws InvalidInputError when it is none */
export function requireAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new InvalidInputError('invalid-email', INVALID_EMAIL_MESSAGE)
  return address
}
