import { tickerPath } from './asset-address.ts'
import type { Sentence, TopFinding } from './edition-contract.ts'

/** A run of a sentence as it is shown. */
export interface ShownRun {
  readonly text: string
  readonly href?: string
  /** Of a figure. */
  readonly factId?: string
  /** What is read out in place of a text that other links of the sentence have too; it begins with that text. */
  readonly label?: string
}

/** Too little for a thumb, and read out alone it says nothing. */
const SHORT = /^\d{1,2}$/
/** What follows a number and says of what: 'corrected row', 'are scans', 'weeks'. */
const NOUN =
  /^ (?:(?:is|are|was|were) )?(?!(?:were|with|that|from|have|at|of|to|in|out)\b)(?:[a-z]{4,}ed [a-z]{3,}|[a-z]{4,})(?![a-z])/
/** What stands before one that nothing follows: 'We read'. */
const VERB = /(?<![\p{L}])[a-z]{4,} $/u

/** Sets a sentence for reading: the link of a short number takes its noun with it, and links of the same words can be told
 *  apart. The words stay the same. */
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

/** A ticker as tables of trades have it, behind a name: 'Tesla, Inc. (TSLA)'. */
const TICKER_BEHIND_NAME = /(?<=[^\s(] \()[A-Z]{1,5}(?:[.-][A-Z])?(?=\))/g

/** @param text  of a table of trades
 *  @returns the tickers that it names */
export const findTickers = (text: string): string[] => text.match(TICKER_BEHIND_NAME) ?? []

/** Sets the tickers of a table of trades as links to their pages here; what leads to a record stays as it is. */
export function linkTickers(sentence: Sentence): Sentence {
  return sentence.flatMap((span) => (span.href === undefined ? linkTickersOf(span.text) : [span]))
}

function linkTickersOf(text: string): Sentence {
  const runs: { text: string; href?: string }[] = []
  let from = 0
  for (const { 0: ticker, index } of text.matchAll(TICKER_BEHIND_NAME)) {
    // Shares of a class are BRK-B on their page and BRK.B in reports.
    runs.push(
      { text: text.slice(from, index) },
      { text: ticker, href: tickerPath('stock', ticker.replace('.', '-')) },
    )
    from = index + ticker.length
  }
  return [...runs, { text: text.slice(from) }].filter((run) => run.text !== '')
}

/** A finding in a few words: its headline, or a name with the figure that it is of. */
export function titleFinding({ title, figure }: Pick<TopFinding, 'title' | 'figure'>): Sentence {
  const at = title.indexOf(figure.text)
  if (at === -1) return [{ text: `${title}: ` }, figure]
  return [{ text: title.slice(0, at) }, figure, { text: title.slice(at + figure.text.length) }].filter(
    ({ text }) => text !== '',
  )
}
