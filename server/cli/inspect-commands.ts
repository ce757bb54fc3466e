import path from 'node:path'
import type { Command } from 'commander'
import { parseOwnershipFile } from '../records/insiders/ownership-document.ts'
import type { Chamber } from '../records/congress/congress-trade.ts'
import type { CongressRow } from '../records/congress/reports.ts'
import { readSenateReport } from '../records/congress/senate/read-report.ts'
import type { InsiderTransaction } from '../records/insiders/insider-filing.ts'
import type { CommandContext } from './program.ts'
import { readFile, stat } from 'node:fs/promises'
import { AppError, describeFileError, InvalidInputError, messageOf } from '../lib/errors.ts'
import { readHousePdf } from '../records/congress/house/collect-house.ts'
import type { UnreadRow } from '../records/congress/house/house-report.ts'

/** @param file  an absolute path
 *  @returns one object per transaction; docs/inspect.md lists their fields
 *  @throws Error whose message says why the file cannot be read */
type Inspector = (file: string) => Promise<readonly object[]>

/** inspect form4, ptr and senate: what the parsers read, without settings, database or network. */
export function addInspectCommands(
  program: Command,
  { output, folder, setExitCode }: Pick<CommandContext, 'output' | 'folder' | 'setExitCode'>,
): void {
  const inspect = program
    .command('inspect')
    .description('Print the contents of filings as JSON lines, one per transaction.')

  function add(name: string, description: string, inspectFile: Inspector): void {
    inspect
      .command(`${name} <files...>`)
      .description(description)
      .action(async (files: readonly string[]) => {
        for (const file of files) {
          const place = path.resolve(folder, file)
          const print = (rows: readonly object[]) => {
            for (const row of rows) output.write(`${JSON.stringify({ ...row, file })}\n`)
          }
          try {
            const rows = await inspectFile(place)
            print(rows)
            if (rows.length === 0) output.writeError(`${file}: read, and it reports no transaction\n`)
          } catch (error) {
            // Whatever is wrong with one file, the others must still be read.
            if (error instanceof PartlyReadError) print(error.lines)
            const reason = messageOf(error).replaceAll(place, file)
            output.writeError(reason.startsWith(file) ? `${reason}\n` : `${file}: ${reason}\n`)
            setExitCode(1)
          }
        }
      })
  }

  add('form4', 'Forms 4 and 4/A of the SEC: XML, or whole submissions (.txt, .nc).', inspectForm4File)
  add('ptr', 'Periodic transaction reports of the House of Representatives, as PDF.', inspectPtrFile)
  add('senate', 'Pages of periodic transaction reports of the Senate, as HTML.', inspectSenateFile)
}

async function inspectForm4File(file: string): Promise<readonly object[]> {
  const report = parseOwnershipFile(await readTextFile(file))
  const lineOf = (transaction: InsiderTransaction, derivative: boolean) => ({
    file,
    issuerCik: asFiled(report.issuer.cik),
    ticker: report.issuer.ticker ?? null,
    ownerCiks: report.owners.map(({ cik }) => asFiled(cik)),
    code: transaction.code,
    derivative,
    acquired: transaction.direction === undefined ? null : transaction.direction === 'acquired',
    date: transaction.tradedOn,
    shares: transaction.shares ?? null,
    price: transaction.price ?? null,
    ownedAfter: transaction.ownedAfter ?? null,
    planned: transaction.isPlanned ?? null,
  })
  return [
    ...report.transactions.map((transaction) => lineOf(transaction, false)),
    ...report.derivativeTransactions.map((transaction) => lineOf(transaction, true)),
  ]
}

/** The SEC writes ten digits; we keep them without leading zeros, as in its URLs. */
const asFiled = (cik: string) => cik.padStart(10, '0')

async function inspectSenateFile(file: string): Promise<readonly object[]> {
  const page = readSenateReport(await readTextFile(file))
  if (page.status === 'on paper') throw new Error(`filed on paper, as pictures (${page.pictures})`)
  if (page.status === 'unreadable') throw new Error(page.reason)
  const { member, transactions } = page.report
  // The Senate's page has no seat.
  const filer = { file, member, stateDistrict: null }
  return transactions.map((row) => describeTransaction(filer, row, 'senate'))
}

/** Only the Senate's pages have details and comments. */
function describeTransaction(
  filer: { file: string; member: string; stateDistrict: string | null },
  row: CongressRow,
  chamber: Chamber,
): object {
  const { owner, asset, ticker, type, low, high } = row
  return {
    ...filer,
    owner,
    asset,
    ...(chamber === 'senate' && { assetDetail: row.asset_detail }),
    ticker,
    assetType: row.asset_type,
    type,
    traded: row.traded_on,
    notified: row.notified_on,
    low,
    high,
    ...(chamber === 'senate' && { comment: row.comments }),
  }
}

/** Rows of a report are missing; `lines` has those that could be read. */
class PartlyReadError extends AppError {
  override readonly name = 'PartlyReadError'
  readonly lines: readonly object[]

  constructor(lines: readonly object[], unread: readonly UnreadRow[]) {
    const rows = unread.map(({ page, text, reason }) => `page ${page}: ${reason}: ${text}`)
    super('malformed-request', `${unread.length} of its rows cannot be read: ${rows.join('; ')}`)
    this.lines = lines
  }
}

/** Reads a transaction report of the House of Representatives.
 *  @returns one object per transaction, in the order of the report
 *  @throws PartlyReadError if some rows cannot be read; InvalidInputError saying why if nothing can */
export async function inspectPtrFile(file: string): Promise<readonly object[]> {
  const reading = await readHousePdf(await readBounded(file))
  if (reading.status === 'on paper') {
    throw new InvalidInputError('filed on paper: it has no text to read')
  }
  if (reading.status === 'unreadable') {
    throw new InvalidInputError(reading.reason)
  }
  const { member, stateDistrict, transactions, unreadRows } = reading.report
  const filer = { file, member, stateDistrict }
  const lines = transactions.map((row) => describeTransaction(filer, row, 'house'))
  if (unreadRows.length > 0) throw new PartlyReadError(lines, unreadRows)
  return lines
}

const MAX_BYTES = 64_000_000

/** Reads a text in its declared encoding: by byte order mark or XML declaration, else UTF-8, else Windows-1252, which older
 *  filings use undeclared.
 *  @throws InvalidInputError as readBounded does */
async function readTextFile(file: string): Promise<string> {
  const bytes = await readBounded(file)
  const head = bytes.subarray(0, 200).toString('latin1')
  const marked = head.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : head.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined
  const declared = /^[\s\S]{0,9}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]
  for (const encoding of [marked, 'utf-8', declared]) {
    const text = encoding === undefined ? undefined : decode(bytes, encoding)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** @throws InvalidInputError saying why it cannot be read */
async function readBounded(file: string): Promise<Buffer> {
  try {
    const found = await stat(file)
    if (!found.isFile()) throw new Error('it is not a file')
    if (found.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1_000_000} MB`)
    return await readFile(file)
  } catch (error) {
    throw new InvalidInputError(describeFileError(error), { cause: error })
  }
}

/** @returns undefined if the bytes are not in that encoding, or it is unknown */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}
