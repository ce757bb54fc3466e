import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table insider_line add column via text check (
      via in ('reinvestment', 'employee plan', 'gift', 'offering', 'placement')
    )`.execute(db)
  // Filings read earlier are parsed again from their stored documents, except those without a trade.
  await sql`
    alter table insider_filing add column footnotes_read boolean not null default false`.execute(db)
  await sql`
    update insider_filing set footnotes_read = true
    where unread_reason is null and not exists (
      select from insider_line
      where insider_line.accession = insider_filing.accession and code in ('P', 'S') and not is_derivative
    )`.execute(db)
  await sql`
    create index insider_filing_footnotes_unread on insider_filing (filed_on desc)
    where unread_reason is null and not footnotes_read`.execute(db)
}
