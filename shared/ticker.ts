/** What a ticker may look like: 1 to 15 of A-Z 0-9 . - ^ =, in either case, with at least one letter or digit. */
const PATTERN = /^(?=.*[A-Za-z0-9])[A-Za-z0-9.^=-]{1,15}$/

/** Reads a ticker as people type it.
 *  @returns the ticker trimmed and upper-cased; undefined when it cannot be one */
export function parseTicker(text: string): string | undefined {
  // Before upper-casing, which makes SS of ß.
  const typed = text.trim()
  return PATTERN.test(typed) ? typed.toUpperCase() : undefined
}
