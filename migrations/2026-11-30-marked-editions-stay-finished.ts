import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Deliveries are claimed for frozen editions only, so a finished one that is marked as sent is never sent again.
  await sql`
    update delivery set state = 'skipped', reply = 'cancelled', next_at = null
    from edition
    where edition.id = delivery.edition_id and marked_sent_at is not null and delivery.state in ('pending', 'deferred')`.execute(
    db,
  )
  await sql`
    update edition set state = 'finished', paused_at = null, pause_reason = null,
      finished_at = coalesce(finished_at, frozen_at)
    where marked_sent_at is not null and state <> 'finished'`.execute(db)
  await sql`
    alter table edition add constraint edition_marked_is_finished
      check (marked_sent_at is null or state = 'finished')`.execute(db)
}
