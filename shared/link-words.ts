import { tickerPath } from './asset-address.ts'
import type { Sentence, TopFinding } from './edition-contract.ts'

/** A run of a sentence, as displayed. */
export interface ShownRun {
  readonly text: string
  readonly href?: string
  /** Set if the run is a figure. */
  readonly factId?: string
  /** Accessible name for a link whose text occurs in another link of the sentence; begins with that text. */
  readonly label?: string
}

/** A sentence's text, without links. */
export const textOf = (sentence: Sentence): string => sentence.map(({ text }) => text).join('')

/** A number too short for a thumb to hit, and meaningless when read out alone. */
const SHORT = /^\d{1,2}$/
/** What follows a number and names what it counts: 'corrected row', 'are scans', 'weeks'. */
const NOUN =
  /^ (?:(?:is|are|was|were) )?(?!(?:were|with|that|from|have|at|of|to|in|out)\b)(?:[a-z]{4,}ed [a-z]{3,}|[a-z]{4,})(?![a-z])/
/** A verb before a number that no noun follows: 'We read'. */
const VERB = /(?<![\p{L}])[a-z]{4,} $/u

/** Prepares a sentence for reading: the link of a short number includes its noun, and links with the same text can be told
 *  apart. The text itself does not change. */
export function linkWords(sentence: Sentence): ShownRun[] {
  const runs = joinNouns(sentence)
  const totals = countBy(runs)
  const seen = new Map<string, number>()
  return runs.map((run) => {
    const { text, href } = run
    const total = totals.get(text) ?? 1
    if (href === undefined || total === 1 || /\d/.test(text)) return run
    const place = (seen.get(text) ?? 0) + 1
    seen.set(text, place)
    return Object.assign(run, { label: `${text}, ${place} of ${total}` })
  })
}

function joinNouns(sentence: Sentence): Omit<ShownRun, 'label'>[] {
  const runs: { text: string; href?: string; factId?: string }[] = []
  sentence.forEach(({ text, href, factId }, index) => {
    const linked = { ...(href !== undefined && { href }), ...(factId !== undefined && { factId }) }
    const before = runs.at(-1)
    const noun =
      href === undefined && before?.href !== undefined && SHORT.test(before.text) && NOUN.exec(text)
    if (before && noun) {
      before.text += noun[0]
      runs.push({ text: text.slice(noun[0].length) })
      return
    }
    const next = sentence[index + 1]
    const isAlone =
      href !== undefined && SHORT.test(text) && !NOUN.test(next?.href === undefined ? (next?.text ?? '') : '')
    const verb = isAlone && before?.href === undefined ? VERB.exec(before?.text ?? '')?.[0] : undefined
    if (before && verb !== undefined) {
      before.text = before.text.slice(0, -verb.length)
      runs.push({ text: verb + text, ...linked })
    } else runs.push({ text, ...linked })
  })
  return runs.filter(({ text }) => text !== '')
}

function countBy(runs: readonly Pick<ShownRun, 'text' | 'href'>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text, href } of runs) if (href !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** A ticker after a name, as in tables of trades: 'Tesla, Inc. (TSLA)'. */
const TICKER_BEHIND_NAME = /(?<=[^\s(] \()[A-Z]{1,5}(?:[.-][A-Z])?(?=\))/g

/** @param text  of a table of trades
 *  @returns the tickers it names */
export const findTickers = (text: string): string[] => text.match(TICKER_BEHIND_NAME) ?? []

/** Links the tickers in a table of trades to their pages; existing links to records stay. */
export function linkTickers(sentence: Sentence): Sentence {
  return sentence.flatMap((span) => (span.href === undefined ? linkTickersOf(span.text) : [span]))
}

function linkTickersOf(text: string): Sentence {
  const runs: { text: string; href?: string }[] = []
  let from = 0
  for (const { 0: ticker, index } of text.matchAll(TICKER_BEHIND_NAME)) {
    // A share class is BRK-B in our address and BRK.B in reports.
    runs.push(
      { text: text.slice(from, index) },
      { text: ticker, href: tickerPath('stock', ticker.replace('.', '-')) },
    )
    from = index + ticker.length
  }
  return [...runs, { text: text.slice(from) }].filter((run) => run.text !== '')
}

/** Returns a finding's title: its headline, or a name and its figure. */
export function titleFinding({ title, figure }: Pick<TopFinding, 'title' | 'figure'>): Sentence {
  const at = title.indexOf(figure.text)
  if (at === -1) return [{ text: `${title}: ` }, figure]
  return [{ text: title.slice(0, at) }, figure, { text: title.slice(at + figure.text.length) }].filter(
    ({ text }) => text !== '',
  )
}
