import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import type { DeedTable } from './tables.ts'

const KEPT_MONTHS = 13
const MOST_WORDS = 2000
/** The names of the orders that write a letter. */
export const BUILDING = /^(build|write|(undo )?(headline|note|drop))$/

/** Who does something, and how they gave the order. */
export interface Actor {
  readonly who: string
  readonly by: DeedTable['by']
  /** The version of the edition that this person saw, from findVersion; left out: the current one. */
  readonly seen?: string
}

export interface Deed {
  readonly id: string
  readonly begunAt: Date
  readonly who: string
  readonly by: DeedTable['by']
  readonly what: string
  /** The Monday of the edition, 'YYYY-MM-DD'. */
  readonly date: string | undefined
  readonly detail: string | undefined
  /** Undefined while it is under way, or if its process ended first; `words` then says so once that is noticed. */
  readonly outcome: 'done' | 'refused' | undefined
  readonly words: string | undefined
}

/** Somebody else has acted since this person looked. The message is for a log. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError'
  /** 'YYYY-MM-DD' */
  readonly date: string
  /** The newest deed on that edition; undefined if no person changed it. */
  readonly deed: Deed | undefined

  constructor(date: string, deed: Deed | undefined) {
    super(`The edition of ${date} changed after it was looked at`)
    this.date = date
    this.deed = deed
  }
}

/** Records that somebody begins something. If two people act on the same version of an edition, the second is refused.
 *  @returns its id
 *  @throws ChangedMeanwhileError if the edition is not what this person saw */
export async function beginDeed(
  db: Database,
  actor: Actor,
  { what, date, detail }: { what: string; date?: string; detail?: string | undefined },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if (date !== undefined) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`deed ${date}`}, 0))`.execute(trx)
      if (actor.seen !== undefined && actor.seen !== (await findVersion(trx, date))) {
        const [deed] = await listDeeds(trx, { date, limit: 1 })
        throw new ChangedMeanwhileError(date, deed)
      }
    }
    const { id } = await trx
      .insertInto('deed')
      .values({
        begun_at: sql<Date>`lunchpail_now()`,
        who: actor.who,
        by: actor.by,
        what,
        slot_date: date ?? null,
        detail: detail?.slice(0, MOST_WORDS) ?? null,
        outcome: null,
        words: null,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Records the outcome. */
export async function endDeed(
  db: DatabaseOrTransaction,
  id: string,
  { outcome, words }: { outcome: 'done' | 'refused'; words: string },
): Promise<void> {
  await db
    .updateTable('deed')
    .set({ outcome, words: words.slice(0, MOST_WORDS), ended_at: sql<Date>`lunchpail_now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks earlier builds of an edition that have no outcome as ended before they were done. Only the process that holds the build
 *  lock may call this: no other can be building the edition then.
 *  @param own.except  the deed of that process */
export async function endLeftBuilds(
  db: DatabaseOrTransaction,
  date: string,
  { except = '0' }: { except?: string } = {},
): Promise<void> {
  await sql`
    update deed set words = 'Its process ended before it was done.', ended_at = lunchpail_now()
    where slot_date = ${date}::date and ended_at is null and what ~ ${BUILDING.source} and id <> ${except}::bigint`.execute(
    db,
  )
}

/** Records something that is already done. */
export async function noteDeed(
  db: Database,
  actor: Actor,
  { words, ...deed }: { what: string; date?: string; detail?: string | undefined; words: string },
): Promise<void> {
  await endDeed(db, await beginDeed(db, actor, deed), { outcome: 'done', words })
}

/** @returns a text that changes whenever a person or the timetable changes the edition */
export async function findVersion(db: DatabaseOrTransaction, date: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws('.', coalesce((select max(id) from deed where slot_date = ${date}::date), 0), state,
      extract(epoch from built_at)::text, extract(epoch from held_at)::text, extract(epoch from paused_at)::text) as version
    from (select ${date}::date as slot) as asked left join edition on slot_date = slot`.execute(db)
  return rows[0]?.version ?? ''
}

/** @param range.date  only deeds about this edition
 *  @returns newest first */
export async function listDeeds(
  db: DatabaseOrTransaction,
  { date, limit }: { date?: string; limit: number },
): Promise<Deed[]> {
  const rows = await db
    .selectFrom('deed')
    .select(['id', 'begun_at', 'who', 'by', 'what', 'slot_date', 'detail', 'outcome', 'words'])
    .$if(date !== undefined, (query) => query.where('slot_date', '=', date ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    begunAt: row.begun_at,
    who: row.who,
    by: row.by,
    what: row.what,
    date: row.slot_date ?? undefined,
    detail: row.detail ?? undefined,
    outcome: row.outcome ?? undefined,
    words: row.words ?? undefined,
  }))
}

/** Deletes deeds and alarms older than 13 months.
 *  @returns how many */
export async function deleteOldDeeds(db: DatabaseOrTransaction): Promise<number> {
  const before = sql`lunchpail_now() - make_interval(months => ${KEPT_MONTHS})`
  const deeds = await sql`delete from deed where begun_at < ${before}`.execute(db)
  const alarms = await sql`delete from raised_alarm where raised_at < ${before}`.execute(db)
  return Number(deeds.numAffectedRows ?? 0) + Number(alarms.numAffectedRows ?? 0)
}
