import type { Transaction } from 'kysely'

import type { Database, Tables } from '../../db/database.ts'
import type { ConsentId, createSigner, DeliveryId, MailPurpose } from '../tokens.ts'
import {
  countTransientInARow,
  findDelivery,
  isSuppressedAs,
  saveBounce,
  type BounceKind,
} from './bounce-notes.queries.ts'
import type { DeliveryVerdict } from './delivery-status.ts'
import type { IncomingMail } from './read-message.ts'

/** What one message was and what was done with it. Contains no address. */
export interface IngestResult {
  readonly kind:
    | BounceKind
    | 'delayed'
    | 'delivered'
    | 'unsubscribe'
    | 'auto-reply'
    | 'report'
    | 'mail'
    | 'empty'
    | 'unreadable'
  /** 'noted': counts later. 'already': known before, nothing changed. */
  readonly outcome: 'suppressed' | 'unsubscribed' | 'noted' | 'already' | 'nothing'
  /** Why it was ignored. */
  readonly reason?: string
  /** 'none' if it carries no token; left out otherwise. */
  readonly token?: 'none'
  /** The enhanced code (RFC 3463), such as '5.1.1'. */
  readonly status?: string
  /** The date of the edition it is about, 'YYYY-MM-DD'. */
  readonly edition?: string
}

export interface IngestDeps {
  readonly db: Database
  readonly signer: ReturnType<typeof createSigner>
  /** Locks a subscriber's address until the transaction ends.
   *  @returns when its consent was recorded here; undefined for one who is unknown or erased */
  readonly lockSubscriber: (
    trx: Transaction<Tables>,
    subscriberId: string,
  ) => Promise<{ recordedAt: Date } | undefined>
  readonly suppress: (
    trx: Transaction<Tables>,
    subscriberId: string,
    reason: 'bounced' | 'complained',
  ) => Promise<void>
  readonly unsubscribe: (subscriberId: string, way: 'mail' | 'provider') => Promise<void>
}

/** A mail provider's report about one letter. */
export type ReturnedEvent =
  | {
      readonly form: 'delivery-status'
      readonly verdict: DeliveryVerdict
      readonly tokens: readonly string[]
    }
  | { readonly form: 'complaint'; readonly tokens: readonly string[] }
  /** The reader asked the provider for no more mail. */
  | { readonly form: 'unsubscribe'; readonly tokens: readonly string[]; readonly at: Date | undefined }
  /** Anything else, such as that it was opened. */
  | { readonly form: 'report' }

/** Editions in a row that must come back as transient before their reader gets no more. */
const TRANSIENT_LIMIT = 3
const NO_TOKEN = 'It carries no token that we signed.'
const GONE = 'Its delivery or its subscriber is not there any more.'
const BEFORE_CONSENT = 'It is about a letter from before the present consent.'
const NO_PROOF = 'Of a single mail only what proves that the address does not exist counts.'
const REASON_OF_NOTHING = {
  'auto-reply': 'It answers by itself.',
  report: 'It does not say that an address failed, or that somebody complains.',
  empty: 'There is nothing in it.',
  unreadable: 'It is no message.',
}

/** Acts on a message. A token that we signed says whom it concerns, never the message's text.
 *  @throws the database's error: the message must be kept and read again */
export async function ingestMail(deps: IngestDeps, mail: IncomingMail): Promise<IngestResult> {
  switch (mail.form) {
    case 'delivery-status':
      return noteReport(deps, findSigned(deps, mail.tokens, ['bounce']), mail.verdict)
    case 'complaint':
      return note(deps, findSigned(deps, mail.tokens, ['bounce', 'mail-unsubscribe']), { kind: 'complaint' })
    case 'mail': {
      const about = findSigned(deps, mail.tokens, ['mail-unsubscribe'])
      if (about === undefined) return { kind: 'mail', outcome: 'nothing', reason: NO_TOKEN, token: 'none' }
      return unsubscribe(deps, about, { at: mail.sentAt, way: 'mail' })
    }
    case 'auto-reply':
    case 'report':
    case 'empty':
    case 'unreadable':
    default:
      return { kind: mail.form, outcome: 'nothing', reason: REASON_OF_NOTHING[mail.form] }
  }
}

/** Acts on a mail provider's report about one letter, by the same rules as on a message. The provider has proved who it is;
 *  only our token tells whom its event concerns, never the address in it.
 *  @throws the database's error: the event must be sent again */
export async function ingestEvent(deps: IngestDeps, event: ReturnedEvent): Promise<IngestResult> {
  if (event.form === 'report') return { kind: 'report', outcome: 'nothing', reason: REASON_OF_NOTHING.report }
  const about = findSigned(deps, event.tokens, ['letter', 'bounce'])
  switch (event.form) {
    case 'delivery-status':
      return noteReport(deps, about, event.verdict)
    case 'complaint':
      return note(deps, about, { kind: 'complaint' })
    case 'unsubscribe':
    default:
      if (about === undefined) {
        return { kind: 'unsubscribe', outcome: 'nothing', reason: NO_TOKEN, token: 'none' }
      }
      return unsubscribe(deps, about, { at: event.at, way: 'provider' })
  }
}

/** @returns what the first genuine token for one of the purposes is about; a single mail's before a letter's */
function findSigned(
  { signer }: IngestDeps,
  tokens: readonly string[],
  purposes: readonly MailPurpose[],
): DeliveryId | ConsentId | undefined {
  for (const token of tokens) {
    for (const purpose of purposes) {
      const about = signer.verifyMail(purpose, token)
      if (about !== undefined) return about
    }
  }
  return undefined
}

