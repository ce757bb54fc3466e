import { InvalidInputError } from '../lib/errors.ts'
import { wordsIn } from './import-words.ts'

const ADDRESS_NAMES = new Set([
  'email',
  'email address',
  'e mail',
  'e mail address',
  'emailaddress',
  'subscriber email',
  'subscriber email address',
  'mail',
])

/** @param column  its name, if it has none of the usual names
 *  @returns undefined if there is none
 *  @throws InvalidInputError if there are several */
export function findAddressColumn(names: readonly string[], column: string | undefined): number | undefined {
  if (column !== undefined) {
    const index = indexOf(names, column)
    return index < 0 ? undefined : index
  }
  const [exact, another] = names.flatMap((name, index) => (name.toLowerCase() === 'email' ? [index] : []))
  if (another !== undefined) {
    throw new InvalidInputError(
      'More than one column is called "email". Give all but the one with the addresses another name.',
    )
  }
  if (exact !== undefined) return exact
  const found = names.flatMap((name, index) => (ADDRESS_NAMES.has(wordsIn(name)) ? [index] : []))
  if (found.length <= 1) return found[0]
  throw new InvalidInputError(
    `More than one column may hold the addresses: ${found.map((index) => quote(names[index] ?? '')).join(', ')}. Say which with --column.`,
  )
}

/** Refuses a header line in the middle of the records: the columns may be different after it. */
export function refuseHeader(names: readonly string[], address: number, { line, cells }: LineOfCells): void {
  const isOne = (cell: string) => {
    const words = wordsIn(cell)
    return words === wordsIn(names[address] ?? '') || ADDRESS_NAMES.has(words)
  }
  if (cells[address]?.includes('@') === true || !cells.some(isOne)) return
  throw new InvalidInputError(
    `Line ${line} names columns once more, so the file seems to be put together from several. Import them one by one: the columns of the second may be others.`,
  )
}

export interface LineOfCells {
  readonly line: number
  readonly cells: readonly string[]
}

export const indexOf = (names: readonly string[], name: string) =>
  names.findIndex((one) => one.toLowerCase() === name.trim().toLowerCase())

export const quote = (name: string) => `"${name.replace(/\p{Cc}/gu, ' ').slice(0, 60)}"`
