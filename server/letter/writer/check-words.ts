import type { SectionName } from '../facts/fact.ts'
import { CODED_WORDS, isPlainWord, NO_BEGINNING, PROPER_WORDS } from './plain-words.ts'
import { kindOf } from './fact-traits.ts'
import type { Token } from './read-sentence.ts'
import type { SentenceError } from './verdict.ts'

/** Holds the words outside slots to the list of plain ones. */
export function checkWords(section: SectionName, tokens: readonly Token[]): SentenceError[] {
  return tokens.flatMap((token, index): SentenceError[] => {
    if (token.kind !== 'word') return []
    const error = checkWord(section, token.text, tokens, index)
    return error ? [{ code: error, at: token.text.slice(0, 40) }] : []
  })
}

function checkWord(
  section: SectionName,
  text: string,
  tokens: readonly Token[],
  index: number,
): SentenceError['code'] | undefined {
  const isFirst = index === 0
  const plain = text
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/['’]$/, '')
  // 'up' is a direction; 'add up to' is a sum, and 'up to' a longest lag the bound that it is.
  const isUpTo = plain === 'up' && wordBefore(tokens, index + 2) === 'to'
  const bounded = tokens[index + 2]
  const isLongest = bounded?.kind === 'fact' && kindOf(bounded.fact) === 'lag-of-several'
  if (isUpTo && (isLongest || /^adds?$/.test(wordBefore(tokens, index)))) return undefined
  const coded = CODED_WORDS.find(([, words]) => words.has(plain.replaceAll(/['’]/g, '')))
  if (coded) return coded[0]
  const hasCapital = isFirst ? /[A-Z]/.test(text.slice(1)) : /[A-Z]/.test(text)
  if (hasCapital) return PROPER_WORDS.has(text.replace(/['’]s?$/, '')) ? undefined : 'name-outside-slot'
  if (!isPlainWord(plain, section)) return isFirst ? 'name-outside-slot' : 'unknown-word'
  if (isFirst && NO_BEGINNING.has(plain)) return 'imperative'
  const next = tokens[index + 1]
  // Who 'was paid' bought nothing, and nobody 'sold ACME' whole.
  if (plain === 'paid' && /^(was|were|been)$/.test(wordBefore(tokens, index))) return 'side-mismatch'
  const isWhole = section === 'insiders' && next?.kind === 'subject' && /^(bought|sold)$/.test(plain)
  if (isWhole) return 'meaning-mismatch'
  // 'in each state' claims more than any fact; 'each week' counts by the week.
  const isPeriod = next?.kind === 'word' && /^(day|week|month|year)$/i.test(next.text)
  if (plain === 'each' && !isPeriod) return 'unknown-word'
  // 'worth a look', and 'under', 'over' and 'to' before what they would make a bound of.
  if (plain === 'worth' && next?.kind !== 'fact') return 'advice'
  if (['over', 'under', 'past', 'within'].includes(plain) && next?.kind === 'fact') return 'approximation'
  return undefined
}

function wordBefore(tokens: readonly Token[], index: number): string {
  const token = tokens[index - 1]
  return token?.kind === 'word' ? token.text.toLowerCase() : ''
}
