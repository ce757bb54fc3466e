export interface ReadingEase {
  /** Flesch-Kincaid: years of school. Figures and names count as words of one syllable. */
  readonly grade: number
  readonly longestSentenceWords: number
}

/** @param sentences  each ending in a full stop */
export function measureReadingEase(sentences: readonly string[]): ReadingEase {
  const counts = sentences.map((sentence) =>
    sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  )
  const words = counts.flat()
  if (words.length === 0) return { grade: 0, longestSentenceWords: 0 }
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  return {
    grade: 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59,
    longestSentenceWords: Math.max(...counts.map(({ length }) => length)),
  }
}

function countSyllables(word: string): number {
  if (/\p{N}/u.test(word)) return 1
  const plain = word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (end) => end.slice(0, 1))
  return Math.max(1, plain.match(/[aeiouy]+/g)?.length ?? 1)
}
