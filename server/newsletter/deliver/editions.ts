import { sql } from 'kysely'

import type { EditionContent, SectionName } from '../../../shared/edition-contract.ts'
import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { isActive } from '../../subscribers/index.ts'
import { formatChicagoTime } from '../chicago-time.ts'
import { showControls } from '../show-controls.ts'
import type { EditionState } from '../tables.ts'
import { cutoffOf } from './edition-slots.ts'

/** An edition as it is written, before anyone is to get it. `html` and `text` hold the marks of recipient-slots.ts. */
export interface BuiltEdition {
  /** The Monday it is for, 'YYYY-MM-DD'. */
  readonly slotDate: string
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly text: string
  /** Kept as JSON. */
  readonly facts: unknown
  /** Kept as JSON. */
  readonly coverage: unknown
  readonly content: EditionContent
  readonly audits: readonly EditionAudit[]
}

/** How one section came to its words. */
export interface EditionAudit {
  readonly section: SectionName
  readonly factsHash: string
  readonly outcome: 'model' | 'model after retry' | 'rules'
  readonly reason: string | undefined
  readonly model: string | undefined
  readonly retries: number
  /** Kept as JSON: instructions, prompts, raw outputs, verdicts. Holds no key. */
  readonly record: unknown
}

/** What was asked for does not fit the edition's state; the message says what to do. */
export class EditionStateError extends Error {
  override readonly name = 'EditionStateError'
}

/** The stored edition's sending side. */
export interface Edition {
  readonly id: string
  readonly slotDate: string
  readonly state: EditionState
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly builtAt: Date
  /** Undefined when it goes by the timetable. */
  readonly held: Hold | undefined
}

/** A person's word that an edition is to wait. */
export interface Hold {
  readonly since: Date
  readonly reason: string | undefined
}

/** The edition of a Monday, undefined when none is written. */
export async function findEdition(db: DatabaseOrTransaction, slotDate: string): Promise<Edition | undefined> {
  const row = await db
    .selectFrom('edition')
    .select(['id', 'state', 'subject', 'html', 'text', 'built_at', 'held_at', 'held_reason'])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { built_at, held_at, held_reason, ...rest } = row
  return { ...rest, slotDate, builtAt: built_at, held: asHold(held_at, held_reason) }
}

/** @param since  null when it is not held */
export function asHold(since: Date | null, reason: string | null): Hold | undefined {
  return since === null ? undefined : { since, reason: reason ?? undefined }
}

/** Stores a written edition with its audit; one that nobody has been chosen for yet is replaced, and stays held if it was.
 *  @throws EditionStateError once it is frozen */
