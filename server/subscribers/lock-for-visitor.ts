import type { Transaction } from 'kysely'

import type { Database, Tables } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { withAddressLocked } from './subscribers.queries.ts'

/** While an edition's recipients are written down, all of them are locked: with a million for a quarter of a minute. Who waits
 *  keeps one of the process's few connections from everybody else. */
const PATIENCE = '3s'
const RETRY_AFTER_SECONDS = 15
const LOCK_NOT_AVAILABLE = '55P03'

/** withAddressLocked for a visitor's request, which waits for no lock longer than 3 s.
 *  @throws AppError 'not-ready' then; nothing was changed */
export async function withAddressLockedForVisitor<Result>(
  db: Database,
  emailHash: string,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await withAddressLocked(db, emailHash, work, { lockTimeout: PATIENCE })
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new AppError('not-ready', 'The list is in use at the moment. Please try again in a few seconds.', {
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
}
