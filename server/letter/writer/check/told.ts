import type { Statement } from '../../statements/statement.ts'

/** A sentence, or a few, in which a model tells statements in words of its own. */
export interface Told {
  readonly statements: ReadonlyMap<number, Statement>
  /** Of the item, in order. */
  readonly of: readonly number[]
  /** Words with slots: '{7.who} unloaded {7.value} of {7.company} shares {7.from}.' */
  readonly say: string
  readonly place: 'headline' | 'story' | 'line' | 'big' | 'smaller' | 'connects'
}

export type Verdict =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly code: string; readonly detail: string }

export const ACCEPTED: Verdict = { accepted: true }
export const refuse = (code: string, detail: string): Verdict => ({ accepted: false, code, detail })
