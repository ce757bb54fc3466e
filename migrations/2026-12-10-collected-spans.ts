import { sql, type Kysely } from 'kysely'

/** The days for which everything a source lists was requested, for everybody (subject '') or for one owner (a CIK): a record
 *  from that time that is not stored did not exist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collected_span (
      source text not null,
      subject text not null,
      from_day date not null,
      to_day date not null,
      primary key (source, subject),
      check (from_day <= to_day)
    )`.execute(db)
}
