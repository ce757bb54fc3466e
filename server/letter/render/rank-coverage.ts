import type { Sentence } from '../../../shared/edition-contract.ts'

/** Something was out of reach, or not read. */
const FAILURE =
  /\b(could not|no usable|no answer|not answer|answered|failed|fails|out of reach|incomplete|missing|unread|not read|was read from|in part|only part)\b/i
/** Something was read and left out, or could not be worked out. */
const GAP = /\b(left|out of every sum|not worked out|overdue|held back|not checked|no closing price|paper)\b/i
/** How much was read, and how late it came. */
const COUNT = /\b(lists?|late)\b/i

/** What a section says of its sources, the weightiest first; of equals the order stays. */
export function rankCoverage(coverage: readonly Sentence[]): { failures: Sentence[]; others: Sentence[] } {
  const ranked = Map.groupBy(coverage, rankOf)
  const [failures = [], ...others] = [0, 1, 2, 3].map((rank) => ranked.get(rank) ?? [])
  return { failures, others: others.flat() }
}

function rankOf(sentence: Sentence): number {
  const words = sentence.map(({ text }) => text).join('')
  if (FAILURE.test(words)) return 0
  if (GAP.test(words)) return 1
  return COUNT.test(words) ? 2 : 3
}
