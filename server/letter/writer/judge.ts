import type { Statement } from '../statements/statement.ts'
import type { AnswerModel } from './language-model.ts'

/** One or more sentences in which a model tells statements in its own words. */
export interface Told {
  readonly statements: ReadonlyMap<number, Statement>
  /** The numbers of the item's statements, in order. */
  readonly of: readonly number[]
  /** Words with slots: '{7.who} unloaded {7.value} of {7.company} shares {7.from}.' */
  readonly say: string
  readonly place: 'headline' | 'story' | 'line' | 'big' | 'smaller' | 'connects'
}

/** A finished sentence and the statements it tells. */
export interface FinishedSentence {
  readonly text: string
  readonly told: Told
}

export type Verdict =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly code: string; readonly detail: string }

export const ACCEPTED: Verdict = { accepted: true }
export const refuse = (code: string, detail: string): Verdict => ({ accepted: false, code, detail })

/** The two layers that words have to pass. */
export interface Judges {
  /** Never throws; an error of its own counts as a refusal. */
  readonly checkTelling: (told: Told) => Verdict
  /** Asks a second model what finished sentences claim.
   *  @returns a verdict for each */
  readonly checkMeanings: (
    model: AnswerModel,
    sentences: readonly FinishedSentence[],
    signal: AbortSignal,
  ) => Promise<readonly (Verdict & { readonly answer: string })[]>
}
