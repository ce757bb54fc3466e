import papaparse from 'papaparse'

/** Reads a CSV file whose rows may be quoted in one part and not in another, with either line end.
 *  @returns its rows, cells trimmed, empty lines left out
 *  @throws TypeError when it is no CSV or ends in the middle of a line: who knows what its last number was */
export function readCsvRows(text: string): string[][] {
  if (!text.endsWith('\n')) throw new TypeError('the file is cut off in the middle of a line')
  const { data, errors } = papaparse.parse<string[]>(text, {
    delimiter: ',',
    newline: '\n',
    skipEmptyLines: 'greedy',
  })
  const problem = errors[0]
  if (problem) throw new TypeError(`the file cannot be read: ${problem.message}, row ${problem.row ?? '?'}`)
  return data.map((row) => row.map((cell) => cell.trim()))
}

/** @returns where these columns stand
 *  @throws TypeError naming the one that is missing */
export function findColumns<Name extends string>(
  header: readonly string[] | undefined,
  names: readonly Name[],
): Record<Name, number> {
  const places = names.map((name) => {
    const place = header?.indexOf(name) ?? -1
    if (place < 0) throw new TypeError(`the file has no column ${name}`)
    return [name, place] as const
  })
  return Object.fromEntries(places) as Record<Name, number>
}
