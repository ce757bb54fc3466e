const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands ' +
    'million millions billion billions trillion trillions dozen dozens half halves thirds quarters fourths fifths ' +
    'tenths double doubled doubling twice thrice triple tripled tripling quadruple quadrupled'
  ).split(' '),
)
// A digit of any script with what belongs to it; a word; a part of a whole ('a third', not 'the third quarter').
const RUN =
  /(?:[-−+]\s?)?[$€£]?\p{N}(?:[\p{N}.,]*\p{N})?%?|\b(?:a|one|two|three|four) (?:third|quarter|fifth|sixth|tenth)\b|\p{L}+/giu

export interface Numeral {
  readonly text: string
  readonly index: number
}

/** Every run of a text that says a number, in digits or in words. A ticker in capitals (TWO) is a name, no number.
 *  @returns in their order; empty where the text says none */
export function findNumerals(text: string): Numeral[] {
  return [...text.matchAll(RUN)]
    .map((match) => ({ text: match[0], index: match.index }))
    .filter(({ text: run }) => /\p{N}| /u.test(run) || isNumberWord(run))
}

export function hasNumeral(text: string): boolean {
  return findNumerals(text).length > 0
}

function isNumberWord(word: string): boolean {
  const isTicker = word.length > 1 && word === word.toUpperCase()
  return !isTicker && NUMBER_WORDS.has(word.toLowerCase())
}
