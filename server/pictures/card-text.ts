// Archivo's Latin subset, which is all the font there is here: what is not in it would be drawn as an empty box.
const IN_FONT = /^[ -~¡-¬®-ÿıŒœŸ–—‘’‚“”„•…‹›€™−]$/u
/** Letters that do not decompose into a plain one and its mark. */
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
/** Advance widths in hundredths of the font size, by the least that holds for each of the characters. */
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
/** Œ, the widest. */
const WIDEST = 121

/** Of a longer text no more is looked at: a card has room for some eighty characters. */
const LOOKED_AT = 300

/** Text as the font can draw it, in one line; marks on letters are left out where need be.
 *  @returns undefined where a letter or a digit is in no way drawn: the rest would be another text */
export function toDrawable(text: string): string | undefined {
  let drawable = ''
  for (const character of text
    .slice(0, LOOKED_AT)
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

/** No less than the width that the text takes.
 *  @param text  drawable
 *  @param size  of the font, in pixels
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
  /** Of the font, in pixels. */
  readonly size: number
}

/** One line in the largest of the sizes in which it fits; in the last one, what is too much of it is cut off.
 *  @param sizes  the largest first */
export function fitLine(
  text: string,
  { width, sizes }: { width: number; sizes: readonly number[] },
): FittedText {
  const size = sizes.find((size) => widthOf(text, size) <= width)
  if (size !== undefined) return { lines: [text], size }
  const smallest = sizes.at(-1) ?? 0
  return { lines: [shorten(text, (shorter) => widthOf(shorter, smallest) <= width)], size: smallest }
}

/** A name with its ticker: one line where it fits in one, else two; of a name longer than that the end is cut off, never
 *  the ticker.
 *  @param name  drawable; undefined leaves the ticker alone */
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

/** As few lines as `most`, in the largest of the sizes in which they are enough; in the last one, what is too much is cut off.
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

/** @returns lines; more than there are words where a word is wider than a line */
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

/** The longest beginning with '…' that fits. */
function shorten(text: string, fits: (shorter: string) => boolean): string {
  for (let length = Math.min(text.length - 1, 200); length > 0; length--) {
    const shorter = `${text.slice(0, length).trimEnd()}…`
    if (fits(shorter)) return shorter
  }
  return '…'
}
