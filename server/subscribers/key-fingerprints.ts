import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import type { Keys } from '../config/local-keys.ts'
import type { Logger } from '../lib/logger.ts'
import { fingerprintKey, hashAddress } from '../sending/tokens.ts'

/** SUPPRESSION_KEY is not the key that hashed the addresses of this database. */
export class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError'

  constructor() {
    super('SUPPRESSION_KEY is not the key that this database was used with')
  }
}

/** Number of addresses to check in a database older than fingerprints. */
const SAMPLE = 20
const PAGE = 1_000

/** Checks the keys against those this database was used with; records them the first time. Warns about a new SECRET_KEY
 *  unless the previous one is among the old ones, since links in letters already sent would stop working.
 *  @throws KeyMismatchError */
export async function checkKeys(db: Database, keys: Keys, logger: Pick<Logger, 'warn'>): Promise<void> {
  const suppression = fingerprintKey(keys.suppressionKey, 'SUPPRESSION_KEY')
  const known = await findFingerprint(db, 'SUPPRESSION_KEY')
  if (known === undefined && !(await fitsSubscribers(db, keys.suppressionKey))) throw new KeyMismatchError()
  if ((known ?? (await noteFirst(db, 'SUPPRESSION_KEY', suppression))) !== suppression)
    throw new KeyMismatchError()

  const secret = fingerprintKey(keys.secretKey, 'SECRET_KEY')
  const before = (await findFingerprint(db, 'SECRET_KEY')) ?? (await noteFirst(db, 'SECRET_KEY', secret))
  if (before === secret) return
  const old = (keys.oldSecretKeys ?? []).map((key) => fingerprintKey(key, 'SECRET_KEY'))
  if (!old.includes(before)) {
    logger.warn(
      'SECRET_KEY is not the key that this database was last used with, and that one is not in SECRET_KEY_OLD: links and return addresses of letters already sent do not work. Put the key from before into SECRET_KEY_OLD',
    )
  }
  await noteFingerprint(db, 'SECRET_KEY', secret)
}

type KeyName = Parameters<typeof fingerprintKey>[1]

async function findFingerprint(db: Database, name: KeyName): Promise<string | undefined> {
  const row = await db
    .selectFrom('key_fingerprint')
    .select('fingerprint')
    .where('key_name', '=', name)
    .executeTakeFirst()
  return row?.fingerprint
}

/** Records a fingerprint unless one exists; if two processes start at once, the first one wins.
 *  @returns the fingerprint on record */
async function noteFirst(db: Database, name: KeyName, fingerprint: string): Promise<string> {
  await sql`
    insert into key_fingerprint (key_name, fingerprint, noted_at) values (${name}, ${fingerprint}, lunchpail_now())
    on conflict (key_name) do nothing`.execute(db)
  return (await findFingerprint(db, name)) ?? fingerprint
}

async function noteFingerprint(db: DatabaseOrTransaction, name: KeyName, fingerprint: string): Promise<void> {
  await sql`
    insert into key_fingerprint (key_name, fingerprint, noted_at) values (${name}, ${fingerprint}, lunchpail_now())
    on conflict (key_name) do update set fingerprint = excluded.fingerprint, noted_at = excluded.noted_at`.execute(
    db,
  )
}

/** @returns whether the known addresses have the hashes that this key makes; true if there are none */
async function fitsSubscribers(db: Database, suppressionKey: string): Promise<boolean> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['email', 'email_hash'])
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  return (
    rows.length === 0 ||
    rows.some(({ email, email_hash }) => hashAddress(email ?? '', suppressionKey) === email_hash)
  )
}

/** The cost of replacing a lost SUPPRESSION_KEY. */
export interface NewKeyOutcome {
  /** Subscribers whose addresses were hashed with the new key. */
  readonly subscribers: number
  /** Entries of the do-not-mail list that no longer match anybody. */
  readonly forgotten: number
}

/** Counts what `acceptNewKey` would change. */
export async function countForNewKey(db: Database): Promise<NewKeyOutcome> {
  const { rows } = await sql<NewKeyOutcome>`
    select (select count(*)::integer from subscriber where email is not null) as subscribers,
      (select count(*)::integer from suppression) as forgotten`.execute(db)
  return rows[0] ?? { subscribers: 0, forgotten: 0 }
}

/** Switches to a new key when the old one is lost for good, and hashes the known addresses with it. The do-not-mail list is left
 *  unchanged, in case the old key turns up. One transaction. */
export async function acceptNewKey(db: Database, suppressionKey: string): Promise<NewKeyOutcome> {
  const counted = await countForNewKey(db)
  await db.transaction().execute(async (trx) => {
    let last = '0'
    for (;;) {
      const rows = await trx
        .selectFrom('subscriber')
        .select(['id', 'email'])
        .where('email', 'is not', null)
        .where('id', '>', last)
        .orderBy('id')
        .limit(PAGE)
        .execute()
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      const hashes = rows.map(({ email }) => hashAddress(email ?? '', suppressionKey))
      // Addresses that left under the new key, when it was in use before, stay unsubscribed.
      await sql`
        update subscriber set email = null, withdrawn_at = lunchpail_now()
        from unnest(${ids}::bigint[], ${hashes}::text[]) as given (id, email_hash)
        where subscriber.id = given.id and exists (
          select from subscriber as other where other.email_hash = given.email_hash and other.id <> given.id
        )`.execute(trx)
      await sql`
        update subscriber set email_hash = given.email_hash
        from unnest(${ids}::bigint[], ${hashes}::text[]) as given (id, email_hash)
        where subscriber.id = given.id and subscriber.email is not null`.execute(trx)
      last = ids.at(-1) ?? last
    }
    await noteFingerprint(trx, 'SUPPRESSION_KEY', fingerprintKey(suppressionKey, 'SUPPRESSION_KEY'))
  })
  return counted
}
