import { sql, type Kysely } from 'kysely'

/** Adds what footnotes and remarks say about who made a trade, what else is held, and which reports are withdrawn, and has them
 *  read again from the stored documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_line
      add column is_unasked boolean not null default false,
      add column is_more_held boolean not null default false`.execute(db)
  await sql`
    alter table insider_filing add column withdraws boolean not null default false`.execute(db)
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and (
      form = '4/A' or exists (
        select from insider_line
        where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
      )
    )`.execute(db)
}
