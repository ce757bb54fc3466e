import path from 'node:path'

import type { Command } from 'commander'

import {
  parseOwnershipFile,
  readSenateReport,
  type InsiderTransaction,
  type SenateReport,
} from '../letter/index.ts'
import { inspectPtrFile, PartlyReadError } from './inspect-ptr.ts'
import type { CommandContext } from './program.ts'
import { readTextFile } from './read-text-file.ts'

/** @param file  an absolute path
 *  @returns one object a transaction; docs/inspect.md has their fields
 *  @throws Error whose message says why the file cannot be read */
type Inspector = (file: string) => Promise<readonly object[]>

/** inspect form4, ptr and senate: what the parsers read, without settings, database or network. */
export function addInspectCommands(
  program: Command,
  { output, folder }: Pick<CommandContext, 'output' | 'folder'>,
  setExitCode: (code: number) => void,
): void {
  const inspect = program
    .command('inspect')
    .description('Print what is read from files as JSON lines, one per transaction.')

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
            // One file must not keep the others from being read, whatever is the matter with it.
            if (error instanceof PartlyReadError) print(error.lines)
            const reason = (error instanceof Error ? error.message : String(error)).replaceAll(place, file)
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

/** The SEC writes ten digits; kept without their zeros, as in its addresses. */
const asFiled = (cik: string) => cik.padStart(10, '0')

async function inspectSenateFile(file: string): Promise<readonly object[]> {
  const page = readSenateReport(await readTextFile(file))
  if (page.status === 'on paper') throw new Error(`filed on paper, as pictures (${page.pictures})`)
  if (page.status === 'unreadable') throw new Error(page.reason)
  return describeSenateReport(file, page.report)
}

function describeSenateReport(file: string, { member, transactions }: SenateReport): readonly object[] {
  return transactions.map((transaction) => ({
    file,
    member,
    // The page has neither.
    stateDistrict: null,
    owner: transaction.owner,
    asset: transaction.asset,
    assetDetail: transaction.assetDetail ?? null,
    ticker: transaction.ticker ?? null,
    assetType: transaction.assetType ?? null,
    type: transaction.type,
    traded: transaction.tradedOn,
    notified: null,
    low: transaction.low,
    high: transaction.high ?? null,
    comment: transaction.comment ?? null,
  }))
}
