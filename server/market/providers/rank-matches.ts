import { parseTicker } from '../../../shared/asset-address.ts'

/** Shorter words occur in too many names to mean one, and every short ticker is one letter away from dozens of others. */
const MIN_LETTERS = { ofNameWord: 2, ofMistypedTicker: 3 } as const

interface Named {
  readonly ticker: string
  readonly name: string
}

/** Matches of a text by rank, with rows in their own order within each. sure: the exact ticker, then tickers that begin with the
 *  text, then names with words that begin with it; mistyped: tickers one typo away (APPL, AAPL). */
interface Ranked<Row> {
  readonly sure: Row[]
  readonly mistyped: Row[]
}

/** Prepares rows for search once, in about 30 ms for 16,000 of them. A search then takes one millisecond, or two for words of
 *  one letter.
 *  @returns a function that searches by part of a ticker or name, as typed */
export function createRanking<Row>(
  rows: readonly Row[],
  read: (row: Row) => Named,
): (text: string) => Ranked<Row> {
  const known = rows.map((row) => {
    const { ticker, name } = read(row)
    return { row, ticker, name: ` ${name.toLowerCase()}` }
  })
  /** Positions of names in the rows, by the first letter and the first two letters of each word. */
  const places = new Map<string, number[]>()
  for (const [place, { name }] of known.entries()) {
    for (const letters of new Set(splitWords(name).map((word) => word.slice(0, 2)))) {
      for (const beginning of letters.length === 1 ? [letters] : [letters.slice(0, 1), letters]) {
        const own = places.get(beginning)
        if (own === undefined) places.set(beginning, [place])
        else if (own.at(-1) !== place) own.push(place)
      }
    }
  }

  /** Finds names that contain all the words: only those with the rarest beginning are examined. */
  function findNamed(words: readonly string[]): Set<number> {
    const [rarest = []] = words
      .map((word) => places.get(word.slice(0, 2)) ?? [])
      .toSorted((a, b) => a.length - b.length)
    return new Set(rarest.filter((place) => hasWords(known[place]?.name ?? '', words)))
  }

  return (text) => {
    // A share class may be written BRK-B, BRK.B, BRK/B or BRK B.
    const typed = parseTicker(text.trim().replaceAll(/[\s/.]+/g, '-'))
    const words = splitWords(text)
    const named = words.join('').length >= MIN_LETTERS.ofNameWord ? findNamed(words) : new Set<number>()
    const ranks: [Row[], Row[], Row[], Row[]] = [[], [], [], []]
    for (const [place, { row, ticker }] of known.entries()) {
      const rank = rankOf(ticker, typed, () => named.has(place))
      if (rank !== undefined) ranks[rank]?.push(row)
    }
    const [very, begun, byName, mistyped] = ranks
    return { sure: [...very, ...begun, ...byName], mistyped }
  }
}

function rankOf(ticker: string, typed: string | undefined, isNamed: () => boolean) {
  if (typed !== undefined) {
    if (ticker === typed) return 0
    if (ticker.startsWith(typed)) return 1
  }
  if (isNamed()) return 2
  const mayBeMistyped = typed !== undefined && typed.length >= MIN_LETTERS.ofMistypedTicker
  return mayBeMistyped && isOneEditApart(ticker, typed) ? 3 : undefined
}

/** Whether each of the words begins a word of the name, in the same order.
 *  @param text  the name in lower case, preceded by a space */
function hasWords(text: string, words: readonly string[]): boolean {
  let from = 0
  for (const word of words) {
    const at = indexOfWord(text, word, from)
    if (at === -1) return false
    from = at + word.length
  }
  return true
}

function indexOfWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return at
  }
  return -1
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether one letter is changed, left out or inserted, or two neighbors are swapped; false for equal words. */
function isOneEditApart(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || a === b) return false
  let at = 0
  while (at < short.length && long[at] === short[at]) at++
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at)
  if (long.slice(at + 1) === short.slice(at + 1)) return true
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at]
  return isSwapped && long.slice(at + 2) === short.slice(at + 2)
}
