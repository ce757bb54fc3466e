import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import { InvalidInputError } from '../lib/errors.ts'

/** An address as it was typed.
 *  @throws InvalidInputError when it is none */
export function requireAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new InvalidInputError('invalid-email', INVALID_EMAIL_MESSAGE)
  return address
}
