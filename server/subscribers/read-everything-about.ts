import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import type { HashedAddress, SuppressionReason } from './subscribers.queries.ts'
import type { NoticeTable } from './tables.ts'

/** Everything stored about one address, times in UTC; missing values are null. */
export interface EverythingAbout {
  readonly subscriber: {
    /** Null once consent was withdrawn. */
    readonly email: string | null
    /** Null if the imported file does not say. */
    readonly consentedAt: Date | null
    /** Where consent was given: 'site', 'operator', 'import:ghost' and the like; null for consents older than this field. */
    readonly consentSource: string | null
    /** When the consent was recorded here. */
    readonly recordedAt: Date
    readonly confirmedAt: Date | null
    readonly withdrawnAt: Date | null
  } | null
  readonly doNotMail: { readonly reason: SuppressionReason; readonly since: Date } | null
  /** Single mails, about a confirmation or an unsubscription; the latest of each kind. */
  readonly notices: readonly {
    readonly kind: NoticeTable['kind']
    readonly state: string
    readonly email: string | null
    readonly createdAt: Date
    readonly attempts: number
  }[]
  /** Newest first. */
  readonly deliveries: readonly {
    /** The edition's Monday, 'YYYY-MM-DD'. */
    readonly edition: string
    readonly state: string
    readonly attempts: number
    /** The mail server's answer. */
    readonly reply: string | null
    readonly updatedAt: Date
  }[]
  /** Letters that came back, and complaints; newest first. */
  readonly bounces: readonly {
    readonly edition: string
    readonly kind: string
    /** Such as '5.1.1'. */
    readonly status: string | null
    readonly receivedAt: Date
  }[]
}

/** Reads everything in one snapshot. */
export async function readEverythingAbout(
  db: Database,
  { emailHash }: HashedAddress,
): Promise<EverythingAbout> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const row = await trx
        .selectFrom('subscriber')
        .select([
          'id',
          'email',
          'consented_at',
          'consent_source',
          'recorded_at',
          'confirmed_at',
          'withdrawn_at',
        ])
        .where('email_hash', '=', emailHash)
        .executeTakeFirst()
      return {
        subscriber: row
          ? {
              email: row.email,
              consentedAt: row.consented_at,
              consentSource: row.consent_source,
              recordedAt: row.recorded_at,
              confirmedAt: row.confirmed_at,
              withdrawnAt: row.withdrawn_at,
            }
          : null,
        doNotMail: (await findDoNotMail(trx, emailHash)) ?? null,
        notices: await listNotices(trx, emailHash),
        deliveries: row ? await listDeliveries(trx, row.id) : [],
        bounces: row ? await listBounces(trx, row.id) : [],
      }
    })
}

function findDoNotMail(db: DatabaseOrTransaction, emailHash: string) {
  return db
    .selectFrom('suppression')
    .select(['reason', 'suppressed_at as since'])
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
}

function listNotices(db: DatabaseOrTransaction, emailHash: string) {
  return db
    .selectFrom('notice')
    .select(['kind', 'state', 'email', 'created_at as createdAt', 'attempts'])
    .where('email_hash', '=', emailHash)
    .orderBy('created_at', 'desc')
    .execute()
}

async function listDeliveries(db: DatabaseOrTransaction, subscriberId: string) {
  const { rows } = await sql<EverythingAbout['deliveries'][number]>`
    select edition.slot_date as edition, delivery.state, attempts, reply, updated_at as "updatedAt"
    from delivery join edition on edition.id = delivery.edition_id
    where subscriber_id = ${subscriberId}
    order by edition.slot_date desc`.execute(db)
  return rows
}

async function listBounces(db: DatabaseOrTransaction, subscriberId: string) {
  const { rows } = await sql<EverythingAbout['bounces'][number]>`
    select edition.slot_date as edition, kind, status, received_at as "receivedAt"
    from delivery join bounce using (edition_id, subscriber_id) join edition on edition.id = edition_id
    where subscriber_id = ${subscriberId}
    order by received_at desc`.execute(db)
  return rows
}
