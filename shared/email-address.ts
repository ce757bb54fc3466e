/** The one message for an address that does not pass (SPEC, error catalogue). */
export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address.'

// Neither space nor @, then @, then characters, a dot and more characters: the specified pattern, no stricter.
const PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
// RFC 5321 4.5.3.1.3: a path is at most 256 octets with its angle brackets.
const MAX_LENGTH = 254
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

/** Reads an address as people type it.
 *  @param text  anything typed into the field
 *  @returns the address trimmed and lower-cased; undefined when it is not one */
export function parseEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  const isAddress = address.length <= MAX_LENGTH && PATTERN.test(address) && !CONTROL_CHARACTERS.test(address)
  return isAddress ? address : undefined
}

/** Masks an address for logs and kept server replies: the first letter and the top-level domain stay.
 *  @returns e.g. 'j***@***.com' */
export function maskEmailAddress(address: string): string {
  const topLevelDomain = address.slice(address.lastIndexOf('.') + 1)
  return `${address.slice(0, 1)}***@***.${topLevelDomain}`
}
