import type { LetterContent, LetterSection, SectionName } from './edition-contract.ts'

/** The names of the parts of the letter, where a part's own title is not known or takes too much room. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  insiders: 'Insider trades',
  congress: 'Congress',
  housing: 'Housing',
  economy: 'The economy',
  markets: 'Markets',
}

const WORDS = {
  'automated summary': 'Automated summary',
  'AI-edited': 'AI-edited, each sentence checked against its records',
  'AI-written': 'AI-written summary, checked against the records',
} as const satisfies Record<LetterSection['label'], string>

/** Says who chose and worded a part of the letter: 'AI-edited, each sentence checked against its records: small-1'. */
export function describeLabel({
  label,
  model,
}: {
  readonly label: LetterSection['label']
  readonly model?: string | undefined
}): string {
  return model === undefined ? WORDS[label] : `${WORDS[label]}: ${model}`
}

/** Title of a note by a person, who is named. */
export const noteTitle = (by: string) => `A note from ${by}`
/** Printed below the note, whose figures are not checked. */
export const noteLabel = 'Written by a person, not by our programs.'

/** Says what a person wrote in a letter besides a note: ' A person wrote the headline.'; '' if nothing. */
export function describePerson(byPerson: LetterContent['byPerson']): string {
  if (!byPerson) return ''
  const { headline, dropped } = byPerson
  return [
    ...(headline ? [' A person wrote the headline.'] : []),
    ...(dropped > 0 ? [` A person left out ${dropped === 1 ? 'one finding' : `${dropped} findings`}.`] : []),
  ].join('')
}
