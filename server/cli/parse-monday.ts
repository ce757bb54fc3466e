import { InvalidInputError } from '../lib/errors.ts'

/** @returns the date as it was typed, 'YYYY-MM-DD'
 *  @throws InvalidInputError when it is no Monday of the calendar */
export function parseMonday(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!isDate || new Date(`${text}T00:00:00Z`).getUTCDay() !== 1) {
    throw new InvalidInputError('malformed-request', `${text} is not a Monday written as YYYY-MM-DD.`)
  }
  return text
}
