/** Which way a trade went, as a word or two for a line: 'Bought', 'Sold, reported late'; none for what is no trade. */
export function sayWay(kicker: string | undefined): string[] {
  const [, words] = /^[+−-] ?(.+)$/.exec(kicker ?? '') ?? []
  return words === undefined ? [] : [words]
}
