import { sql, type Kysely } from 'kysely'

/** Records which database the rows are in: if it names another one, they were restored from a backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_identity (
      is_only boolean primary key default true check (is_only),
      identity text not null,
      restored_at timestamptz
    )`.execute(db)
}
