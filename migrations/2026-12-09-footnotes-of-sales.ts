import { sql, type Kysely } from 'kysely'

/** Adds what a line's footnotes say: why shares were sold, when a plan was adopted, and the price range behind an
 *  average. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_line
      drop constraint insider_line_via_check,
      add constraint insider_line_via_check check (
        via in ('reinvestment', 'employee plan', 'gift', 'offering', 'placement', 'taxes')
      ),
      add column reason text check (
        reason in ('part taxes', 'option cost', 'tax planning', 'estate planning', 'loan', 'diversification')
      ),
      add column plan_adopted_on date,
      add column price_low numeric,
      add column price_high numeric,
      add check ((price_low is null) = (price_high is null))`.execute(db)
  // Filings read earlier are parsed again from their stored documents.
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and exists (
      select from insider_line
      where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
    )`.execute(db)
}
