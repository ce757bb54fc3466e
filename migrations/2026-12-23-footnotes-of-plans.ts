import { sql, type Kysely } from 'kysely'

/** Has footnotes read again from the stored documents: those that deny a plan, or give a price in another currency, were
 *  read as a plan's and as dollars. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and exists (
      select from insider_line
      where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
    )`.execute(db)
}
