import { sql, type Kysely } from 'kysely'

/** Changes to the filings of insiders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A company's filings are found by its number: tickers change, and forms mistype them.
  await sql`
    create index insider_filing_by_issuer on insider_filing (issuer_cik, filed_on desc)
    where unread_reason is null`.execute(db)

  // How many Forms 4 a day's index lists on lines that could not be read.
  await sql`alter table insider_day add column unread_lines integer not null default 0`.execute(db)

  // Has all footnotes read again from the stored documents: more of them tell that a price is in another currency.
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and (
      form = '4/A' or exists (
        select from insider_line
        where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
      )
    )`.execute(db)
}
