import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Why a Form 4 is not read, as a code; `unread_reason` keeps the details for people.
  await sql`
    alter table insider_filing add column unread_code text constraint insider_filing_unread_code check (unread_code in (
      'not-read', 'refused', 'missing', 'slow-down', 'server-failed', 'no-answer', 'stopped', 'incomplete', 'connection',
      'too-much', 'unreadable'))`.execute(db)
  await sql`
    update insider_filing set unread_code = case
      when unread_reason = 'not read yet' then 'not-read'
      when unread_reason ~ 'answered 403' then 'refused'
      when unread_reason ~ 'answered 404' then 'missing'
      when unread_reason ~ 'answered 429' then 'slow-down'
      when unread_reason ~ 'answered 5' then 'server-failed'
      when unread_reason ~ 'in time|within' then 'no-answer'
      when unread_reason ~ 'stopped answering' then 'stopped'
      when unread_reason ~ 'HTML|cut off|head is missing' then 'incomplete'
      when unread_reason ~ 'connection' then 'connection'
      when unread_reason ~ '^it took (more|longer) than' then 'too-much'
      else 'unreadable' end
    where unread_reason is not null`.execute(db)
}
