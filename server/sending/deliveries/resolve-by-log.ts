import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { AppError } from '../../lib/errors.ts'
import { refuse } from '../editions/edition-refusal.ts'
import { dayOf } from '../editions/edition-slots.ts'
import { freezePaused, unlessErased } from '../editions/freeze-edition.ts'
import { lockEdition } from '../editions/pause-resume-cancel.ts'
import type { EditionState } from '../editions/tables.ts'
import { HASH_LENGTH } from './hand-over-files.ts'
import type { HandedOver } from './hand-over-log.ts'

/** What logs kept outside the database say about an edition's readers. */
export interface ResolvedByLog {
  /** Readers who have it, though this was not known. */
  readonly submitted: number
  /** Readers who may have it, according to the logs alone. */
  readonly found: number
  /** All readers whose outcome is unknown now, including these. */
  readonly unknown: number
  /** Readers who will still get it. */
  readonly open: number
  /** Readers named in the logs who are not recipients here: they joined, or were erased, after the backup. */
  readonly notRecipients: number
  readonly state: EditionState
  /** Whether it is paused because the database was restored. */
  readonly isRestored: boolean
}

/** Applies what was recorded outside the database: readers who have the edition count as submitted, and those who may have it
 *  as unknown. An edition that this database, a restored backup, has not sent at all is frozen for this, and stays paused. If
 *  it is being sent, only unknown outcomes are resolved. Mails nobody; idempotent.
 *  @throws EditionStateError if there is none, or it is marked as sent; AppError if the logs name none of its readers */
export async function resolveByLog(
  db: Database,
  slotDate: string,
  handedOver: HandedOver,
): Promise<ResolvedByLog> {
  return unlessErased(() =>
    db.transaction().execute(async (trx) => {
      const edition = await lockEdition(trx, slotDate, 'resolve')
      if (edition.isMarked) throw refuse(slotDate, 'resolve', 'marked')
      const isUnsent = edition.state === 'built' || edition.state === 'missed'
      if (isUnsent && !(await hasBegun(trx, slotDate))) throw refuse(slotDate, 'resolve', 'not-due')
      if (isUnsent) await freezePaused(trx, edition.id)
      const state = isUnsent ? 'paused' : edition.state
      const named = await findNamed(trx, edition.id, handedOver)
      const count = named.submitted.length + named.open.length
      if (count === 0) {
        throw new AppError(
          'not-found',
          `None of the readers of the edition of ${slotDate} is named there. Nothing was changed.`,
        )
      }
      const onlyUnknown = sql.lit(state === 'frozen')
      const submitted = await sql`
        update delivery set state = 'submitted', reason = null, reply = null, next_at = null, lease_until = null, updated_at = lunchpail_now()
        where edition_id = ${edition.id} and subscriber_id = any (${named.submitted}::bigint[])
          and (state = 'unknown' or (state <> 'submitted' and not ${onlyUnknown}))`.execute(trx)
      const found = await sql`
        update delivery set state = 'unknown', reason = null, next_at = null, lease_until = null, updated_at = lunchpail_now()
        where edition_id = ${edition.id} and subscriber_id = any (${named.open}::bigint[])
          and state not in ('submitted', 'unknown') and not ${onlyUnknown}`.execute(trx)
      const { rows } = await sql<{ open: number; unknown: number }>`
        select count(*) filter (where state in ('pending', 'claimed', 'sending', 'deferred'))::integer as open,
          count(*) filter (where state = 'unknown')::integer as unknown
        from delivery where edition_id = ${edition.id}`.execute(trx)
      return {
        submitted: Number(submitted.numAffectedRows ?? 0),
        found: Number(found.numAffectedRows ?? 0),
        unknown: rows[0]?.unknown ?? 0,
        open: rows[0]?.open ?? 0,
        notRecipients: handedOver.readers.size - count,
        state,
        isRestored: isUnsent || edition.pauseKind === 'restored',
      }
    }),
  )
}

/** Whether somebody can have the edition: its Monday has begun in Chicago. */
async function hasBegun(trx: DatabaseOrTransaction, slotDate: string): Promise<boolean> {
  const { rows } = await sql`select 1 where lunchpail_now() >= ${dayOf(sql`${slotDate}`)}`.execute(trx)
  return rows.length > 0
}

/** Finds the recipients named in the logs, including those who have left since: their hashes are kept.
 *  @returns ids of subscribers */
async function findNamed(
  trx: DatabaseOrTransaction,
  editionId: string,
  { readers }: HandedOver,
): Promise<{ submitted: string[]; open: string[] }> {
  const { rows } = await sql<{ id: string; standing: 'submitted' | 'open' }>`
    select subscriber.id, standing
    from unnest(${[...readers.keys()]}::text[], ${[...readers.values()]}::text[]) as noted (hash, standing)
      join subscriber on left(email_hash, ${sql.lit(HASH_LENGTH)}) = hash
      join delivery on subscriber_id = subscriber.id and edition_id = ${editionId}`.execute(trx)
  const idsOf = (wanted: string) => rows.flatMap(({ id, standing }) => (standing === wanted ? [id] : []))
  return { submitted: idsOf('submitted'), open: idsOf('open') }
}
