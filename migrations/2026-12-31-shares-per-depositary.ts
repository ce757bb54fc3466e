import { sql, type Kysely } from 'kysely'

/** Adds how many shares a depositary share stands for, and has all footnotes read again from the stored documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_line add column shares_per_depositary integer`.execute(db)
  await sql`
    update insider_filing set footnotes_read = false
    where unread_reason is null and (
      form = '4/A' or exists (
        select from insider_line
        where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
      )
    )`.execute(db)
}
