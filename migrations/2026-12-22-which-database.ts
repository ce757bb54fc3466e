import { sql, type Kysely } from 'kysely'

/** Which database the rows are in: where another one's name is found, they were restored from a backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_identity (
      is_only boolean primary key default true check (is_only),
      identity text not null,
      restored_at timestamptz
    )`.execute(db)
}
