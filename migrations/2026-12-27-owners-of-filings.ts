import { sql, type Kysely } from 'kysely'

/** An index for finding an owner’s filings: a form that names an owner as director or officer shows that this is a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index insider_filing_by_owner on insider_filing using gin (owners jsonb_path_ops)`.execute(
    db,
  )
}
