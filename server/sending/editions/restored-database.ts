import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import { sendTimeOf } from './edition-slots.ts'

/** The server's, the database's and the table's own identifiers. No backup contains all of them, and no copy keeps them. */
async function findIdentity(db: DatabaseOrTransaction): Promise<string> {
  const { rows } = await sql<{ ownNumbers: string; maySeeServer: boolean }>`
    select (select oid from pg_database where datname = current_database()) || '/' || 'edition'::regclass::oid as "ownNumbers",
      has_function_privilege('pg_control_system()', 'execute') as "maySeeServer"`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The database did not say which one it is')
  if (!found.maySeeServer) return found.ownNumbers
  const { rows: servers } = await sql<{ server: string }>`
    select system_identifier::text as server from pg_control_system()`.execute(db)
  return `${servers[0]?.server ?? ''}/${found.ownNumbers}`
}

/** Records that the database was restored, for an embedded one: its folder contains all identifiers, so they do not show it. */
export async function markRestored(db: DatabaseOrTransaction): Promise<void> {
  await sql`
    insert into database_identity (identity) values ('restored')
    on conflict (is_only) do update set identity = excluded.identity`.execute(db)
}

/** Makes an edition wait for a person if a restored or copied database may have sent it before, judging by the database alone:
 *  one in the middle of its sending is paused, and one that was due before is held, even if it is written only now. Whatever a
 *  person then releases or resumes goes out. Single mails that were due are forgotten. Idempotent.
 *  @returns how many these were */
export async function holdAfterRestore(db: Database, logger: Pick<Logger, 'error'>): Promise<number> {
  const identity = await findIdentity(db)
  const { rows } = await sql<{ identity: string; restoredAt: Date | null }>`
    insert into database_identity (identity) values (${identity})
    on conflict (is_only) do update set is_only = true
    returning identity, restored_at as "restoredAt"`.execute(db)
  const [found] = rows
  if (found === undefined || (found.identity === identity && found.restoredAt === null)) return 0
  const noted = await db.transaction().execute(async (trx) => {
    const first = found.identity === identity ? undefined : await noteRestore(trx, identity)
    await holdDue(trx)
    return first
  })
  if (noted === undefined) return 0
  logger.error(
    noted,
    'The database was restored or copied: what it may have sent before waits for a person (docs/sending.md, "A restored backup")',
  )
  return noted.forgottenMails
}

/** @returns undefined unless this process is the first to notice */
async function noteRestore(
  trx: DatabaseOrTransaction,
  identity: string,
): Promise<{ forgottenMails: number } | undefined> {
  // The row is locked, so the second of two processes finds it changed.
  const { rows } = await sql`
    update database_identity set identity = ${identity}, restored_at = lunchpail_now()
    where identity <> ${identity} returning 1`.execute(trx)
  if (rows.length === 0) return undefined
  await sql`
    update edition set state = 'paused', paused_at = lunchpail_now(), pause_kind = 'restored', pause_reason = null
    where state in ('frozen', 'paused')`.execute(trx)
  await skipGivenIds(trx)
  return { forgottenMails: await forgetDueMails(trx) }
}

/** Mails name these rows for good, in links, return addresses and Message-IDs. Ids given out since the backup are not given out
 *  again: from now on they begin with the time in microseconds, which is ahead of all others, from whichever backup. */
async function skipGivenIds(trx: DatabaseOrTransaction): Promise<void> {
  await sql`
    select setval(ids, greatest(nextval(ids), floor(extract(epoch from lunchpail_now()) * 1000000)::bigint))
    from unnest(array['subscriber', 'edition', 'notice']) as named (name),
      lateral (select pg_get_serial_sequence(name, 'id')::regclass as ids) as its`.execute(trx)
}

/** Single mails that were due may have gone out since the backup. Not even a trace stays: whoever still waits for a
 *  confirmation gets another as soon as they ask.
 *  @returns their number */
async function forgetDueMails(trx: DatabaseOrTransaction): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notice
    where state = 'sending' or (state = 'queued' and next_at <= lunchpail_now())`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

async function holdDue(trx: DatabaseOrTransaction): Promise<void> {
  const sendAt = sendTimeOf(sql`slot_date`)
  await sql`
    update edition set held_at = coalesce(held_at, lunchpail_now()), held_kind = 'restored',
      held_reason = 'it was due before that'
    from database_identity
    where state in ('built', 'missed') and held_kind is distinct from 'restored'
      and ${sendAt} <= restored_at and ${sendAt} > restored_at - interval '4 weeks'
      and coalesce(released_at, '-infinity') < restored_at`.execute(trx)
}
