import { InvalidInputError } from '../lib/errors.ts'
import { findAddressColumn, indexOf, quote, refuseHeader, type LineOfCells } from './address-column.ts'
import {
  byYesAndNo,
  COLUMNS_OF_PROGRAMS,
  KNOWN_COLUMNS,
  SAYS_FOR_EVERYBODY,
  STATUS_WORDS,
  VERDICTS,
  wordsIn,
  type Reading,
  type Verdict,
} from './import-words.ts'
import {
  findTelltale,
  isOfThoseWhoLeft,
  leavingTime,
  mayBeDayOfLeaving,
  mayBeSwitch,
  seemsAStatus,
} from './unknown-columns.ts'

/** What the operator says about a file's columns. Names as in its first line, in either case. */
export interface ColumnOptions {
  /** The column of addresses, if it has none of the usual names. */
  readonly column?: string | undefined
  /** A column that says who gets mail. */
  readonly statusColumn?: string | undefined
  /** The values of that column that mean "gets mail"; by default the usual words. */
  readonly subscribedValues?: readonly string[] | undefined
  /** The program that wrote the file, which gives its columns their meaning. 'none': the file counts as no particular program's,
   *  whatever its header looks like. */
  readonly from?: ImportProgram | 'none' | undefined
  /** Columns that do not say who gets mail. */
  readonly ignoredColumns?: readonly string[] | undefined
  /** The name of the file without its folder, if it has one. */
  readonly fileName?: string | undefined
}

