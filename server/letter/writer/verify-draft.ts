import { formatFact } from '../facts/format-fact.ts'
import { checkBonds } from './check-bonds.ts'
import { checkDays } from './check-days.ts'
import { checkFigures } from './check-figures.ts'
import { checkForm } from './check-form.ts'
import { checkWords } from './check-words.ts'
import type { Draft, DraftSentence } from './draft.ts'
import { readSentence, type Token } from './read-sentence.ts'
import type { SlotTable } from './slot-table.ts'
import type { SentenceError, Verdict } from './verdict.ts'

export const MAX_SENTENCE_WORDS = 20
/** Names are their owners': a long one does not make a sentence hard to read. */
const MAX_NAME_WORDS = 4

/** Holds a section's draft to its facts. Fails closed: what is not known to be right is an error, and so is a failure of the
 *  verifier itself. Never throws. */
export function verifyDraft(table: SlotTable, draft: Draft): Verdict {
  const wrong = draft.sections.filter(({ section }) => section !== table.section)
  return verifySentences(
    table,
    draft.sections.flatMap(({ sentences }) => sentences),
    wrong.map(({ section }) => ({ code: 'wrong-section', at: section })),
  )
}

/** As verifyDraft, of sentences. */
export function verifySentences(
  table: SlotTable,
  sentences: readonly DraftSentence[],
  errors: Verdict['draft'] = [],
): Verdict {
  const judged = sentences.map((sentence, index) => ({
    index,
    text: sentence.text,
    errors: judgeSentence(table, sentence),
  }))
  const used = new Set(sentences.flatMap(({ factIds }) => factIds))
  const draft: Verdict['draft'] = [
    ...errors,
    ...(sentences.length === 0 ? ([{ code: 'empty', at: '' }] as const) : []),
    ...table.required
      .filter((slot) => slot === undefined || !used.has(slot))
      .map((slot) => ({ code: 'required-fact-missing' as const, at: slot ?? 'not a fact of this section' })),
  ]
  return {
    sentences: judged,
    draft,
    isAccepted: draft.length === 0 && judged.every((sentence) => sentence.errors.length === 0),
  }
}

/** @returns why a sentence may not stand; nothing where it may */
export function judgeSentence(table: SlotTable, sentence: DraftSentence): SentenceError[] {
  try {
    const { tokens, errors } = readSentence(table, sentence)
    const found: SentenceError[] = [
      ...errors,
      ...checkWords(table.section, tokens),
      ...checkFigures(table, tokens),
      ...checkBonds(table, tokens),
      ...checkDays(table, tokens),
      ...(countWords(tokens) > MAX_SENTENCE_WORDS
        ? [{ code: 'too-long', at: String(countWords(tokens)) } as const]
        : []),
    ]
    // What is already known to be wrong has a name; a form says no more than that it is none.
    return found.length > 0 ? found : checkForm(table, tokens)
  } catch (error) {
    // Facts come from outside too: an odd one must not let a sentence through, nor end the edition.
    return [{ code: 'verifier-failed', at: error instanceof Error ? error.name : 'unknown' }]
  }
}

function countWords(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => {
    if (token.kind === 'comma') return sum
    if (token.kind === 'fact') {
      const { length } = (formatFact(token.fact) ?? '').split(' ')
      return sum + (token.fact.unit === 'text' ? Math.min(MAX_NAME_WORDS, length) : length)
    }
    if (token.kind === 'subject') return sum + Math.min(MAX_NAME_WORDS, token.subject.split(' ').length)
    return sum + (token.kind === 'period' && token.period.from !== token.period.to ? 5 : 1)
  }, 0)
}
