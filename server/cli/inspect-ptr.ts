import { readFile } from 'node:fs/promises'

import { AppError, InvalidInputError } from '../lib/errors.ts'
import { readHousePdf, type UnreadRow } from '../letter/index.ts'

/** A report of which rows are missing. What could be read is in `lines`. */
export class PartlyReadError extends AppError {
  override readonly name = 'PartlyReadError'
  readonly lines: readonly object[]

  constructor(lines: readonly object[], unread: readonly UnreadRow[]) {
    const rows = unread.map(({ page, text, reason }) => `page ${page}: ${reason}: ${text}`)
    super('malformed-request', `${unread.length} of its rows cannot be read: ${rows.join('; ')}`)
    this.lines = lines
  }
}

/** Reads a transaction report of the House of Representatives.
 *  @returns one object a transaction, in the order of the report
 *  @throws PartlyReadError when rows of it cannot be read; InvalidInputError saying why when nothing of it can */
export async function inspectPtrFile(file: string): Promise<readonly object[]> {
  const pdf = await readFile(file).catch((error: unknown) => {
    throw new InvalidInputError('malformed-request', 'there is no such file', { cause: error })
  })
  const reading = await readHousePdf(pdf)
  if (reading.status === 'on paper') {
    throw new InvalidInputError('malformed-request', 'filed on paper: it has no text to read')
  }
  if (reading.status === 'unreadable') {
    throw new InvalidInputError('malformed-request', reading.reason)
  }
  const { member, stateDistrict, transactions, unreadRows } = reading.report
  const lines = transactions.map(
    ({ owner, asset, ticker, assetType, type, traded, notified, low, high }) => ({
      file,
      member,
      stateDistrict,
      owner,
      asset,
      ticker,
      assetType,
      type,
      traded,
      notified,
      low,
      high,
    }),
  )
  if (unreadRows.length > 0) throw new PartlyReadError(lines, unreadRows)
  return lines
}
