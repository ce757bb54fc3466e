import type { Fact, SectionName } from '../facts/fact.ts'
import { wordOf } from './check-figures.ts'
import { isChange, isOfTrades, isVerdictWord, kindOf, labelOf } from './fact-traits.ts'
import type { Token } from './read-sentence.ts'
import { sentenceForms } from './sentence-forms.ts'
import type { SlotTable } from './slot-table.ts'
import type { SentenceError } from './verdict.ts'

/** Holds a sentence to the forms of its section: who did what, and which figure stands where. */
export function checkForm(table: SlotTable, tokens: readonly Token[]): SentenceError[] {
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
