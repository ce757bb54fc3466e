/** What a ticker may look like: 1 to 15 of A-Z 0-9 . - ^ = with at least one letter or digit. */
const PATTERN = /^(?=.*[A-Z0-9])[A-Z0-9.^=-]{1,15}$/

/** Reads a ticker as people type it.
 *  @returns the ticker trimmed and upper-cased; undefined when it cannot be one */
export function parseTicker(text: string): string | undefined {
  const ticker = text.trim().toUpperCase()
  return PATTERN.test(ticker) ? ticker : undefined
}
