import { sql, type Selectable } from 'kysely'

import type { EditionContent, SectionName } from '../../../shared/edition-contract.ts'
import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { toStorableJson } from '../../lib/text.ts'
import type { EditionState, EditionTable, HoldKind } from './tables.ts'
import { replaceEdits, type EditionEdit } from './edition-edits.ts'
import { findRefusal, refuse } from './edition-refusal.ts'
import { cutoffOf } from './edition-slots.ts'

/** An edition as it is built, before its recipients are known. `html` and `text` hold the marks of recipient-mail.ts. */
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
  /** What a person changed, replacing the edits stored so far. */
  readonly edits: readonly EditionEdit[]
}

/** How the letter came about, or one section of it in editions of earlier programs. */
export interface EditionAudit {
  readonly section: 'letter' | SectionName
  readonly factsHash: string
  readonly outcome: 'model' | 'model after retry' | 'rules'
  readonly reason: string | undefined
  readonly model: string | undefined
  readonly retries: number
  /** Kept as JSON: instructions, prompts, raw outputs, and the outcome of each piece. Contains no key. */
  readonly record: unknown
}

/** The state of a stored edition, without its words. */
export interface EditionHead {
  readonly id: string
  /** 'YYYY-MM-DD' */
  readonly slotDate: string
  readonly state: EditionState
  readonly builtAt: Date
  /** Undefined while it follows the timetable. */
  readonly held: Hold | undefined
}

/** The stored edition as it is sent. */
export interface Edition extends EditionHead {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** An edition that must wait for a person. */
export interface Hold {
  readonly since: Date
  readonly kind: HoldKind
  readonly reason: string | undefined
}

const HEAD = ['id', 'state', 'built_at', 'held_at', 'held_kind', 'held_reason'] as const

/** The edition of a Monday; undefined if none is written. */
export async function findEdition(db: DatabaseOrTransaction, slotDate: string): Promise<Edition | undefined> {
  const row = await db
    .selectFrom('edition')
    .select([...HEAD, 'subject', 'html', 'text'])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  return row && { ...asHead(row, slotDate), subject: row.subject, html: row.html, text: row.text }
}

/** The same without its long texts. */
export async function findEditionHead(
  db: DatabaseOrTransaction,
  slotDate: string,
): Promise<EditionHead | undefined> {
  const row = await db.selectFrom('edition').select(HEAD).where('slot_date', '=', slotDate).executeTakeFirst()
  return row && asHead(row, slotDate)
}

function asHead(
  row: {
    id: string
    state: EditionState
    built_at: Date
  } & HoldColumns,
  slotDate: string,
): EditionHead {
  return { id: row.id, slotDate, state: row.state, builtAt: row.built_at, held: asHold(row) }
}

type HoldColumns = Pick<Selectable<EditionTable>, 'held_at' | 'held_kind' | 'held_reason'>

/** @returns undefined when it is not held */
export function asHold({ held_at, held_kind, held_reason }: HoldColumns): Hold | undefined {
  if (held_at === null) return undefined
  return { since: held_at, kind: held_kind ?? 'by-hand', reason: held_reason ?? undefined }
}

/** Check this before writing an edition, which takes minutes and asks a model.
 *  @throws EditionStateError if it could not be stored */
export async function requireReplaceable(db: DatabaseOrTransaction, slotDate: string): Promise<void> {
  const head = await findEditionHead(db, slotDate)
  const refusal = head && findRefusal(slotDate, 'build', head.state)
  if (refusal !== undefined) throw refusal
}

/** Stores an edition with its audit. Replaces one that is not frozen yet, which stays held if it was.
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
        built_at = excluded.built_at, preview_submitted_at = null, released_at = null
      where edition.state in ('built', 'missed')
      returning id`.execute(trx)
    const [stored] = rows
    if (stored === undefined) {
      await requireReplaceable(trx, edition.slotDate)
      throw refuse(edition.slotDate, 'build', 'frozen')
    }
    await replaceEdits(trx, stored.id, edition.edits)
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
          // A model may answer anything.
          record: toStorableJson(record),
        })),
      )
      .execute()
  })
}

export interface MissedEdition {
  /** 'YYYY-MM-DD' */
  readonly date: string
  /** It was not sent because a person held it, and still does. */
  readonly isHeld: boolean
  /** It waits because the database was restored. */
  readonly isRestored: boolean
  /** There is none: no server was up to write it, or it could not be written. */
  readonly isUnwritten?: boolean
}

/** Marks editions that the timetable did not send in time.
 *  @returns those newly marked, and those of the last four weeks, since an earlier alarm may have failed; oldest first */
export async function markMissedEditions(db: DatabaseOrTransaction): Promise<MissedEdition[]> {
  const holds = sql`held_at is not null as "isHeld", held_kind is not distinct from 'restored' as "isRestored"`
  // An edition built after its cutoff was built by hand, for a person to send.
  const { rows } = await sql<MissedEdition>`
    with marked as (
      update edition set state = 'missed'
      where state = 'built' and lunchpail_now() >= ${cutoffOf(sql`slot_date`)}
        and built_at < ${cutoffOf(sql`slot_date`)}
      returning slot_date, held_at, held_kind
    )
    select slot_date as date, ${holds} from marked
    union all
    select slot_date as date, ${holds} from edition
    where state = 'missed' and ${cutoffOf(sql`slot_date`)} > lunchpail_now() - interval '4 weeks'
    order by date`.execute(db)
  return rows
}

/** Editions that wait because a restored backup does not know that they went out; oldest first. */
export async function listRestored(db: DatabaseOrTransaction): Promise<EditionHead[]> {
  const rows = await db
    .selectFrom('edition')
    .select([...HEAD, 'slot_date'])
    .where('held_kind', '=', 'restored')
    .orderBy('slot_date')
    .execute()
  return rows.map((row) => asHead(row, row.slot_date))
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

/** The dates of the editions that are being sent although their time is over, and that no process, not even one that ended, still has
 *  claims on; oldest first. */
export async function listUnendedEditions(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db
    .selectFrom('edition')
    .select('slot_date')
    .where('state', '=', 'frozen')
    .where(sql<boolean>`expires_at <= lunchpail_now()`)
    .where(
      sql<boolean>`not exists (
        select from delivery where edition_id = edition.id and state in ('claimed', 'sending') and lease_until >= lunchpail_now())`,
    )
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
