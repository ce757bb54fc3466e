import { formatFact } from '../facts/format-fact.ts'
import { checkBonds } from './check-bonds.ts'
import { checkDays } from './check-days.ts'
import { checkFigures, wordOf } from './check-figures.ts'
import type { Draft, DraftSentence } from './language-model.ts'
import { readSentence, type Token, type SlotTable } from './slot-table.ts'
import type { SentenceError, Verdict } from './verdict.ts'
import type { Fact, SectionName } from '../facts/fact.ts'
import { isChange, isOfTrades, isVerdictWord, kindOf, labelOf } from './fact-traits.ts'
import { sentenceForms } from './sentence-forms.ts'
import { CODED_WORDS, isPlainWord, NO_BEGINNING, PROPER_WORDS } from './plain-words.ts'

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

/** Holds a sentence to the forms of its section: who did what, and which figure stands where. */
function checkForm(table: SlotTable, tokens: readonly Token[]): SentenceError[] {
  const written = tokens.map((token) => `${writeToken(table, tokens, token)} `).join('')
  const labels = tokens.flatMap((token) =>
    token.kind === 'fact' ? [labelOf(token.fact, table.section)].filter((label) => label !== '') : [],
  )
  if (!sentenceForms[table.section].some((form) => matches(form, written, labels))) {
    return [{ code: 'unknown-form', at: '' }]
  }
  return checkEnds(tokens)
}

/** 'rose to' a level of the day on which the change ends. */
function checkEnds(tokens: readonly Token[]): SentenceError[] {
  const change = tokens.find((token) => token.kind === 'fact' && isChange(token.fact))
  if (change?.kind !== 'fact') return []
  return tokens.flatMap((token): SentenceError[] => {
    const isEnd = token.kind === 'fact' && token.fact.unit !== 'text' && token !== change
    return isEnd && token.fact.period.to !== change.fact.period.to
      ? [{ code: 'period-mismatch', at: token.slot }]
      : []
  })
}

function writeToken(table: SlotTable, tokens: readonly Token[], token: Token): string {
  if (token.kind === 'comma') return ','
  if (token.kind === 'period') return '#'
  if (token.kind === 'subject') return `@${roleOf(table, tokens, token.subject)}`
  if (token.kind === 'fact') return `<${writeKind(table.section, token.fact)}>`
  return wordOf(token) ?? ''
}

function writeKind(section: SectionName, fact: Fact): string {
  const kind = kindOf(fact)
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, '')
  if (!isOfTrades(section)) return isVerdictWord(fact) ? 'dir' : isChange(fact) ? 'change' : `=${kind}`
  const isOneDay = fact.period.from === fact.period.to
  if (/^(first-)?traded-on$/.test(kind)) return isOneDay ? 'day' : 'first-day'
  return kind === 'last-traded-on' ? (isOneDay ? 'day' : 'last-day') : kind
}

/** What a subject is, by the ids of its facts: those of the sentence first. */
function roleOf(table: SlotTable, tokens: readonly Token[], subject: string): string {
  const own = tokens.flatMap((token) => (token.kind === 'fact' ? [token.fact] : []))
  const fact = [...own, ...table.facts.values()].find((one) => one.subject === subject)
  const [section = '', group = '', last = ''] = fact?.id.split('/') ?? []
  if (!isOfTrades(table.section)) return /^[a-z]*/.exec(group.toLowerCase())?.[0] ?? ''
  if (group === 'buy' || group === 'sale') return section === 'congress' ? 'member' : 'company'
  if (group === 'coverage') return 'filings'
  if (group !== 'total') return group === 'party' ? 'party' : 'company'
  return /^(buy|buyers)/.test(last) ? 'buys' : /^(sale|sellers)/.test(last) ? 'sales' : 'filings'
}

function matches(form: string, written: string, labels: readonly string[]): boolean {
  if (!form.includes('LABEL')) return compiled(form).test(written)
  return labels.some((label) => compiled(form.replaceAll('LABEL', label)).test(written))
}

const patterns = new Map<string, RegExp>()

function compiled(form: string): RegExp {
  const known = patterns.get(form)
  if (known) return known
  const parts = form.match(/<=?[a-z-]*\*?>|@[a-z]*|[a-z]+|[#,[\]()|]/g) ?? []
  // oxlint-disable-next-line no-restricted-globals -- our own forms: a space or a bracket ends what each part may repeat
  const pattern = new RegExp(`^${parts.map(compilePart).join('')}$`)
  patterns.set(form, pattern)
  return pattern
}

const GROUPING: Readonly<Record<string, string>> = { '[': '(?:', ']': ')?', '(': '(?:', ')': ')', '|': '|' }

function compilePart(part: string): string {
  const grouping = GROUPING[part]
  if (grouping !== undefined) return grouping
  // What is paid, or needed, for a loan or a home is not the loan or the home.
  if (part === '@') return '@(?!loan |home )[a-z]* '
  if (part === '@any') return '@[a-z]* '
  if (part === '<=>') return '<=(?!payment|income|price|four-week)[a-z-]*> '
  return `${part.replace('*', '[a-z-]*')} `
}

/** Holds the words outside slots to the list of plain ones. */
function checkWords(section: SectionName, tokens: readonly Token[]): SentenceError[] {
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
