import type { SectionName } from '../../../shared/edition-contract.ts'

/** A run of a sentence; what a slot was filled with names where it comes from. */
export interface WrittenSpan {
  readonly text: string
  /** The fact whose value it is. */
  readonly factId?: string
  /** Filled from a fact's subject or days. */
  readonly isFilled?: true
}

export type WrittenSentence = readonly WrittenSpan[]

/** A section's summary as the writer gave it: a model's words that the facts bear out, or those of fixed rules. */
export interface SectionText {
  readonly section: SectionName
  readonly sentences: readonly WrittenSentence[]
  /** What it means for somebody who lives on wages: fixed words without figures. */
  readonly meaning: readonly string[]
  readonly label: 'automated summary' | 'AI-written'
  /** The name of the model, where one wrote it. */
  readonly model: string | undefined
}
