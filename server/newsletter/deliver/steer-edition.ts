import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { EditionStateError, findEdition } from './editions.ts'
import type { DeliveryState } from './tables.ts'

/** Stops the sending of an edition in every process until a person lets it go on.
 *  @param reason  words for a person, without addresses
 *  @returns false when it was not being sent */
export async function pauseEdition(
  db: DatabaseOrTransaction,
  editionId: string,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`
    update edition set state = 'paused', paused_at = lunchpail_now(), pause_reason = ${reason}
    where id = ${editionId} and state = 'frozen' returning id`.execute(db)
  return rows.length > 0
}

/** Decides what nobody can know: whether the deliveries in state `unknown` were taken. 'resend' gives them, and the
 *  edition, another 48 hours; some of those readers may then get it twice.
 *  @returns how many there were
 *  @throws EditionStateError when there is no such edition */
export async function resolveUnknown(
  db: Database,
  slotDate: string,
  decision: 'resend' | 'assume-submitted',
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const edition = await findEdition(trx, slotDate)
    if (edition === undefined)
      throw new EditionStateError(`There is no edition of ${slotDate}. Build it first.`)
    const state: DeliveryState = decision === 'resend' ? 'pending' : 'submitted'
    const resolved = await sql`
      update delivery set state = ${state}, updated_at = lunchpail_now()
      where edition_id = ${edition.id} and state = 'unknown'
      returning 1`.execute(trx)
    if (decision === 'resend' && resolved.rows.length > 0) {
      await sql`
        update edition set state = 'frozen', finished_at = null, expires_at = lunchpail_now() + interval '48 hours'
        where id = ${edition.id}`.execute(trx)
    }
    return resolved.rows.length
  })
}
