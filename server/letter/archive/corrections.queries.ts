import type { Correction } from '../../../shared/edition-contract.ts'
import type { DatabaseOrTransaction } from '../../db/database.ts'
import { asDay, PUBLISHED } from './published-editions.queries.ts'

/** @param date  limits it to one edition
 *  @returns the newest first */
export async function listCorrections(db: DatabaseOrTransaction, date?: string): Promise<Correction[]> {
  let query = db
    .selectFrom('edition_correction')
    .innerJoin('edition', 'edition.id', 'edition_correction.edition_id')
    .select([
      'edition.slot_date',
      'edition_correction.id',
      'edition_correction.noted_at',
      'edition_correction.text',
      'edition_correction.fact_id',
    ])
    .where('edition.state', 'in', PUBLISHED)
    .where('edition_correction.withdrawn_at', 'is', null)
    .orderBy('edition_correction.noted_at', 'desc')
    .orderBy('edition_correction.id', 'desc')
  if (date !== undefined) query = query.where('edition.slot_date', '=', date)
  const rows = await query.execute()
  return rows.map(({ id, slot_date, noted_at, text, fact_id }) => ({
    id,
    slotDate: slot_date,
    notedAt: noted_at.toISOString(),
    text,
    factId: fact_id,
  }))
}

/** Corrections noted since the last edition before a Monday was built, which its readers have not seen yet.
 *  @returns the oldest first */
export async function listCorrectionsSince(
  db: DatabaseOrTransaction,
  { before }: { before: string },
): Promise<{ slotDate: string; text: string }[]> {
  const rows = await db
    .selectFrom('edition_correction')
    .innerJoin('edition', 'edition.id', 'edition_correction.edition_id')
    .select(['edition.slot_date', 'edition_correction.text'])
    .where('edition.state', 'in', PUBLISHED)
    .where('edition.slot_date', '<', asDay(before))
    .where('edition_correction.withdrawn_at', 'is', null)
    .where('edition_correction.noted_at', '>', (eb) =>
      eb
        .selectFrom('edition as last')
        .select(({ fn }) => fn.max('last.built_at').as('built_at'))
        .where('last.state', 'in', PUBLISHED)
        .where('last.slot_date', '<', asDay(before)),
    )
    .orderBy('edition_correction.id')
    .execute()
  return rows.map(({ slot_date: slotDate, text }) => ({ slotDate, text }))
}
