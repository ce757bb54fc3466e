import type { Selectable } from 'kysely'

import type { Tables } from '../../db/database.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'

type Line = Selectable<Tables['insider_line']>

/** A Form 4 or 4/A that was read, from the rows that keep it.
 *  @param lines  all of its lines, in order */
export function toInsiderFiling(
  row: Selectable<Tables['insider_filing']> & { readonly retrieved_at: Date },
  lines: readonly Line[],
): InsiderFiling {
  return {
    accession: row.accession,
    form: row.form,
    filedOn: row.filed_on,
    pageUrl: row.page_url,
    recordUrl: row.record_url,
    retrievedAt: row.retrieved_at.toISOString(),
    issuer: {
      cik: row.issuer_cik ?? '',
      name: row.issuer_name ?? '',
      ticker: row.issuer_ticker ?? undefined,
    },
    owners: row.owners,
    periodOfReport: row.period_of_report ?? undefined,
    originalFiledOn: row.original_filed_on ?? undefined,
    transactions: lines.filter((line) => !line.is_derivative).map(toTransaction),
    holdings: row.holdings,
    derivativeTransactionCount: lines.filter((line) => line.is_derivative).length,
  }
}

function toTransaction(line: Line): InsiderTransaction {
  return {
    line: line.line,
    security: line.security,
    tradedOn: line.traded_on,
    deemedExecutedOn: line.deemed_executed_on ?? undefined,
    code: line.code,
    direction: line.direction ?? undefined,
    shares: toNumber(line.shares),
    price: toNumber(line.price),
    ownedAfter: toNumber(line.owned_after),
    ownership: line.ownership ?? undefined,
    ownershipNature: line.ownership_nature ?? undefined,
    isPlanned: line.is_planned ?? undefined,
    via: line.via ?? undefined,
  }
}

const toNumber = (numeric: string | null) => (numeric === null ? undefined : Number(numeric))
