import type { WordCode } from './plain-words.ts'

/** Why a sentence may not stand. */
export type ErrorCode =
  | WordCode
  | 'unknown-slot'
  | 'malformed-slot'
  | 'facts-not-declared'
  | 'no-figure'
  | 'not-one-sentence'
  | 'too-long'
  | 'stray-numeral'
  | 'markup'
  | 'hidden-character'
  | 'name-outside-slot'
  | 'unknown-word'
  | 'imperative'
  | 'subject-missing'
  | 'subject-mismatch'
  | 'record-mismatch'
  | 'period-mismatch'
  | 'period-missing'
  | 'unit-mismatch'
  | 'meaning-mismatch'
  | 'side-mismatch'
  | 'direction-mismatch'
  | 'sign-mismatch'
  | 'comparison-mismatch'
  | 'range-collapsed'
  | 'value-unwritable'
  | 'unknown-form'
  | 'verifier-failed'

/** Why a section's draft may not stand as a whole. */
export type DraftErrorCode = 'required-fact-missing' | 'wrong-section' | 'empty'

export interface SentenceError {
  readonly code: ErrorCode
  /** What it is about: a word or a slot of the draft, shortened. */
  readonly at: string
}

/** What the verifier found in a section's draft; it may stand only where both lists are empty. */
export interface Verdict {
  readonly sentences: readonly {
    /** From 0, in the draft's order. */
    readonly index: number
    readonly text: string
    readonly errors: readonly SentenceError[]
  }[]
  readonly draft: readonly { readonly code: DraftErrorCode; readonly at: string }[]
  readonly isAccepted: boolean
}
