import { userInfo } from 'node:os'

import type { Command } from 'commander'

import { isCalendarDay, weekdayOf } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import type { Actor } from '../operator/deeds.ts'
import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'

/** @returns the date as it was typed, 'YYYY-MM-DD'
 *  @throws InvalidInputError if it is not a Monday of the calendar */
export function parseMonday(text: string): string {
  if (!isCalendarDay(text) || weekdayOf(text) !== 1) {
    throw new InvalidInputError(`${text} is not a Monday written as YYYY-MM-DD.`)
  }
  return text
}

/** A new command about one edition, that of --date. */
export const datedCommand = (edition: Command, name: string): Command =>
  edition.command(name).requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)

/** An address as it was typed.
 *  @throws InvalidInputError if it is invalid */
export function parseAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) {
    throw new InvalidInputError(`${text}: ${INVALID_EMAIL_MESSAGE}`, { code: 'invalid-email' })
  }
  return address
}

/** @returns a function that reads a whole number within limits, and throws InvalidInputError for anything else */
export function wholeNumber(
  option: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): (text: string) => number {
  const limits = most === Number.MAX_SAFE_INTEGER ? `${least} up` : `${least} to ${most}`
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidInputError(`${option}: "${text}" is not a whole number from ${limits}.`)
  }
}

/** @throws InvalidInputError if the word is not one of them */
export function parseWord<Word extends string>(words: readonly Word[], text: string, what: string): Word {
  const word = words.find((one) => one === text)
  if (word !== undefined) return word
  throw new InvalidInputError(`"${text}" is not ${what}: ${words.join(', ')}.`)
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
