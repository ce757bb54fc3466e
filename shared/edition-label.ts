import type { LetterSection } from './edition-contract.ts'

const WORDS = {
  'automated summary': 'Automated summary',
  'AI-edited': 'AI-edited, each sentence checked against its records',
  'AI-written': 'AI-written summary, checked against the records',
} as const satisfies Record<LetterSection['label'], string>

/** Who chose and worded a part of the letter: 'AI-edited, each sentence checked against its records: small-1'. */
export function describeLabel({
  label,
  model,
}: {
  readonly label: LetterSection['label']
  readonly model?: string | undefined
}): string {
  return model === undefined ? WORDS[label] : `${WORDS[label]}: ${model}`
}