function noteReport(
  deps: IngestDeps,
  about: DeliveryId | ConsentId | undefined,
  { verdict, status }: DeliveryVerdict,
): IngestResult | Promise<IngestResult> {
  if (verdict === 'delayed' || verdict === 'delivered') {
    return { kind: verdict, outcome: 'nothing', reason: 'The address has not failed.', status }
  }
  return note(deps, about, { kind: verdict, status })
}

function note(
  deps: IngestDeps,
  about: DeliveryId | ConsentId | undefined,
  what: { kind: BounceKind; status?: string },
): IngestResult | Promise<IngestResult> {
  if (about === undefined) return { ...what, outcome: 'nothing', reason: NO_TOKEN, token: 'none' }
  return 'editionId' in about ? noteBounce(deps, about, what) : suppressBySingleMail(deps, about, what)
}

async function noteBounce(
  deps: IngestDeps,
  delivery: DeliveryId,
  { kind, status }: { kind: BounceKind; status?: string },
): Promise<IngestResult> {
  const { db, lockSubscriber, suppress } = deps
  const about = { kind, ...(status === undefined ? {} : { status }) }
  const { subscriberId } = delivery
  return db.transaction().execute(async (trx): Promise<IngestResult> => {
    // Lock first, so that several reports read at once see each other's notes.
    const subscriber = await lockSubscriber(trx, subscriberId)
    const known = await findDelivery(trx, delivery)
    if (subscriber !== undefined && known === undefined && kind === 'complaint') {
      // The delivery is too old, or a restored backup does not have it; the reader goes on getting letters.
      return { ...about, outcome: await suppressOnce(deps, trx, subscriberId, 'complained') }
    }
    if (subscriber === undefined || known === undefined) return { ...about, outcome: 'nothing', reason: GONE }
    const result = { ...about, edition: known.slotDate }
    const isNew = await saveBounce(trx, delivery, { kind, status: status ?? null })
    if (!isNew) return { ...result, outcome: 'already' }
    if (kind === 'complaint') {
      await suppress(trx, subscriberId, 'complained')
      return { ...result, outcome: 'suppressed' }
    }
    if (known.updatedAt < subscriber.recordedAt)
      return { ...result, outcome: 'noted', reason: BEFORE_CONSENT }
    const isOver =
      kind === 'permanent' ||
      (kind === 'transient' &&
        (await countTransientInARow(trx, subscriberId, {
          since: subscriber.recordedAt,
          most: TRANSIENT_LIMIT,
        })) === TRANSIENT_LIMIT)
    if (!isOver) return { ...result, outcome: 'noted' }
    await suppress(trx, subscriberId, 'bounced')
    return { ...result, outcome: 'suppressed' }
  })
}

/** A bounce of a confirmation, a welcome or a notice. There is no delivery to record it with: one that does not suppress at
 *  once is ignored, as is one read again after a new consent. */
async function suppressBySingleMail(
  deps: IngestDeps,
  { subscriberId, recordedAt }: ConsentId,
  { kind, status }: { kind: BounceKind; status?: string },
): Promise<IngestResult> {
  const about = { kind, ...(status === undefined ? {} : { status }) }
  if (kind === 'transient' || kind === 'policy') return { ...about, outcome: 'nothing', reason: NO_PROOF }
  return deps.db.transaction().execute(async (trx): Promise<IngestResult> => {
    const subscriber = await deps.lockSubscriber(trx, subscriberId)
    if (subscriber === undefined) return { ...about, outcome: 'nothing', reason: GONE }
    if (recordedAt < subscriber.recordedAt) return { ...about, outcome: 'nothing', reason: BEFORE_CONSENT }
    const reason = kind === 'complaint' ? 'complained' : 'bounced'
    return { ...about, outcome: await suppressOnce(deps, trx, subscriberId, reason) }
  })
}

/** For what is not recorded with a delivery: only the do-not-mail list shows that it was read before. */
async function suppressOnce(
  { suppress }: IngestDeps,
  trx: Transaction<Tables>,
  subscriberId: string,
  reason: 'bounced' | 'complained',
): Promise<'suppressed' | 'already'> {
  if (await isSuppressedAs(trx, subscriberId, reason)) return 'already'
  await suppress(trx, subscriberId, reason)
  return 'suppressed'
}

/** An old message that is read again must not end a consent given after it; a new one always counts, whichever letter its
 *  address came from. */
async function unsubscribe(
  { db, unsubscribe }: IngestDeps,
  about: DeliveryId | ConsentId,
  { at, way }: { at: Date | undefined; way: 'mail' | 'provider' },
): Promise<IngestResult> {
  const kind = 'unsubscribe'
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['email', 'recorded_at'])
    .where('id', '=', about.subscriberId)
    .executeTakeFirst()
  if (!subscriber?.email) return { kind, outcome: 'already' }
  const known = 'editionId' in about ? await findDelivery(db, about) : undefined
  const edition = known === undefined ? {} : { edition: known.slotDate }
  const writtenAt = 'editionId' in about ? known?.updatedAt : about.recordedAt
  const isOldLetter = writtenAt === undefined || writtenAt < subscriber.recorded_at
  if (isOldLetter && at !== undefined && at < subscriber.recorded_at) {
    return { kind, outcome: 'nothing', reason: 'It was sent before the present consent.', ...edition }
  }
  await unsubscribe(about.subscriberId, way)
  return { kind, outcome: 'unsubscribed', ...edition }
}
