import { sql, type Kysely } from 'kysely'

/** Adds amendments that may say that what they amend is not a trade, and has all footnotes read again from the stored documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_filing add column is_unclear boolean not null default false`.execute(db)
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and (
      form = '4/A' or exists (
        select from insider_line
        where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
      )
    )`.execute(db)
}
