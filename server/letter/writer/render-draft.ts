import { addDays } from '../../lib/dates.ts'
import { formatDay, formatMonth } from '../../../shared/format-date.ts'
import { cleanText } from '../../lib/text.ts'
import { formatFact } from '../facts/format-fact.ts'
import type { WrittenSentence, WrittenSpan } from '../facts/section-words.ts'
import { isSignSaid } from './check-bonds.ts'
import type { DraftSentence } from './language-model.ts'
import { isOwnWords, takesThe } from './plain-words.ts'
import { readSentence, type Token, type Period, type SlotTable } from './slot-table.ts'

export interface NameStyle {
  /** How a subject or a name is written for readers; by default as the source has it, on one line. */
  readonly presentName?: (name: string) => string
}

/** Fills the slots of a sentence that the verifier has let through.
 *  @throws TypeError for a slot or a value that cannot be filled: it was not verified */
export function renderSentence(
  table: SlotTable,
  sentence: DraftSentence,
  { presentName = cleanText }: NameStyle = {},
): WrittenSentence {
  const { tokens: read, errors } = readSentence(table, sentence)
  if (errors.length > 0) throw new TypeError(`A sentence was not verified: ${errors[0]?.code}`)
  const tokens = read.filter((token, index) => !isNeedlessThe(token, read[index + 1]))
  const spans: WrittenSpan[] = []
  tokens.forEach((token, index) => {
    const space = index === 0 || token.kind === 'comma' ? '' : ' '
    if (space !== '') spans.push({ text: space })
    const span = fill(token, tokens, presentName)
    spans.push(index === 0 ? { ...span, text: beginSentence(span.text, token) } : span)
  })
  // 'Acme Inc.' brings a full stop of its own.
  return joinPlain(spans.at(-1)?.text.endsWith('.') ? spans : [...spans, { text: '.' }])
}

export function flattenSentence(sentence: WrittenSentence): string {
  return sentence.map(({ text }) => text).join('')
}

/** @returns 'Jan 27, 2025', 'January 2025', or both ends of a span */
export function formatPeriod({ from, to }: Period): string {
  if (from === to) return formatDay(from)
  const isWholeMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  if (!isWholeMonths) return `${formatDay(from)} to ${formatDay(to)}`
  return from.slice(0, 7) === to.slice(0, 7)
    ? formatMonth(from)
    : `${formatMonth(from)} to ${formatMonth(to)}`
}

function fill(token: Token, tokens: readonly Token[], presentName: (name: string) => string): WrittenSpan {
  if (token.kind === 'word') return { text: token.text }
  if (token.kind === 'comma') return { text: ',' }
  if (token.kind === 'subject') return { text: presentName(token.subject), isFilled: true }
  if (token.kind === 'period') return { text: formatPeriod(token.period), isFilled: true }
  const { fact } = token
  const text = formatFact(fact, { sign: isSignSaid(tokens, fact) ? 'left out' : 'shown' })
  if (text === undefined) throw new TypeError(`${fact.id} cannot be written`)
  return { text: fact.unit === 'text' ? presentName(text) : text, factId: fact.id }
}

/** 'the Bitcoin', 'the a loan': a model may put the article before any subject. */
function isNeedlessThe(token: Token, next: Token | undefined): boolean {
  return (
    token.kind === 'word' &&
    token.text.toLowerCase() === 'the' &&
    next?.kind === 'subject' &&
    !takesThe(next.subject)
  )
}

/** Our own words begin with a capital; a name keeps its owner's spelling. */
function beginSentence(text: string, token: Token): string {
  const isName =
    token.kind === 'subject' && !isOwnWords(token.subject) && !/^(a|an|the|all) /.test(token.subject)
  return isName ? text : text.slice(0, 1).toUpperCase() + text.slice(1)
}

function joinPlain(spans: readonly WrittenSpan[]): WrittenSpan[] {
  const joined: WrittenSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const isPlain = (one: WrittenSpan | undefined) => one && one.factId === undefined && !one.isFilled
    if (last && isPlain(last) && isPlain(span)) joined[joined.length - 1] = { text: last.text + span.text }
    else joined.push(span)
  }
  return joined
}
