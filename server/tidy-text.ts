/** What is not seen, or turns around the letters beside it: zero-width and bidirectional marks, fillers, variation selectors. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const GAPS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Text from outside, its lines as they are, well-formed, and without characters that could make a name look like another
 *  or turn a line around. */
export function removeUnseen(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, '')
}

/** The same on one line: every reader of names and titles passes them through here. */
export function tidyText(text: string): string {
  return removeUnseen(text).replaceAll(GAPS, ' ').trim()
}
