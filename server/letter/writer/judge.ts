import type { Told, Verdict } from './check/told.ts'
import type { AnswerModel } from './language-model.ts'

/** The two layers that words have to pass. */
export interface Judges {
  /** Fails closed, and never throws. */
  readonly checkTelling: (told: Told) => Verdict
  /** Asks a second model what finished sentences claim.
   *  @returns a verdict for each */
  readonly checkMeanings: (
    model: AnswerModel,
    sentences: readonly { readonly text: string; readonly told: Told }[],
    signal: AbortSignal,
  ) => Promise<readonly (Verdict & { readonly answer: string })[]>
}
