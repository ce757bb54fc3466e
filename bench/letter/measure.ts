/** What a letter demands of its reader. */
export interface LetterMeasure {
  /** Without headings, links and the notices at the end. */
  readonly words: number
  /** At 238 words a minute, the mean of adults who read English silently (Brysbaert, 2019). */
  readonly minutes: number
  /** Flesch-Kincaid: 0.39 x words / sentences + 11.8 x syllables / words - 15.59. A figure counts as a word of one syllable. */
  readonly grade: number
  readonly wordsPerSentence: number
}

const WORDS_PER_MINUTE = 238
const FOOT = 'KNOW SOMEONE WHO WORKS FOR THEIR PAY?'
const RUN = 5

/** The sentences that a reader of a letter's plain text reads, with list items and paragraphs separate: no headings,
 *  links, record marks or notices at the end.
 *  @throws TypeError for a text without those notices, which is not a letter */
export function readLetter(text: string): string[] {
  const [body = '', ...foot] = text.split(FOOT)
  if (foot.length === 0) throw new TypeError(`The text has no “${FOOT}”: it is no letter.`)
  return body
    .split('\n\n')
    .slice(1)
    .flatMap((paragraph) => paragraph.split(/\n(?=\* )/))
    .map((block) => block.split('\n').filter(isSaid).join(' '))
    .map((block) =>
      block
        .replaceAll(/\[\d+\]/g, '')
        .replace(/^\* /, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '' && block !== block.toUpperCase())
    .flatMap((block) => block.split(/(?<=[.?!]) (?=[\p{Lu}\d$“])/u))
}

const isSaid = (line: string) => !/^[=-]+$/.test(line) && !/^https?:/.test(line) && !line.endsWith('records:')

/** @throws TypeError for a text that is not a letter */
export function measureLetter(text: string): LetterMeasure {
  const sentences = readLetter(text)
  const words = sentences.flatMap(listWords)
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  const wordsPerSentence = words.length / sentences.length
  return {
    words: words.length,
    minutes: words.length / WORDS_PER_MINUTE,
    grade: 0.39 * wordsPerSentence + 11.8 * (syllables / words.length) - 15.59,
    wordsPerSentence,
  }
}

/** The share of a letter's runs of five words that are also in the previous letter, figures included.
 *  @returns a fraction */
export function measureShared(text: string, before: string): number {
  const runs = listRuns(text)
  const known = listRuns(before)
  return runs.size === 0 ? 0 : [...runs].filter((run) => known.has(run)).length / runs.size
}

/** Runs of five words within a sentence. */
function listRuns(text: string): Set<string> {
  return new Set(
    readLetter(text).flatMap((sentence) => {
      const words = listWords(sentence).map((word) => word.toLowerCase())
      return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(' '))
    }),
  )
}

function listWords(sentence: string): string[] {
  return sentence
    .split(/[\s–—]+/)
    .map((word) => word.replaceAll(/[“”‘"(),.:;?!*]/g, ''))
    .filter((word) => /[\p{L}\d]/u.test(word))
}

/** Groups of vowels, without a silent e at the end. */
function countSyllables(word: string): number {
  if (/\d/.test(word)) return 1
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '')
  const groups = plain.match(/[aeiouy]+/g)?.length ?? 1
  const isSilent = groups > 1 && /[^aeiouyl]e$|[^aeiouy]es$|[^aeioutdy]ed$/.test(plain)
  return Math.max(1, groups - (isSilent ? 1 : 0))
}
