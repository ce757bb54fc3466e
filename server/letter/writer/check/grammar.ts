import type { Statement } from '../../statements/statement.ts'
import { readWords } from './read-words.ts'
import type { Rules } from './pattern.ts'

/** How one statement may be told. */
export interface Grammar {
  /** 'SENTENCE' is a sentence that tells it; 'MORE' goes on about it and stands behind one; 'TAIL' carries on a sentence of another with the same subject. */
  readonly rules: Rules
  /** Words without which it would be another claim, 'a|b' either: each that the statement's own words always have. */
  readonly needs: readonly string[]
}

/** What a grammar is made from: the statement, and its own words as read-words.ts reads them. */
export interface Shape {
  readonly statement: Statement
  /** Of each telling, head and line. */
  readonly words: readonly (readonly string[])[]
  /** All of them, with ' | ' between. */
  readonly text: string
  readonly has: (word: string) => boolean
  readonly hasSlot: (role: string) => boolean
}

/** @throws TypeError for words of its own that cannot be read: the statement can be told in no others */
export function readOwn(template: string): readonly string[] {
  const words = readWords(template.replaceAll('{', '{0.').replaceAll('\n', ' '))
  if ('code' in words) throw new TypeError(`'${template}' cannot be read: ${words.detail}`)
  return words.map((word) => word.replace('{0.', '{'))
}

export function describeShape(statement: Statement): Shape {
  const { tellings, heads = [], lines = [], slots } = statement
  const words = [...tellings, ...heads, ...lines].map(readOwn)
  const all = new Set(words.flat())
  return {
    statement,
    words,
    text: words.map((one) => one.join(' ')).join(' | '),
    has: (word) => all.has(word),
    hasSlot: (role) => Object.hasOwn(slots, role),
  }
}

/** @throws TypeError for a slot that is no single number */
export function valueOf({ statement }: Pick<Shape, 'statement'>, role: string): number {
  const slot = statement.slots[role]
  if (slot && 'figure' in slot && typeof slot.figure.value === 'number') return slot.figure.value
  throw new TypeError(`{${role}} of ${statement.id} is no number`)
}

export const signOf = (shape: Pick<Shape, 'statement'>, role: string): number =>
  Math.sign(valueOf(shape, role))

/** A statement that tells two things. */
export function combine(first: Grammar, second: Grammar): Grammar {
  const rename = (text: string, mark: string) =>
    text.replaceAll(/\b(?!ACC\b)[A-Z][A-Z0-9_]*\b/g, (name) => `${name}_${mark}`)
  const list = ({ rules }: Grammar, mark: string) =>
    Object.entries(rules).map(([name, text]) => [rename(name, mark), rename(text, mark)] as const)
  return {
    rules: {
      ...Object.fromEntries([...list(first, 'A'), ...list(second, 'B')]),
      SENTENCE: '(SENTENCE_A ((. | and) MORE_A)* | SENTENCE_B ((. | and) MORE_B)*)',
    },
    needs: [...first.needs, ...second.needs],
  }
}
