import { sql, type Kysely } from 'kysely'

/** Finds the filings of an owner: a form that names one as director or officer tells that it is a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index insider_filing_by_owner on insider_filing using gin (owners jsonb_path_ops)`.execute(
    db,
  )
}
