import { XMLParser, XMLValidator } from 'fast-xml-parser'

import { closeLists, ObservationList, type ParsedCell } from './series-observation.ts'

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'entry',
})

/** Parses a month of the Treasury's daily par yields, an Atom feed.
 *  @param codes  the fields to read: 'BC_10YEAR'
 *  @returns values by code; none for a day on which the field is missing or empty, or all fields are 0, or for a feed without
 *    entries
 *  @throws TypeError if it is not such a feed */
export function readTreasuryYields<Code extends string>(
  text: string,
  codes: readonly Code[],
): Map<Code, ParsedCell[]> {
  // The parser would accept a truncated feed.
  const validity = XMLValidator.validate(text)
  if (validity !== true) throw new TypeError(`the feed is not well-formed: ${validity.err.msg}`)
  const { feed } = parser.parse(text) as { feed?: unknown }
  // A feed without entries has only text between its tags.
  if (feed === undefined) throw new TypeError('the answer is no Atom feed')
  const lists = codes.map((code) => [code, new ObservationList()] as const)
  for (const entry of (feed as { entry?: readonly Entry[] }).entry ?? []) {
    const day = entry.content?.properties
    const date = asText(day?.['NEW_DATE']).slice(0, 10)
    if (isAllZero(day ?? {})) continue
    for (const [code, list] of lists) list.add(date, asText(day?.[code]))
  }
  return closeLists(lists)
}

interface Entry {
  readonly content?: { readonly properties?: Readonly<Record<string, unknown>> }
}

/** The Treasury has had such days on holidays. */
function isAllZero(day: Readonly<Record<string, unknown>>): boolean {
  const yields = Object.entries(day).flatMap(([name, value]) =>
    name.startsWith('BC_') && asText(value) !== '' ? [asText(value)] : [],
  )
  return yields.length > 0 && yields.every((value) => Number(value) === 0)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
