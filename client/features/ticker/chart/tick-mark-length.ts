/** What lightweight-charts takes a character of a time label to be wide: 5/8 of the font's size and 4 pixels. */
const CHARACTER_SHARE = 5 / 8
const FONT_PADDING = 4
const SHORTEST = 8

/** The length in characters to tell lightweight-charts its time labels have, so that at most 20 fit beside one another.
 *  Its own guess of 8 gives more than 20 from 1680 px on; with this one 18 was the most from 320 to 3840 px.
 *  @param width  of the chart, CSS pixels
 *  @param fontSize  of the labels, CSS pixels */
export function tickMarkLength(width: number, fontSize: number): number {
  return Math.max(SHORTEST, Math.ceil(width / 19 / ((fontSize + FONT_PADDING) * CHARACTER_SHARE)))
}