/** The columns that say who gets mail in each program's exports, in the form of wordsIn; one of them must be present. */
const PROGRAMS = {
  listmonk: ['status'],
  ghost: ['subscribed to emails', 'deleted at'],
  substack: ['email disabled', 'emails enabled', 'email enabled', 'emails disabled'],
  beehiiv: ['status', 'unsubscribed at'],
  mailchimp: ['status', 'unsub time', 'clean time', 'optin time', 'confirm time'],
  buttondown: ['type', 'subscriber type', 'unsubscription date'],
  keila: ['status'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ImportProgram = keyof typeof PROGRAMS
/** The programs whose exports are known. */
export const IMPORT_PROGRAMS = Object.keys(PROGRAMS) as ImportProgram[]

/** How to read the records of a file. */
export interface ImportColumns {
  readonly address: number
  /** The name of that column, as in the file. */
  readonly addressName: string
  /** @throws InvalidInputError if an unexplained column holds a status word */
  judge(record: LineOfCells): Verdict | { problem: string }
  /** Must be called once, after the first records were judged and before any is saved.
   *  @throws InvalidInputError if an unexplained column held only 0 and 1, or days for some and nothing for others */
  refuseSwitches(): void
}

/** Columns that occur together only in the exports of one program, among them a time of consent and one of PROGRAMS; in the
 *  form of wordsIn. Keila exports no time that could be lost. */
const TELLTALES: Readonly<Partial<Record<ImportProgram, readonly (readonly string[])[]>>> = {
  listmonk: [['uuid', 'attributes', 'status', 'created at']],
  ghost: [['subscribed to emails', 'created at']],
  substack: [
    ['email disabled', 'created at'],
    ['emails enabled', 'start date'],
  ],
  beehiiv: [
    ['status', 'created at', 'acquisition source'],
    ['status', 'created at', 'utm source'],
    ['status', 'created at', 'tier'],
  ],
  mailchimp: [['optin time'], ['confirm time']],
  buttondown: [
    ['type', 'creation date'],
    ['subscriber type', 'creation date'],
  ],
}

const MANY_NAMES = 30

/** Decides which column holds the addresses, and which columns say who gets mail.
 *  @param names  the cells of the first line
 *  @returns undefined if there is no column of addresses
 *  @throws InvalidInputError if an unexplained column seems to say who gets mail, the options name a column that does not exist,
 *          or the file is obviously from another program than the one they name, or by its name lists people who left */
export function chooseColumns(names: readonly string[], options: ColumnOptions): ImportColumns | undefined {
  const address = findAddressColumn(names, options.column)
  if (address === undefined) return undefined
  refuseOtherProgram(names, options.from)
  const ignored = new Set(
    (options.ignoredColumns ?? []).map((name) => requireColumn(names, '--ignore-column', name)),
  )
  const status =
    options.statusColumn === undefined
      ? undefined
      : requireColumn(names, '--status-column', options.statusColumn)
  const { from = 'none' } = options
  const ofProgram = from === 'none' ? undefined : requireProgram(names, from)
  const isSaidElsewhere = names
    .map(wordsIn)
    .some((name) => name !== 'unsubscribed' && SAYS_FOR_EVERYBODY.has(name))
  const columns = names.map((name, index): Reading | 'harmless' | 'unknown' => {
    if (index === address || ignored.has(index)) return 'harmless'
    if (index === status) return readingOf(options.subscribedValues)
    const words = wordsIn(name)
    const found = Object.hasOwn(KNOWN_COLUMNS, words) ? KNOWN_COLUMNS[words] : undefined
    // Next to a program's own columns, a column with such a name may mean something else, so only known words count.
    const isBeside = ofProgram?.includes(index) === false && typeof found === 'function'
    const known = isBeside ? lenient(found) : found
    const ofThisProgram =
      ofProgram?.includes(index) === true && Object.hasOwn(COLUMNS_OF_PROGRAMS, words)
        ? COLUMNS_OF_PROGRAMS[words]
        : undefined
    const reading = ofThisProgram ?? known ?? leavingTime(name) ?? 'unknown'
    return words === 'unsubscribed' && isSaidElsewhere && typeof reading === 'function'
      ? orNothing(reading)
      : reading
  })
  const { fileName = '' } = options
  if (isOfThoseWhoLeft(fileName) && !columns.some((column) => typeof column === 'function')) {
    throw new InvalidInputError(
      `By its name, ${fileName} has those who get no mail, and none of its columns says who does. Put them on the do-not-mail list with suppressions import FILE --reason unsubscribed (or bounced, complained, blocked); where they did agree to get mail, give the file another name.`,
    )
  }
  const unclear = names.filter((name, index) => columns[index] === 'unknown' && seemsAStatus(name))
  // If a status column is given, other columns are about something else.
  if (status === undefined && unclear.length > 0) {
    throw refuse(unclear, 'seem', 'to say who gets mail')
  }
  const numbers = new Map<number, Set<string>>()
  const days = new Map<number, Set<'day' | 'nothing' | 'other'>>()
  if (status === undefined) {
    for (const [index, name] of names.entries()) {
      if (columns[index] !== 'unknown') continue
      if (mayBeSwitch(name)) numbers.set(index, new Set())
      if (mayBeDayOfLeaving(name)) days.set(index, new Set())
    }
  }
  return {
    address,
    addressName: names[address] ?? '',
    judge(record) {
      refuseHeader(names, address, record)
      for (const [index, values] of numbers) {
        const value = (record.cells[index] ?? '').trim()
        if (value !== '' && values.size < 3) values.add(value)
      }
      for (const [index, kinds] of days) {
        const value = (record.cells[index] ?? '').trim()
        kinds.add(value === '' ? 'nothing' : A_DAY.test(value) ? 'day' : 'other')
      }
      return judgeRecord(names, columns, record, status !== undefined)
    },
    refuseSwitches() {
      const ofDays = [...days].filter(
        ([, kinds]) => kinds.has('day') && kinds.has('nothing') && !kinds.has('other'),
      )
      const ofSwitches = [...numbers].filter(
        ([, values]) => values.size > 0 && [...values].every((value) => value === '0' || value === '1'),
      )
      const namesOf = (found: readonly [number, unknown][]) => found.map(([index]) => names[index] ?? '')
      if (ofDays.length > 0) throw refuse(namesOf(ofDays), 'hold', 'a day for some and nothing for others')
      if (ofSwitches.length > 0) throw refuse(namesOf(ofSwitches), 'hold', '0 and 1 alone')
    },
  }
}

/** Beside another column that says for everybody whether they get mail, nothing in this one is no gap. */
const orNothing =
  (reading: Reading): Reading =>
  (value) =>
    value === '' ? 'subscribed' : reading(value)

const lenient =
  (reading: Reading): Reading =>
  (value) => {
    const verdict = reading(value)
    return verdict === 'unreadable' ? 'subscribed' : verdict
  }

function judgeRecord(
  names: readonly string[],
  columns: readonly (Reading | 'harmless' | 'unknown')[],
  { line, cells }: LineOfCells,
  isExplained: boolean,
): Verdict | { problem: string } {
  if (hasTooMany(cells.slice(names.length), columns, isExplained)) return { problem: TOO_MANY }
  let worst: Verdict = 'subscribed'
  for (const [index, reading] of columns.entries()) {
    if (reading === 'harmless') continue
    const name = names[index] ?? ''
    if (reading === 'unknown') {
      const found = isExplained ? undefined : findTelltale(name, cells[index] ?? '')
      if (found === undefined) continue
      throw askWhatIsMeant(
        `Line ${line} has ${quote(found)} in the column ${quote(name)}, which is not known here.`,
        [name],
      )
    }
    const value = wordsIn(cells[index] ?? '')
    const verdict = reading(value)
    if (verdict === 'unreadable') {
      return { problem: `Its ${quote(name)} is ${value === '' ? 'empty' : 'not a word that is known here'}.` }
    }
    if (VERDICTS.indexOf(verdict) < VERDICTS.indexOf(worst)) worst = verdict
  }
  return worst
}

const A_DAY = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:\D|$)/
const TOO_MANY = 'It has more cells than the first line has names.'

/** Whether the cells beyond the named columns make it unclear who gets mail: an unquoted comma may have shifted the column that
 *  says so, or they say so themselves. */
function hasTooMany(
  extra: readonly string[],
  columns: readonly (Reading | 'harmless' | 'unknown')[],
  isExplained: boolean,
): boolean {
  if (extra.every((cell) => cell.trim() === '')) return false
  const isRead = columns.some((column) => typeof column === 'function')
  return isRead || (!isExplained && extra.some((cell) => findTelltale('', cell) !== undefined))
}

/** Refuses another program's file, which would lose its times of consent and the columns that say who left.
 *  @throws InvalidInputError if the file is obviously from another program than the one named; 'none' accepts every file */
function refuseOtherProgram(names: readonly string[], from: ColumnOptions['from']): void {
  if (from === 'none') return
  const words = new Set(names.map(wordsIn))
  const looksLike = (program: ImportProgram) =>
    TELLTALES[program]?.some((columns) => columns.every((column) => words.has(column))) === true
  const program = IMPORT_PROGRAMS.find(looksLike)
  if (program === undefined || (from !== undefined && looksLike(from))) return
  throw new InvalidInputError(
    `This looks like an export of ${program}${from === undefined ? '' : `, not of ${from}`}. Run it again with --from ${program} to keep the time of consent, or with --from none to do without it.`,
  )
}

/** @returns the columns that say who gets mail
 *  @throws InvalidInputError if the file has none of that program's */
function requireProgram(names: readonly string[], from: ImportProgram): number[] {
  const wanted: readonly string[] = PROGRAMS[from]
  const found = names.flatMap((name, index) => (wanted.includes(wordsIn(name)) ? [index] : []))
  if (found.length > 0) return found
  throw new InvalidInputError(
    `--from ${from}: the file has none of the columns in which that program says who gets mail (${wanted.map(quote).join(', ')}). It has ${names.slice(0, MANY_NAMES).map(quote).join(', ')}.`,
  )
}

function requireColumn(names: readonly string[], option: string, name: string): number {
  const index = indexOf(names, name)
  if (index >= 0) return index
  const listed = names.slice(0, MANY_NAMES).map(quote).join(', ')
  throw new InvalidInputError(`${option}: the file has no column ${quote(name)}. It has ${listed}.`)
}

/** @param subscribed  the values that mean "gets mail"; undefined: the usual words */
function readingOf(subscribed: readonly string[] | undefined): Reading {
  if (subscribed === undefined) return byYesAndNo('subscribed', 'unsubscribed')
  const wanted = new Set(subscribed.map(wordsIn))
  return (value) => {
    if (wanted.has(value)) return 'subscribed'
    const verdict = STATUS_WORDS[value]
    return verdict === undefined || verdict === 'subscribed' ? 'other' : verdict
  }
}

function refuse(columns: readonly string[], verb: string, what: string): InvalidInputError {
  const listed = columns.map(quote).join(', ')
  return askWhatIsMeant(
    columns.length === 1
      ? `The column ${listed} ${verb}s ${what}, and is not known here.`
      : `The columns ${listed} ${verb} ${what}, and are not known here.`,
    columns,
  )
}

function askWhatIsMeant(found: string, columns: readonly string[]): InvalidInputError {
  const isOne = columns.length === 1
  const ignored = columns.map((column) => `--ignore-column ${quote(column)}`).join(' ')
  return new InvalidInputError(
    `${found} Nobody may get mail who has left, so say how it is meant: ` +
      `--status-column ${isOne ? quote(columns[0] ?? '') : 'NAME'} --subscribed-values VALUE,VALUE for the values that get mail, or ` +
      `${ignored} where ${isOne ? 'it says' : 'they say'} nothing of the kind.`,
  )
}
