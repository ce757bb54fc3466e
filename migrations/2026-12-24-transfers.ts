import { sql, type Kysely } from 'kysely'

/** Adds shares that, according to the footnotes, changed hands without a purchase or a sale, and has the footnotes read again
 *  from the stored documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_line
      drop constraint insider_line_via_check,
      add constraint insider_line_via_check check (
        via in ('reinvestment', 'employee plan', 'gift', 'transfer', 'offering', 'placement', 'taxes')
      )`.execute(db)
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and exists (
      select from insider_line
      where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
    )`.execute(db)
}
