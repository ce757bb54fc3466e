import { sql, type Kysely } from 'kysely'

/** Adds what footnotes and remarks say of who made a trade, of what else is held, and of reports that are withdrawn, and has these
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
