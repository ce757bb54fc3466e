/** The one message for an address that does not pass (SPEC, error catalogue). */
export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address.'

/** An address as people type it, space around it left aside. Neither space nor @, then @, then characters, a dot and more
 *  characters: the specified pattern. It is stricter in what no mail can be sent to: a domain with an empty part, characters
 *  that end an address in a message or in SMTP, and more characters than RFC 5321 allows octets. That no part of the domain
 *  holds a dot also keeps it from trying each dot for the last one. */
export const EMAIL_PATTERN =
  // oxlint-disable-next-line no-control-regex -- what is refused is named
  /^\s*(?=\S{1,254}\s*$)(?=[^@]{1,64}@)[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]+@[^\s@."(),:;<>[\\\]\u0000-\u001f\u007f]+(?:\.[^\s@."(),:;<>[\\\]\u0000-\u001f\u007f]+)+\s*$/
// RFC 5321 4.5.3.1: a path is at most 256 octets with its angle brackets, a local part at most 64.
const MAX_OCTETS = 254
const MAX_LOCAL_OCTETS = 64
// Controls, halves of characters, and what a decoder puts in place of bytes that it cannot read.
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u
// Characters that show as nothing or turn the text around: two addresses that look the same would not be the same.
const INVISIBLE = /\p{Cf}/u
// In a host name they would end it, and what follows would be lost unseen.
const NO_HOST_CHARACTERS = /[#%/:<>?[\\\]^|]/
const IP_ADDRESS = /^[\d.]+$/

/** Reads an address as people type it. One that is written in several ways comes out in one: a domain of other than
 *  ASCII letters as its A-labels (UTS 46), so that it and its hash are the same wherever it was typed.
 *  @param text  anything typed into the field
 *  @returns the address trimmed and lower-cased; undefined when it is not one */
export function parseEmailAddress(text: string): string | undefined {
  const typed = text.trim().normalize('NFC').toLowerCase()
  const at = typed.lastIndexOf('@')
  // No normal form is more than a few times shorter: a longer text is refused before any work is done on it.
  if (at < 1 || typed.length > 4 * MAX_OCTETS || UNREADABLE.test(typed)) return undefined
  const local = typed.slice(0, at)
  const domain = toAsciiDomain(typed.slice(at + 1))
  if (domain === undefined || INVISIBLE.test(local) || countOctets(local) > MAX_LOCAL_OCTETS) return undefined
  const address = `${local}@${domain}`
  return EMAIL_PATTERN.test(address) && countOctets(address) <= MAX_OCTETS ? address : undefined
}

/** Masks an address for logs and kept server replies: the first letter and the top-level domain stay.
 *  @returns e.g. 'j***@***.com' */
export function maskEmailAddress(address: string): string {
  const topLevelDomain = address.slice(address.lastIndexOf('.') + 1)
  return `${address.slice(0, 1)}***@***.${topLevelDomain}`
}

/** @returns undefined for what no domain is written with; an ASCII one as it is */
function toAsciiDomain(domain: string): string | undefined {
  if (!/\P{ASCII}/u.test(domain)) return domain
  if (NO_HOST_CHARACTERS.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  return IP_ADDRESS.test(hostname) ? undefined : hostname
}

const countOctets = (text: string) => new TextEncoder().encode(text).length
