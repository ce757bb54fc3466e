const NOTHING =
  /^(?:N ?[/.\\-]? ?A\.?|NONE\b.*|NULL|NIL|NO|NOT\b.*|NO (?:TICKER|SYMBOL|TRADING).*|PRIVATE.*|UNLISTED|PENDING|TB[AD]|UNKNOWN|X{3,}|[-.*0 ]*)$/
/** What is longer is no ticker, nor a few of them. */
const MAX_TEXT = 200
// Only names that are nobody's ticker: CBOE, GM and BB are companies.
const EXCHANGE =
  /^(?:NYSE|NYSEMKT|NYSEARCA|NYSEAMERICAN|NASDAQ|NASDAQ[GC][SM]|NASDAQSC|NASD|AMEX|OTC|OTCBB|OTCQB|OTCQX|OTCPK|OTCMKTS|PINK|PINKSHEETS|TSX|TSXV|US|AMERICAN|SYMBOL|TICKER)$/

/** The ticker as people type it into the form: "NYSE: ABC", '"ABC"', "(ABC)", "ABC, ABCW", "BRK/A", "NONE".
 *  @returns upper-case, the first of several; undefined where there is none */
export function parseFormTicker(text: string): string | undefined {
  const plain = text
    .slice(0, MAX_TEXT)
    .toUpperCase()
    .replaceAll(/[()[\]{}<>"'`*$\u2018-\u201f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (NOTHING.test(plain)) return undefined
  // After the colon first: "NYSE: ABC"; before it where only the exchange follows: "ABC: NYSE".
  for (const part of plain.split(':').reverse()) {
    const ticker = findTicker(part)
    if (ticker !== undefined) return ticker
  }
  return undefined
}

function findTicker(part: string): string | undefined {
  // One letter after a slash or a space is the class of a share.
  return part
    .replaceAll(/\b([A-Z]{1,5})[ /]([A-C])(?=$|[\s,;])/g, (both, base: string, shareClass: string) =>
      EXCHANGE.test(base) ? both : `${base}.${shareClass}`,
    )
    .split(/[\s,;/|&]+|\bAND\b/)
    .map((word) => word.replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, ''))
    .find((word) => /^(?=.*[A-Z])[A-Z0-9.-]{1,15}$/.test(word) && !EXCHANGE.test(word) && !NOTHING.test(word))
}
