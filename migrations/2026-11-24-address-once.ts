import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A foreign key may point to a unique column, so a change of one waits for every transaction that holds the row by a
  // foreign key: an unsubscription would wait for an edition's recipients to be written down. It may not point to a partial
  // index, and a change of what that holds waits for none.
  await sql`create unique index subscriber_email_once on subscriber (email) where email is not null`.execute(
    db,
  )
  await sql`alter table subscriber drop constraint subscriber_email_key`.execute(db)
}
