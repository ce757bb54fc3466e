import { sql } from 'kysely'

import type { Correction } from '../../../shared/edition-contract.ts'
import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import { findRefusal, refuse } from './edition-refusal.ts'

/** What was wrong and what is right, in a person's words. */
export interface CorrectionWords {
  /** 1 to 2,000 characters. */
  readonly text: string
  /** The id of the fact that was wrong; undefined if it is not about a single one. */
  readonly factId: string | undefined
}

/** A correction as an operator sees it, including withdrawn ones, which readers do not see. */
export interface KeptCorrection extends Correction {
  /** ISO 8601 in UTC; undefined unless it was withdrawn. */
  readonly withdrawnAt: string | undefined
}

/** Records what was wrong in an edition that went out, and what is right. The same words a second time add nothing, since a
 *  command may be typed twice, but for the figure if none was named before.
 *  @throws EditionStateError if there is no such edition, or nobody has it yet; InvalidInputError if it has no such figure */
export async function correctEdition(
  db: Database,
  slotDate: string,
  { text, factId }: CorrectionWords,
): Promise<Correction> {
  return db.transaction().execute(async (trx) => {
    const edition = await trx
      .selectFrom('edition')
      .select(['id', 'state', 'frozen_at'])
      .select(
        sql<boolean>`facts @> ${JSON.stringify(factId === undefined ? [] : [{ id: factId }])}::jsonb`.as(
          'has_fact',
        ),
      )
      .where('slot_date', '=', slotDate)
      .forUpdate()
      .executeTakeFirst()
    if (edition === undefined) throw refuse(slotDate, 'correct', 'absent')
    if (edition.frozen_at === null) {
      throw findRefusal(slotDate, 'correct', edition.state) ?? refuse(slotDate, 'correct', 'built')
    }
    if (factId !== undefined && !edition.has_fact) {
      throw new InvalidInputError(
        `The edition of ${slotDate} has no figure ${factId}. Each figure on its page of figures has its id in its address, behind the #.`,
      )
    }
    const columns = ['id', 'noted_at', 'fact_id'] as const
    const standing = await trx
      .selectFrom('edition_correction')
      .select(columns)
      .where('edition_id', '=', edition.id)
      .where('text', '=', text)
      .where('withdrawn_at', 'is', null)
      .orderBy('id')
      .execute()
    const same = standing.find((one) => factId === undefined || one.fact_id === factId)
    const unnamed = standing.find((one) => one.fact_id === null)
    const { id, noted_at, fact_id } =
      same ??
      (unnamed === undefined
        ? await trx
            .insertInto('edition_correction')
            .values({ edition_id: edition.id, noted_at: sql`lunchpail_now()`, text, fact_id: factId ?? null })
            .returning(columns)
            .executeTakeFirstOrThrow()
        : await trx
            .updateTable('edition_correction')
            .set({ fact_id: factId ?? null })
            .where('id', '=', unnamed.id)
            .returning(columns)
            .executeTakeFirstOrThrow())
    return { id, slotDate, notedAt: noted_at.toISOString(), text, factId: fact_id }
  })
}

/** Withdraws a correction: readers no longer see it. It stays in the database, with the time.
 *  @throws AppError 'not-found' if the edition has no such correction, or it was withdrawn before */
export async function withdrawCorrection(db: Database, slotDate: string, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update edition_correction set withdrawn_at = lunchpail_now()
    from edition
    where edition.id = edition_correction.edition_id and edition.slot_date = ${slotDate}
      and edition_correction.id::text = ${id} and withdrawn_at is null`.execute(db)
  if (numAffectedRows === 1n) return
  throw new AppError(
    'not-found',
    `No correction ${id} of the edition of ${slotDate} stands. \`edition corrections\` lists them with their numbers.`,
  )
}

/** The corrections of one edition, or of all, including withdrawn ones; newest first. */
export async function listEditionCorrections(
  db: DatabaseOrTransaction,
  slotDate?: string,
): Promise<KeptCorrection[]> {
  const rows = await db
    .selectFrom('edition_correction as note')
    .innerJoin('edition', 'edition.id', 'note.edition_id')
    .select([
      'note.id',
      'edition.slot_date',
      'note.noted_at',
      'note.text',
      'note.fact_id',
      'note.withdrawn_at',
    ])
    .$if(slotDate !== undefined, (query) => query.where('edition.slot_date', '=', slotDate ?? ''))
    .orderBy('note.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    slotDate: row.slot_date,
    notedAt: row.noted_at.toISOString(),
    text: row.text,
    factId: row.fact_id,
    withdrawnAt: row.withdrawn_at?.toISOString(),
  }))
}
