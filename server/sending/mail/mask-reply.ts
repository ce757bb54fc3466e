import { maskEmailAddress } from '../../../shared/email-address.ts'

// As it is, with its @ as %40, or with quotes around the part before it.
const ADDRESS = /(?:"[^"\r\n]+"|(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+?)(?:@|%40)[^\s@<>"'(),:;]+/gi
// Postgres takes no null byte in a text, and a terminal no escape.
const CONTROLS = /\p{Cc}+/gu
const BEYOND_ASCII = /[^\0-\x7f]/
const MAX_LENGTH = 500
/** Shorter ones are words of the language too. */
const SHORTEST_NAME = 3

/** A server's words in a form that may be kept: addresses masked, on one line, at most 500 characters.
 *  @param recipient  an address whose part before the @ is masked where it stands alone, too */
export function maskReply(reply: string, recipient?: string): string {
  const masked = reply
    .replace(CONTROLS, ' ')
    .replace(ADDRESS, (address) => maskEmailAddress(address.replaceAll('"', '')))
  return maskName(masked, recipient?.slice(0, recipient.lastIndexOf('@')))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}

function maskName(text: string, name: string | undefined): string {
  if (name === undefined || name.length < SHORTEST_NAME) return text
  // A pattern of its own for each reader took half the time of sending; most answers name nobody. Beyond ASCII lower case
  // is not what the pattern takes for the same letter.
  if (!BEYOND_ASCII.test(text) && !text.toLowerCase().includes(name.toLowerCase())) return text
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // oxlint-disable-next-line no-restricted-globals -- no quantifier in it: a name, letter by letter
  const standingAlone = new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu')
  return text.replace(standingAlone, `${name.slice(0, 1)}***`)
}