export async function storeEdition(db: Database, edition: BuiltEdition): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into edition (slot_date, state, subject, preheader, html, text, facts, coverage, content, built_at)
      values (${edition.slotDate}, 'built', ${edition.subject}, ${edition.preheader}, ${edition.html}, ${edition.text},
        ${JSON.stringify(edition.facts)}::jsonb, ${JSON.stringify(edition.coverage)}::jsonb,
        ${JSON.stringify(edition.content)}::jsonb, lunchpail_now())
      on conflict (slot_date) do update set
        state = excluded.state, subject = excluded.subject, preheader = excluded.preheader, html = excluded.html,
        text = excluded.text, facts = excluded.facts, coverage = excluded.coverage, content = excluded.content,
        built_at = excluded.built_at, preview_submitted_at = null
      where edition.state in ('built', 'missed')
      returning id`.execute(trx)
    const [stored] = rows
    if (stored === undefined) {
      throw new EditionStateError(
        `The edition of ${edition.slotDate} is being sent or was sent: it can no longer be replaced.`,
      )
    }
    await trx.deleteFrom('edition_audit').where('edition_id', '=', stored.id).execute()
    if (edition.audits.length === 0) return
    await trx
      .insertInto('edition_audit')
      .values(
        edition.audits.map(({ section, factsHash, outcome, reason, model, retries, record }) => ({
          edition_id: stored.id,
          section,
          facts_hash: factsHash,
          outcome,
          reason: reason ?? null,
          model: model ?? null,
          retries,
          // A model may answer anything; Postgres keeps no U+0000.
          record: JSON.stringify(record, (_key, value: unknown) =>
            typeof value === 'string' ? showControls(value) : value,
          ),
        })),
      )
      .execute()
  })
}

/** Writes down who gets a stored edition, once and for all; doing it again changes nothing.
 *  @param by  the timetable's edition expires at its cutoff and is only frozen between its time and that; one that a
 *             person sends has 48 hours from now, whatever its date, and a paused one goes on. A held one is not frozen
 *  @throws EditionStateError when there is none, it was cancelled, or a person sends one that is held */
export async function freezeEdition(
  db: Database,
  slotDate: string,
  { by }: { by: 'timetable' | 'hand' },
): Promise<void> {
  const edition = await findEdition(db, slotDate)
  if (edition === undefined)
    throw new EditionStateError(`There is no edition of ${slotDate}. Build it first.`)
  if (edition.state === 'cancelled') throw new EditionStateError(`The edition of ${slotDate} was cancelled.`)
  const isNewlyFrozen = await db.transaction().execute(async (trx) => {
    const isDue =
      by === 'hand'
        ? sql`state in ('built', 'missed') and held_at is null`
        : sql`state = 'built' and held_at is null and lunchpail_now() < ${cutoffOf(sql`slot_date`)}`
    const expiry = by === 'hand' ? sql`lunchpail_now() + interval '48 hours'` : cutoffOf(sql`slot_date`)
    // The update takes the row's lock: of two processes that come together the second finds it frozen.
    const frozen = await sql`
      update edition set state = 'frozen', frozen_at = lunchpail_now(), expires_at = ${expiry}
      where id = ${edition.id} and ${isDue}
      returning id`.execute(trx)
    if (frozen.rows.length === 0) {
      if (by === 'hand') {
        await refuseIfHeld(trx, slotDate)
        await resumeEdition(trx, edition.id)
      }
      return false
    }
    await sql`
      with chosen as (
        insert into delivery (edition_id, subscriber_id, updated_at)
        select ${edition.id}::bigint, subscriber.id, lunchpail_now()
        from subscriber
        where ${isActive}
        returning 1
      )
      update edition set expected_count = (select count(*) from chosen) where id = ${edition.id}`.execute(trx)
    return true
  })
  // A week's new rows are unknown to the planner: it would read and sort all of them for every 20 that are claimed.
  if (isNewlyFrozen) await sql`analyze delivery`.execute(db)
}

async function refuseIfHeld(db: DatabaseOrTransaction, slotDate: string): Promise<void> {
  const held = (await findEdition(db, slotDate))?.held
  if (held === undefined) return
  const why = held.reason === undefined ? '' : ` (${held.reason})`
  throw new EditionStateError(
    `The edition of ${slotDate} is held since ${formatChicagoTime(held.since)}${why}. Release it first: lunchpail edition release --date ${slotDate}`,
  )
}

/** A person's word: a paused edition goes on, for 48 hours from now. */
async function resumeEdition(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`
    update edition set state = 'frozen', paused_at = null, pause_reason = null, expires_at = lunchpail_now() + interval '48 hours'
    where id = ${editionId} and state = 'paused'`.execute(db)
}

export interface MissedEdition {
  /** 'YYYY-MM-DD' */
  readonly date: string
  /** It was not sent because a person held it, and still is. */
  readonly isHeld: boolean
}

/** Marks what the timetable did not send in time.
 *  @returns those newly marked */
export async function markMissedEditions(db: DatabaseOrTransaction): Promise<MissedEdition[]> {
  // One that was written after its cutoff was written by hand, for a person to send.
  const { rows } = await sql<{ date: string; isHeld: boolean }>`
    update edition set state = 'missed'
    where state = 'built' and lunchpail_now() >= ${cutoffOf(sql`slot_date`)}
      and built_at < ${cutoffOf(sql`slot_date`)}
    returning slot_date as date, held_at is not null as "isHeld"`.execute(db)
  return rows
}

/** The dates of the editions that are being sent, or were when their process ended; oldest first. */
export async function listFrozenEditions(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db
    .selectFrom('edition')
    .select('slot_date')
    .where('state', '=', 'frozen')
    .orderBy('slot_date')
    .execute()
  return rows.map((row) => row.slot_date)
}

/** Deletes the delivery rows of editions sent more than 13 months ago.
 *  @returns how many */
export async function deleteOldDeliveries(db: DatabaseOrTransaction): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery using edition
    where edition.id = delivery.edition_id and edition.frozen_at < lunchpail_now() - interval '13 months'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
