/** Puts a token into an address, where a mail server that knows name@ takes it along (RFC 5233).
 *  @returns name+TOKEN@domain */
export function addToken(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

// Its form alone; whether it is ours, its signature says. Servers on the way may put their own before it:
// 'prvs=12ab=bounces+TOKEN@...', 'SRS0=x=y=pail.test=bounces+TOKEN@...'.
const TOKEN_IN_ADDRESS = /\+([0-9a-z]{1,13}-[0-9a-z]{1,13}-[0-9a-v]{16})@/gi
/** A header that somebody filled with tokens is not worth the work. */
const MAX_TOKENS = 20

/** What stands in addresses in the form of our tokens, genuine or not.
 *  @param texts  addresses, or header values that hold some */
export function listTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>()
  for (const text of texts) {
    for (const [, token = ''] of text.matchAll(TOKEN_IN_ADDRESS)) {
      tokens.add(token.toLowerCase())
      if (tokens.size === MAX_TOKENS) return [...tokens]
    }
  }
  return [...tokens]
}
