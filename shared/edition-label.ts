import type { LetterContent, LetterSection } from './edition-contract.ts'

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

/** Over the words of a person, who is named. */
export const noteTitle = (by: string) => `A note from ${by}`
/** Below them: no figure check holds them. */
export const noteLabel = 'Written by a person, not by our programs.'

/** What of a letter is a person's, beside a note: ' A person wrote the headline.'; '' where nothing is. */
export function describePerson(byPerson: LetterContent['byPerson']): string {
  if (!byPerson) return ''
  const { headline, dropped } = byPerson
  return [
    ...(headline ? [' A person wrote the headline.'] : []),
    ...(dropped > 0 ? [` A person left out ${dropped === 1 ? 'one finding' : `${dropped} findings`}.`] : []),
  ].join('')
}
