import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { AppError } from '../../lib/errors.ts'

/** What a person changed in an edition before it went out. */
export interface EditionEdit {
  readonly kind: 'headline' | 'note' | 'drop'
  /** The headline or the note, or the id of the dropped statement. */
  readonly text: string
  /** Who made it, by a name of their own choice. */
  readonly by: string
  /** ISO 8601 in UTC; undefined until it is stored. */
  readonly madeAt: string | undefined
}

/** A person's order: at most one headline and one note, where the last one counts; each finding is dropped once. */
export type EditOrder =
  | { readonly order: 'put'; readonly edit: Omit<EditionEdit, 'madeAt'> }
  | {
      readonly order: 'take back'
      readonly kind: EditionEdit['kind']
      /** For dropped findings: which one. */
      readonly text?: string | undefined
    }

/** @returns oldest first; none if there is no edition */
export async function listEdits(db: DatabaseOrTransaction, slotDate: string): Promise<EditionEdit[]> {
  const rows = await db
    .selectFrom('edition_edit')
    .innerJoin('edition', 'edition.id', 'edition_edit.edition_id')
    .select(['edition_edit.kind', 'edition_edit.text', 'edition_edit.made_by', 'edition_edit.made_at'])
    .where('edition.slot_date', '=', slotDate)
    .orderBy('edition_edit.id')
    .execute()
  return rows.map(({ kind, text, made_by: by, made_at: madeAt }) => ({
    kind,
    text,
    by,
    madeAt: madeAt.toISOString(),
  }))
}

/** The edits after an order is carried out.
 *  @throws AppError 'not-found' if there is nothing to take back */
export function carryOut(edits: readonly EditionEdit[], order: EditOrder): EditionEdit[] {
  const { kind, text } = order.order === 'put' ? order.edit : order
  const isMeant = (edit: EditionEdit) => edit.kind === kind && (kind !== 'drop' || edit.text === text)
  const others = edits.filter((edit) => !isMeant(edit))
  if (order.order === 'put') return [...others, { ...order.edit, madeAt: undefined }]
  if (others.length === edits.length) {
    throw new AppError('not-found', NOTHING[kind])
  }
  return others
}

const NOTHING: Readonly<Record<EditionEdit['kind'], string>> = {
  headline: 'Nobody wrote a headline for this edition: it has its own.',
  note: 'This edition has no note to take back.',
  drop: 'This finding was not dropped.',
}

/** Stores the edits in place of the earlier ones. */
export async function replaceEdits(
  trx: DatabaseOrTransaction,
  editionId: string,
  edits: readonly EditionEdit[],
): Promise<void> {
  await trx.deleteFrom('edition_edit').where('edition_id', '=', editionId).execute()
  if (edits.length === 0) return
  await trx
    .insertInto('edition_edit')
    .values(
      edits.map(({ kind, text, by, madeAt }) => ({
        edition_id: editionId,
        kind,
        text,
        made_by: by,
        made_at: madeAt === undefined ? sql<Date>`lunchpail_now()` : new Date(madeAt),
      })),
    )
    .execute()
}
