/** The only message for an invalid address (SPEC, error catalog). */
export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address.'

/** An address as people type it, with surrounding space ignored. Neither space nor @, then @, then characters, a dot and more
 *  characters: the specified pattern. It is stricter where no mail could be sent: a domain with an empty part, characters that
 *  end an address in a message or in SMTP, and more characters than RFC 5321 allows octets. No part of the domain may contain a
 *  dot, which also avoids trying each dot as the last one. */
export const EMAIL_PATTERN =
  // oxlint-disable-next-line no-control-regex -- the pattern names the characters it refuses
  /^\s*(?=\S{1,254}\s*$)(?=[^@]{1,64}@)[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]+@[^\s@."(),:;<>[\\\]\u0000-\u001f\u007f]+(?:\.[^\s@."(),:;<>[\\\]\u0000-\u001f\u007f]+)+\s*$/
// RFC 5321 4.5.3.1: a path is at most 256 octets with its angle brackets, a local part at most 64.
const MAX_OCTETS = 254
const MAX_LOCAL_OCTETS = 64
// Control characters, unpaired surrogates, and what a decoder puts in place of bytes it cannot read.
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u
// Characters that are invisible or reverse text: two addresses that look alike would differ.
const INVISIBLE = /\p{Cf}/u
// These would end a host name, and what follows would be lost silently.
const NO_HOST_CHARACTERS = /[#%/:<>?[\\\]^|]/
// RFC 1035 2.3.1 and 2.3.4, with the underscore that some have: no part begins or ends with a hyphen. No top-level domain begins
// with a digit: what does is an IP address.
const DNS_NAME = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i
const BEYOND_ASCII = /[^\0-\x7f]/

/** Reads an address as people type it. Different spellings of one address give the same result: a domain with non-ASCII
 *  letters becomes its A-labels (UTS 46), so that its hash is the same however it was typed.
 *  @param text  anything typed into the field
 *  @returns the address, trimmed and in lower case; undefined if it is not one */
export function parseEmailAddress(text: string): string | undefined {
  const typed = text.trim().normalize('NFC').toLowerCase()
  const at = typed.lastIndexOf('@')
  // Normalizing shortens a text at most a few times: a longer one is refused before any work.
  if (at < 1 || typed.length > 4 * MAX_OCTETS || UNREADABLE.test(typed)) return undefined
  const local = typed.slice(0, at)
  const domain = toDnsName(typed.slice(at + 1))
  if (domain === undefined || INVISIBLE.test(local) || countOctets(local) > MAX_LOCAL_OCTETS) return undefined
  const address = `${local}@${domain}`
  return EMAIL_PATTERN.test(address) && countOctets(address) <= MAX_OCTETS ? address : undefined
}

/** Some mail servers send jane%a.example@b.example, or a.example!jane@b.example, on to jane@a.example, past whatever is counted
 *  or remembered of her. Postfix refuses a hyphen at the start. */
const UNFIT_FOR_NEWCOMERS = /^-|[!%]/

/** Reads the address of somebody who signs up, as parseEmailAddress does.
 *  @returns undefined also for one that may be another's in disguise, or that mail servers refuse: whoever has such a one can only
 *    leave, or be imported */
export function parseNewEmailAddress(text: string): string | undefined {
  const address = parseEmailAddress(text)
  return address === undefined || UNFIT_FOR_NEWCOMERS.test(address) ? undefined : address
}

/** Masks an address for logs and stored server replies: the first letter and the top-level domain remain.
 *  @returns e.g. 'j***@***.com' */
export function maskEmailAddress(address: string): string {
  const topLevelDomain = address.slice(address.lastIndexOf('.') + 1)
  return `${address.slice(0, 1)}***@***.${topLevelDomain}`
}

/** Returns a domain as it is in DNS: non-ASCII letters become its A-labels (UTS 46).
 *  @returns undefined if DNS can have no such domain, so that it has no mail server */
export function toDnsName(domain: string): string | undefined {
  const name = BEYOND_ASCII.test(domain) ? toAscii(domain) : domain
  return name !== undefined && DNS_NAME.test(name) ? name : undefined
}

function toAscii(domain: string): string | undefined {
  const isHost = !NO_HOST_CHARACTERS.test(domain) && URL.canParse(`http://${domain}`)
  return isHost ? new URL(`http://${domain}`).hostname : undefined
}

/** Whether only a mail server with SMTPUTF8 takes mail to an address: it has non-ASCII characters before the @ (RFC 6531). The
 *  server says so when it greets, so nobody knows before.
 *  @param address  with its domain as in DNS */
export const needsSmtpUtf8 = (address: string): boolean => BEYOND_ASCII.test(address)

const countOctets = (text: string) => new TextEncoder().encode(text).length
