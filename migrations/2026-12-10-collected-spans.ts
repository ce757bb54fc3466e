import { sql, type Kysely } from 'kysely'

/** Between which days all that a source lists was asked for, of everybody (subject '') or of one owner alone (a CIK): what is not
 *  kept of that time was not there. */
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
