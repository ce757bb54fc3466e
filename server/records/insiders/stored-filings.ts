import { listDays } from '../../lib/dates.ts'
import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { FilingUnreadCode, InsiderCoverage, InsiderTransaction } from './insider-filing.ts'
import type { FilingDays } from './kept-insider-filing.ts'
import { NOT_READ_YET, toUnstorable, type Unread } from '../core/unread-reason.ts'
import { filingUrls, indexUrl, type ListedFiling } from './daily-index.ts'
import type { OwnershipReport } from './ownership-document.ts'

/** Records listed Forms 4 and 4/A. For those already recorded, only an earlier filing day is taken over.
 *  @returns the accessions of those already read */
export async function noteListedFilings(
  db: DatabaseOrTransaction,
  listed: readonly ListedFiling[],
): Promise<Set<string>> {
  if (listed.length === 0) return new Set()
  const urls = listed.map(filingUrls)
  await sql`
    insert into insider_filing as kept (accession, form, filed_on, page_url, record_url, unread_code, unread_reason)
    select *, ${NOT_READ_YET.code}, ${NOT_READ_YET.reason} from unnest(
      ${listed.map(({ accession }) => accession)}::text[],
      ${listed.map(({ form }) => form)}::text[],
      ${listed.map(({ filedOn }) => filedOn)}::date[],
      ${urls.map(({ pageUrl }) => pageUrl)}::text[],
      ${urls.map(({ recordUrl }) => recordUrl)}::text[]
    )
    on conflict (accession) do update set filed_on = excluded.filed_on
    where excluded.filed_on < kept.filed_on`.execute(db)
  const rows = await db
    .selectFrom('insider_filing')
    .select('accession')
    .where('unread_reason', 'is', null)
    .where('accession', '=', sql<string>`any(${listed.map(({ accession }) => accession)}::text[])`)
    .execute()
  return new Set(rows.map(({ accession }) => accession))
}

/** Records why a filing is not read; does nothing to one that is read. */
export async function noteUnreadFiling(
  db: DatabaseOrTransaction,
  accession: string,
  { code, reason, documentId }: Unread<FilingUnreadCode> & { documentId?: string | undefined },
): Promise<void> {
  await db
    .updateTable('insider_filing')
    .set({
      unread_code: code,
      unread_reason: reason,
      ...(documentId === undefined ? {} : { document_id: documentId }),
    })
    .where('accession', '=', accession)
    .where('unread_reason', 'is not', null)
    .execute()
}

/** Stores a parsed filing; does nothing to one that is read already with its footnotes.
 *  @param trx  a transaction, so that the filing and its lines are stored together */
export async function keepFiling(
  trx: DatabaseOrTransaction,
  accession: string,
  report: OwnershipReport,
  documentId: string,
): Promise<void> {
  const updated = await trx
    .updateTable('insider_filing')
    .set({
      form: report.form,
      unread_code: null,
      unread_reason: null,
      footnotes_read: true,
      document_id: documentId,
      issuer_cik: report.issuer.cik,
      issuer_name: report.issuer.name,
      issuer_ticker: report.issuer.ticker ?? null,
      owners: JSON.stringify(report.owners),
      period_of_report: report.periodOfReport ?? null,
      original_filed_on: report.originalFiledOn ?? null,
      withdraws: report.withdraws,
      is_unclear: report.isUnclear ?? false,
      holdings: JSON.stringify(report.holdings),
    })
    .where('accession', '=', accession)
    .where((eb) => eb.or([eb('unread_reason', 'is not', null), eb('footnotes_read', '=', false)]))
    .returning('accession')
    .executeTakeFirst()
  if (!updated) return
  await trx.deleteFrom('insider_line').where('accession', '=', accession).execute()
  const { transactions, derivativeTransactions } = report
  if (transactions.length + derivativeTransactions.length === 0) return
  await trx
    .insertInto('insider_line')
    .values([
      ...transactions.map((transaction) =>
        toLine(accession, transaction, { line: transaction.line, isDerivative: false }),
      ),
      ...derivativeTransactions.map((transaction) =>
        toLine(accession, transaction, { line: transactions.length + transaction.line, isDerivative: true }),
      ),
    ])
    .execute()
}

