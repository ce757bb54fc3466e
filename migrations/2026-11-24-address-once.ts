import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A foreign key may reference a unique column, so an update of such a column waits for every transaction that holds the
  // row by a foreign key: an unsubscription would wait while an edition's recipients are inserted. A foreign key cannot
  // reference a partial index, so updates of its columns do not wait.
  await sql`create unique index subscriber_email_once on subscriber (email) where email is not null`.execute(
    db,
  )
  await sql`alter table subscriber drop constraint subscriber_email_key`.execute(db)
}
