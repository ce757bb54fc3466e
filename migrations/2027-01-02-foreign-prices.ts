import { sql, type Kysely } from 'kysely'

/** Has all footnotes read again from the stored documents: more of them tell that a price is in another currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and (
      form = '4/A' or exists (
        select from insider_line
        where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
      )
    )`.execute(db)
}
