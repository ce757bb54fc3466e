import { sql, type SqlBool, type Transaction } from 'kysely'

import type { Database, DatabaseOrTransaction, Tables } from '../db/database.ts'
import type { SuppressionTable } from './tables.ts'

/** An address with its keyed hash. */
export interface HashedAddress {
  readonly email: string
  readonly emailHash: string
}

export type SuppressionReason = SuppressionTable['reason']

/** Condition for getting mail: subscribed, confirmed and not suppressed. Refers to the table as `subscriber`; with
 *  SUBSCRIBE_CONFIRM off a sign-up counts as confirmed at once. */
export const isActive = sql<SqlBool>`(
  subscriber.email is not null and subscriber.withdrawn_at is null and subscriber.confirmed_at is not null
  and not exists (select from suppression where suppression.email_hash = subscriber.email_hash)
)`

/** Condition for an address that anybody may have entered, here or in the form of an operator's program: nobody has followed a link
 *  mailed to it. Refers to the table as `subscriber`. */
export const isUnproven = sql<SqlBool>`(
  coalesce(subscriber.consent_source, '') ~ '^(site$|api:)' and subscriber.confirmed_at = subscriber.recorded_at
)`

/** The current time in statements; tests shift it. */
export const databaseNow = sql<Date>`lunchpail_now()`

/** Runs `work` in a transaction that locks this address. */
export async function withAddressLocked<Result>(
  db: Database,
  emailHash: string,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockAddress(trx, emailHash)
    return work(trx)
  })
}

/** Locks until the transaction ends. Not a row lock, since an address may have no row yet. */
export async function lockAddress(db: DatabaseOrTransaction, emailHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 0))`.execute(db)
}

/** @returns the hash of a subscriber's address; undefined if unknown, null if erased */
export async function findEmailHash(
  db: DatabaseOrTransaction,
  subscriberId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('email_hash')
    .where('id', '=', subscriberId)
    .executeTakeFirst()
  return row?.email_hash
}

export async function findSuppression(
  db: DatabaseOrTransaction,
  emailHash: string,
): Promise<SuppressionReason | undefined> {
  const row = await db
    .selectFrom('suppression')
    .select('reason')
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return row?.reason
}

export async function isActiveAddress(db: DatabaseOrTransaction, emailHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('email_hash', '=', emailHash)
    .where(isActive)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a consent given now; one that is already confirmed is left unchanged.
 *  @param source  where it was given */
export async function saveConsent(
  db: DatabaseOrTransaction,
  { email, emailHash }: HashedAddress,
  { as, source }: { as: 'confirmed' | 'unconfirmed'; source: string },
): Promise<void> {
  const consent = {
    email,
    consented_at: databaseNow,
    consent_source: source,
    recorded_at: databaseNow,
    confirmed_at: as === 'confirmed' ? databaseNow : null,
  }
  await db
    .insertInto('subscriber')
    .values({ ...consent, email_hash: emailHash })
    .onConflict((conflict) =>
      conflict
        .column('email_hash')
        .doUpdateSet({ ...consent, withdrawn_at: null })
        .where((eb) =>
          eb.or([eb('subscriber.withdrawn_at', 'is not', null), eb('subscriber.confirmed_at', 'is', null)]),
        ),
    )
    .execute()
}

/** Withdraws a consent, which removes the address from its row.
 *  @returns what the address was: a subscriber, unconfirmed, or neither */
export async function withdrawConsent(
  db: DatabaseOrTransaction,
  emailHash: string,
): Promise<'subscribed' | 'unconfirmed' | 'none'> {
  const row = await db
    .updateTable('subscriber')
    .set({ email: null, withdrawn_at: databaseNow })
    .where('email_hash', '=', emailHash)
    .where('email', 'is not', null)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (row === undefined) return 'none'
  return row.confirmed_at === null ? 'unconfirmed' : 'subscribed'
}

/** The mildest first. */
export const REASONS_BY_GRAVITY = [
  'unsubscribed',
  'blocked',
  'bounced',
  'complained',
  'erased',
] as const satisfies readonly SuppressionReason[]

/** Condition of an upsert into `suppression`: only a graver reason replaces the one before, which keeps its time otherwise. */
export const isGraver = sql<SqlBool>`(
  array_position(${REASONS_BY_GRAVITY}::text[], excluded.reason)
  > array_position(${REASONS_BY_GRAVITY}::text[], suppression.reason)
)`

/** Puts an address on the do-not-mail list, unless it is there for as grave a reason. */
export async function saveSuppression(
  db: DatabaseOrTransaction,
  emailHash: string,
  reason: SuppressionReason,
): Promise<void> {
  await db
    .insertInto('suppression')
    .values({ email_hash: emailHash, reason, suppressed_at: databaseNow })
    .onConflict((conflict) =>
      conflict.column('email_hash').doUpdateSet({ reason, suppressed_at: databaseNow }).where(isGraver),
    )
    .execute()
}

export async function liftSuppression(db: DatabaseOrTransaction, emailHash: string): Promise<void> {
  await db.deleteFrom('suppression').where('email_hash', '=', emailHash).execute()
}

/** @returns the number of recipients of the next edition */
export async function countActive(db: DatabaseOrTransaction): Promise<number> {
  const row = await db
    .selectFrom('subscriber')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(isActive)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
