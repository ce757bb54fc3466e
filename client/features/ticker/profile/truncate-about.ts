const MAX_LENGTH = 300
const SENTENCE_ENDS = /[.?!\n]/g

/** A description in two parts: what is shown at once, and what Show More adds. `start + rest` is the whole text. */
export interface CutAbout {
  start: string
  /** Empty where the text is not longer than what is shown at once. */
  rest: string
  /** True where no sentence ends early enough: the cut is then marked with '...'. */
  isMidSentence: boolean
}

/** Cuts a description to 300 characters, at the last sentence end among them. */
export function truncateAbout(text: string): CutAbout {
  if (text.length <= MAX_LENGTH) return { start: text, rest: '', isMidSentence: false }
  const lastEnd = [...text.slice(0, MAX_LENGTH).matchAll(SENTENCE_ENDS)].at(-1)?.index
  const end = lastEnd === undefined ? wholeCharacters(text, MAX_LENGTH) : lastEnd + 1
  return { start: text.slice(0, end), rest: text.slice(end), isMidSentence: lastEnd === undefined }
}

/** Steps back where the cut would fall between the halves of one character. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
