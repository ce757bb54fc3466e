import { sql } from 'kysely'

import type { Correction } from '../../../shared/edition-contract.ts'
import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { findRefusal, refuse } from './edition-refusal.ts'

/** Notes what was wrong in an edition that went out, and what is right. The same words again add nothing: a correction
 *  cannot be withdrawn, and a command may be typed twice.
 *  @param text  1 to 2,000 characters
 *  @throws EditionStateError when there is no such edition, or nobody has it yet */
export async function correctEdition(db: Database, slotDate: string, text: string): Promise<Correction> {
  return db.transaction().execute(async (trx) => {
    const edition = await trx
      .selectFrom('edition')
      .select(['id', 'state', 'frozen_at'])
      .where('slot_date', '=', slotDate)
      .forUpdate()
      .executeTakeFirst()
    if (edition === undefined) throw refuse(slotDate, 'correct', 'absent')
    if (edition.frozen_at === null) {
      throw findRefusal(slotDate, 'correct', edition.state) ?? refuse(slotDate, 'correct', 'built')
    }
    await sql`
      insert into edition_correction (edition_id, noted_at, text)
      select ${edition.id}::bigint, lunchpail_now(), ${text}
      where not exists (
        select from edition_correction where edition_id = ${edition.id} and text = ${text}
      )`.execute(trx)
    const { noted_at } = await trx
      .selectFrom('edition_correction')
      .select('noted_at')
      .where('edition_id', '=', edition.id)
      .where('text', '=', text)
      .executeTakeFirstOrThrow()
    return { slotDate, notedAt: noted_at.toISOString(), text }
  })
}

/** The corrections of one edition, or of all; the newest first. */
export async function listEditionCorrections(
  db: DatabaseOrTransaction,
  slotDate?: string,
): Promise<Correction[]> {
  const rows = await db
    .selectFrom('edition_correction')
    .innerJoin('edition', 'edition.id', 'edition_correction.edition_id')
    .select(['edition.slot_date', 'edition_correction.noted_at', 'edition_correction.text'])
    .$if(slotDate !== undefined, (query) => query.where('edition.slot_date', '=', slotDate ?? ''))
    .orderBy('edition_correction.id', 'desc')
    .execute()
  return rows.map((row) => ({
    slotDate: row.slot_date,
    notedAt: row.noted_at.toISOString(),
    text: row.text,
  }))
}
