import { sql, type Kysely } from 'kysely'

/** A company's filings are found by its number: tickers change, and forms mistype them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index insider_filing_by_issuer on insider_filing (issuer_cik, filed_on desc)
    where unread_reason is null`.execute(db)
}
