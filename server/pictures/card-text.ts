// Characters of Archivo's Latin subset, the only font here; any other would be drawn as an empty box.
const IN_FONT = /^[ -~¡-¬®-ÿıŒœŸ–—‘’‚“”„•…‹›€™−]$/u
/** Letters that do not decompose into a plain letter and a mark. */
const PLAIN_FORMS: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  İ: 'I',
  '‑': '-',
  '‐': '-',
}
/** Upper bounds of advance widths, in hundredths of the font size. */
const WIDTHS: readonly (readonly [width: number, characters: string])[] = [
  [21, ' `´'],
  [26, "'|ijl¦ı"],
  [30, '!,./I\\¡‘’‚'],
  [36, '()-:;[]frt²³¹‹›¨¯¸·'],
  [44, '"*{}•ªº°'],
  [54, '$_sz“”„–'],
  [61, '0123456789?Faabcdeghknopquvxy¿L§¶¢£¤¥«»€'],
  [68, 'EJPSTVZ+<=>~±×÷¬−ßð'],
  [73, 'ABCDHKNRUXY&ÐÞ'],
  [79, 'GOQwØ'],
  [86, 'Mm®©¼½¾'],
  [100, 'W%@Ææœ…—'],
]
const WIDTH_OF = new Map(
  WIDTHS.toReversed().flatMap(([width, characters]) =>
    Array.from(characters, (character): [string, number] => [character, width]),
  ),
)
/** The width of Œ, the widest character. */
const WIDEST = 121

/** How many characters of a longer text are read; a card has room for about eighty. */
const MAX_TEXT = 300

/** Converts text to one line that the font can draw, dropping marks on letters if necessary.
 *  @returns undefined if a letter, digit or currency sign cannot be drawn: the rest would say something else */
export function toDrawable(text: string): string | undefined {
  let drawable = ''
  for (const character of text
    .slice(0, MAX_TEXT)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')) {
    const drawn = drawCharacter(character)
    if (drawn === undefined && /[\p{L}\p{N}\p{Sc}]/u.test(character)) return undefined
    drawable += drawn ?? ''
  }
  const trimmed = drawable.replaceAll(/ +/g, ' ').trim()
  return trimmed === '' ? undefined : trimmed
}

function drawCharacter(character: string): string | undefined {
  if (IN_FONT.test(character)) return character
  const plain = PLAIN_FORMS[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain !== '' && Array.from(plain).every((part) => IN_FONT.test(part)) ? plain : undefined
}

/** An upper bound of the width of a text.
 *  @param text  as returned by toDrawable
 *  @param size  font size in pixels
 *  @returns pixels */
export function widthOf(text: string, size: number): number {
  let hundredths = 0
  for (const character of text) {
    hundredths += WIDTH_OF.get(character) ?? WIDTH_OF.get(character.normalize('NFD').charAt(0)) ?? WIDEST
  }
  return (hundredths * size) / 100
}

export interface FittedText {
  readonly lines: readonly string[]
  /** Font size in pixels. */
  readonly size: number
}

/** Sets text on one line in the largest size that fits; shortens it if none does.
 *  @param sizes  largest first */
export function fitLine(
  text: string,
  { width, sizes }: { width: number; sizes: readonly number[] },
): FittedText {
  const size = sizes.find((size) => widthOf(text, size) <= width)
  if (size !== undefined) return { lines: [text], size }
  const smallest = sizes.at(-1) ?? 0
  return { lines: [shorten(text, (shorter) => widthOf(shorter, smallest) <= width)], size: smallest }
}

/** Sets a name with its ticker on one line if it fits, else on two; shortens a longer name, but never the ticker.
 *  @param name  as returned by toDrawable; undefined for the ticker alone */
export function fitHeading(
  name: string | undefined,
  ticker: string,
  { width }: { width: number },
): FittedText {
  const heading = (shownName: string) => `${shownName} (${ticker})`
  if (name === undefined || name === ticker) return fitLine(ticker, { width, sizes: [64, 56, 48] })
  const oneLineSize = [64, 58, 52, 48].find((size) => widthOf(heading(name), size) <= width)
  if (oneLineSize !== undefined) return { lines: [heading(name)], size: oneLineSize }
  for (const size of [48, 44]) {
    const lines = wrap(heading(name), { width, size })
    if (lines.length <= 2) return { lines, size }
  }
  const size = 40
  const fits = (shorter: string) => wrap(heading(shorter), { width, size }).length <= 2
  return { lines: wrap(heading(fits(name) ? name : shorten(name, fits)), { width, size }), size }
}

/** Sets text on at most `most` lines in the largest size that fits; shortens it if none does.
 *  @param sizes  the largest first */
export function fitLines(
  text: string,
  { width, sizes, most }: { width: number; sizes: readonly number[]; most: number },
): FittedText {
  const isEnough = (some: string, size: number) => wrap(some, { width, size }).length <= most
  const size = sizes.find((one) => isEnough(text, one)) ?? sizes.at(-1) ?? 0
  const shown = isEnough(text, size) ? text : shorten(text, (shorter) => isEnough(shorter, size))
  return { lines: wrap(shown, { width, size }), size }
}

/** @returns lines; padded with empty ones if a word is wider than a line, so that the result does not count as fitting */
function wrap(text: string, { width, size }: { width: number; size: number }): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const extended = `${last} ${word}`
    if (last !== undefined && widthOf(extended, size) <= width) lines[lines.length - 1] = extended
    else if (widthOf(word, size) <= width) lines.push(word)
    else lines.push(word, '', '')
  }
  return lines
}

/** The longest prefix, followed by '…', that fits. */
function shorten(text: string, fits: (shorter: string) => boolean): string {
  for (let length = Math.min(text.length - 1, 200); length > 0; length--) {
    const shorter = `${text.slice(0, length).trimEnd()}…`
    if (fits(shorter)) return shorter
  }
  return '…'
}
