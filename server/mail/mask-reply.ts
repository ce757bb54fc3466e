import { maskEmailAddress } from '../../shared/email-address.ts'

const ADDRESS = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g
const MAX_LENGTH = 500

/** A server's words in a form that may be kept: addresses masked, on one line, at most 500 characters. */
export function maskReply(reply: string): string {
  return reply
    .replace(ADDRESS, (address) => maskEmailAddress(address))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}