function toLine(
  accession: string,
  transaction: InsiderTransaction,
  { line, isDerivative }: { line: number; isDerivative: boolean },
) {
  return {
    accession,
    line,
    is_derivative: isDerivative,
    security: transaction.security,
    traded_on: transaction.tradedOn,
    deemed_executed_on: transaction.deemedExecutedOn ?? null,
    code: transaction.code,
    direction: transaction.direction ?? null,
    shares: transaction.shares ?? null,
    owned_after: transaction.ownedAfter ?? null,
    ownership: transaction.ownership ?? null,
    ownership_nature: transaction.ownershipNature ?? null,
    // A note may give the price in another currency.
    price: transaction.price ?? null,
    is_planned: transaction.isPlanned ?? null,
    is_unasked: transaction.isUnasked,
    is_more_held: transaction.isMoreHeld,
    is_not_due: transaction.isNotDue ?? false,
    shares_per_depositary: transaction.sharesPerDepositary ?? null,
    via: transaction.via ?? null,
    reason: transaction.reason ?? null,
    plan_adopted_on: transaction.planAdoptedOn ?? null,
    price_low: transaction.priceRange?.[0] ?? null,
    price_high: transaction.priceRange?.[1] ?? null,
  }
}

/** Lists filings read before footnotes were parsed, newest first, with their gzipped documents and the ids of these. */
export async function listWithoutFootnotes(
  db: DatabaseOrTransaction,
  limit: number,
): Promise<{ accession: string; id: string; bytes: Buffer }[]> {
  return db
    .selectFrom('insider_filing')
    .innerJoin('source_document', 'source_document.id', 'insider_filing.document_id')
    .select(['accession', 'source_document.id', 'bytes'])
    .where('unread_reason', 'is', null)
    .where('footnotes_read', '=', false)
    .orderBy('filed_on', 'desc')
    .limit(limit)
    .execute()
}

/** Stores a filing that was read before as it reads now. What is stored of it stays if the database refuses that.
 *  @param report  undefined if it can no longer be parsed: then, too, what is stored stays */
export async function keepAgain(
  db: Database,
  accession: string,
  report: OwnershipReport | undefined,
  documentId: string,
): Promise<void> {
  try {
    if (report) await db.transaction().execute((trx) => keepFiling(trx, accession, report, documentId))
    else await leaveFootnotes(db, accession)
  } catch (error) {
    // Throws any other error.
    toUnstorable(error)
    await leaveFootnotes(db, accession)
  }
}

async function leaveFootnotes(db: Database, accession: string): Promise<void> {
  await db
    .updateTable('insider_filing')
    .set({ footnotes_read: true })
    .where('accession', '=', accession)
    .execute()
}

/** A Form 4 that a daily index lists on a line which could not be read. */
const UNREAD_LINE: Unread<'unreadable'> = {
  code: 'unreadable',
  reason: 'its line in the daily index cannot be read',
}

/** Reads what the SEC listed for these days and how much was read. A business day without a read index counts as unread. */
export async function readInsiderCoverage(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
): Promise<InsiderCoverage> {
  const days = await db
    .selectFrom('insider_day')
    .select(['day', 'unread_lines'])
    .where('day', '>=', filedFrom)
    .where('day', '<=', filedTo)
    .orderBy('day')
    .execute()
  const filings = await db
    .selectFrom('insider_filing')
    .select(['accession', 'page_url', 'unread_code', 'unread_reason'])
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .orderBy('accession')
    .execute()
  const daysRead = days.map(({ day }) => day)
  const unreadFilings = filings.flatMap(
    ({ accession, page_url: pageUrl, unread_code: code, unread_reason: reason }) =>
      reason === null ? [] : [{ accession, pageUrl, code: code ?? 'other', reason }],
  )
  const unreadLines = days.flatMap(({ day, unread_lines: count }) =>
    Array.from({ length: count }, () => ({ pageUrl: indexUrl(day), ...UNREAD_LINE })),
  )
  return {
    daysRead,
    daysUnread: listDays(filedFrom, filedTo)
      .filter((day) => isBusinessDay(day) && !daysRead.includes(day))
      .map((day) => Object.assign({ day }, NOT_READ_YET)),
    listed: filings.length + unreadLines.length,
    read: filings.length - unreadFilings.length,
    unread: [...unreadFilings, ...unreadLines],
  }
}
