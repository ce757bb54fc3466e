import type { Fact } from '../facts/fact.ts'
import type { DraftSentence } from './language-model.ts'
import type { SlotTable } from './slot-table.ts'
import type { SentenceError } from './verdict.ts'

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'fact'; readonly slot: string; readonly fact: Fact }
  | { readonly kind: 'subject'; readonly slot: string; readonly subject: string }
  | { readonly kind: 'period'; readonly slot: string; readonly period: Fact['period'] }
  | { readonly kind: 'comma' }

export interface ReadSentence {
  readonly tokens: readonly Token[]
  readonly errors: readonly SentenceError[]
}

const SLOT = /\{\{([^{}]*)\}\}/g
const SLOT_NAME = /^[fsp][1-9]\d{0,3}$/
const SHOWN = 40

/** Takes a sentence apart into words and slots. What is neither is an error; nothing is guessed. */
export function readSentence(table: SlotTable, { text, factIds }: DraftSentence): ReadSentence {
  const errors: SentenceError[] = []
  const tokens: Token[] = []
  const report = (code: SentenceError['code'], at: string) => errors.push({ code, at: at.slice(0, SHOWN) })

  if (text.normalize('NFKC') !== text) report('hidden-character', text)
  const body = text.endsWith('.') ? text.slice(0, -1) : text
  if (body === text || body.trim() !== body || body === '') report('not-one-sentence', text.slice(-SHOWN))

  let end = 0
  const readWords = (words: string) => {
    for (const [part] of words.matchAll(/[a-z’']+|\s+|[^\sa-z’']/giu)) {
      if (part === ',') tokens.push({ kind: 'comma' })
      else if (/^[a-z’']+$/i.test(part)) tokens.push({ kind: 'word', text: part })
      else if (part !== ' ' && part !== '-') report(codeOf(part), part)
    }
  }
  for (const match of body.matchAll(SLOT)) {
    readWords(body.slice(end, match.index))
    end = match.index + match[0].length
    // A slot stands between spaces or commas: '{{f1}}{{f2}}' and '{{f1}}s' would print as one word.
    if (/[^\s]$/.test(body.slice(0, match.index)) || /^[^\s,]/.test(body.slice(end))) {
      report('malformed-slot', match[0])
    }
    const name = match[1] ?? ''
    if (!SLOT_NAME.test(name)) {
      report('malformed-slot', match[0])
      continue
    }
    const token = findToken(table, name)
    if (token) tokens.push(token)
    else report('unknown-slot', name)
  }
  readWords(body.slice(end))

  const used = new Set(tokens.flatMap((token) => (token.kind === 'fact' ? [token.slot] : [])))
  const declared = new Set(factIds)
  const odd = [...used, ...declared].filter((slot) => used.has(slot) !== declared.has(slot))
  if (declared.size !== factIds.length || odd.length > 0) report('facts-not-declared', odd.join(' '))
  return { tokens, errors }
}

function findToken(table: SlotTable, slot: string): Token | undefined {
  const fact = table.facts.get(slot)
  if (fact) return { kind: 'fact', slot, fact }
  const subject = table.subjects.get(slot)
  if (subject !== undefined) return { kind: 'subject', slot, subject }
  const period = table.periods.get(slot)
  return period && { kind: 'period', slot, period }
}

/** What a character outside slots is that no plain sentence needs. */
function codeOf(character: string): SentenceError['code'] {
  if (/[\p{N}$%€£¥¢‰]/u.test(character)) return 'stray-numeral'
  if (/[.!?:;]/.test(character)) return 'not-one-sentence'
  if (/[{}]/.test(character)) return 'malformed-slot'
  if (/[<>[\]()&#*_`~|\\/@=+"“”^]/.test(character)) return 'markup'
  return 'hidden-character'
}
