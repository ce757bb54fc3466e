import { DAY_MS } from '../lib/dates.ts'
import { formatNextMonday } from '../../shared/format-date.ts'
import type { Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import type { Keys } from '../config/local-keys.ts'
import type { Logger } from '../lib/logger.ts'
import type { Mailer, OutgoingMail, Submission } from '../sending/mail/index.ts'
import { createSigner, type ConsentId } from '../sending/tokens.ts'
import { LINK_LIFETIME_DAYS } from './forget-expired.ts'
import {
  composeConfirmationMail,
  composeUnsubscribedMail,
  composeWelcomeMail,
  type NoticeSite,
} from './notice-mail.ts'
import {
  claimDueNotice,
  closeAbandonedNotices,
  closeNotice,
  deferNotice,
  putBackNotice,
  type ClaimedNotice,
} from './notices.queries.ts'
import { createOneAtATime } from './limits-of-routes.ts'
import { isActive } from './subscribers.queries.ts'
import { suppressHash } from './unsubscribe.ts'

/** RFC 5321 4.5.3.2.3 asks for five minutes, but strangers choose these recipients, and others wait. */
const RECIPIENT_MS = 60_000

export interface NoticeDeps {
  readonly db: Database
  readonly mailer: Mailer
  readonly keys: Keys
  readonly clock: Clock
  readonly config: NoticeSite
  readonly logger: Logger
  readonly addresses: NoticeAddresses
  /** How long the mailer may take, in milliseconds; by default less than the claim of a notice lasts. */
  readonly longestSubmissionMs?: number
}

/** Addresses of a single mail that carry the reader's consent id; undefined if none is configured. */
interface NoticeAddresses {
  /** The envelope sender, which receives bounces; undefined: the From address. */
  bounceAddressFor(consent: ConsentId): string | undefined
  /** Where a mail program sends an unsubscribe request; undefined: the contact, for a person to read. */
  unsubscribeMailboxFor(consent: ConsentId): string | undefined
  /** What identifies the mail in a mail provider's events.
   *  @param name  distinguishes the mails of one consent */
  markFor(consent: ConsentId, name: string): Pick<OutgoingMail, 'messageId' | 'headers'>
}

/** Sends the notices of a running process. */
export interface NoticeSender {
  /** Sends what is due. If as many are going out as may at once, those who send them go on with the rest, and this returns.
   *  @param signal  begins nothing more once it aborts; by default once the sender is closed */
  send(signal?: AbortSignal): Promise<void>
  /** Begins nothing more, and resolves once everything that is going out has its outcome. */
  close(): Promise<void>
}

/** @param mostAtOnce  fewer than the mailer sends at once: each may be held up by the server of whoever it goes to, and letters must
 *    not wait for that; and a notice that waits for a connection already counts as one that may have been sent. The last place is
 *    only for the first mail that a network caused within the hour, so that nobody waits for all that another one caused */
export function createNoticeSender(deps: NoticeDeps, mostAtOnce: number): NoticeSender {
  const underWay = new Set<Promise<void>>()
  const unsent = new Set<ClaimedNotice>()
  const closing = new AbortController()
  const oneAtATime = createOneAtATime()
  const claimed = new Set<ClaimedNotice>()
  // One at a time, so that it is known how many are going out.
  const claims: Claims = {
    next: () =>
      oneAtATime('claim', async () => {
        const onlyFirst = mostAtOnce > 1 && claimed.size >= mostAtOnce - 1
        const notice = await claimDueNotice(deps.db, { longestMs: deps.longestSubmissionMs, onlyFirst })
        if (notice !== undefined) claimed.add(notice)
        return notice
      }),
    end: (notice) => void claimed.delete(notice),
  }
  let senders = 0
  let isWantedAgain = false

  async function sendAll(signal: AbortSignal): Promise<void> {
    senders += 1
    try {
      do {
        isWantedAgain = false
        await submitDueNotices(deps, unsent, { signal, claims })
      } while (isWantedAgain && !signal.aborted)
    } finally {
      senders -= 1
    }
  }

  return {
    async send(signal = closing.signal) {
      if (senders >= mostAtOnce) {
        isWantedAgain = true
        return
      }
      const sending = sendAll(signal)
      underWay.add(sending)
      try {
        await sending
      } finally {
        underWay.delete(sending)
      }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}

interface Claims {
  readonly next: () => Promise<ClaimedNotice | undefined>
  readonly end: (notice: ClaimedNotice) => void
}

/** Sends the notices that are due, one by one, until none is left, the mail server cannot be reached or `signal` aborts. Any
 *  number of processes may do this at once. What a server may have accepted is never sent again.
 *  @param unsent  notices that this process claimed, and certainly did not send, when the database went away; they are put back
 *    first. Kept up to date */
export async function submitDueNotices(
  deps: NoticeDeps,
  unsent: Set<ClaimedNotice>,
  { signal, claims }: { signal?: AbortSignal; claims?: Claims } = {},
): Promise<void> {
  for (const notice of unsent) {
    await putBackNotice(deps.db, notice)
    unsent.delete(notice)
  }
  const abandoned = await closeAbandonedNotices(deps.db)
  if (abandoned > 0) deps.logger.warn({ abandoned }, 'notices of a stopped process: not known whether sent')
  for (;;) {
    if (signal?.aborted) return
    const notice = await (claims?.next() ?? claimDueNotice(deps.db, { longestMs: deps.longestSubmissionMs }))
    if (notice === undefined) return
    let isUnsent = true
    try {
      const mail = await composeIfStillTrue(deps, notice)
      if (mail === undefined) {
        await closeNotice(deps.db, notice, 'dropped')
        continue
      }
      isUnsent = false
      const submission = await submitSafely(deps, mail)
      isUnsent = submission.status === 'unreachable' || submission.status === 'refused'
      await recordOutcome(deps, notice, submission)
      if (submission.status === 'unreachable') return
    } catch (error) {
      if (isUnsent) unsent.add(notice)
      throw error
    } finally {
      claims?.end(notice)
    }
  }
}

/** @returns undefined if things have changed since: confirmed, withdrawn, or subscribed again */
async function composeIfStillTrue(
  { db, keys, clock, config, addresses }: NoticeDeps,
  notice: ClaimedNotice,
): Promise<OutgoingMail | undefined> {
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['id', 'recorded_at', 'confirmed_at', 'withdrawn_at', isActive.as('is_active')])
    .where('email_hash', '=', notice.emailHash)
    .executeTakeFirst()
  if (subscriber === undefined) return undefined
  const consent = { subscriberId: subscriber.id, recordedAt: subscriber.recorded_at }
  const envelopeFrom = addresses.bounceAddressFor(consent)
  const envelope = {
    to: notice.email,
    ...addresses.markFor(consent, `notice.${notice.id}.${notice.createdAt.getTime()}`),
    ...(envelopeFrom === undefined ? {} : { envelopeFrom }),
    recipientMs: RECIPIENT_MS,
  }
  const signer = createSigner(keys.secretKey)
  if (notice.kind === 'unsubscribed') {
    const isSignedUpAgain = subscriber.withdrawn_at === null
    return subscriber.is_active ? undefined : composeUnsubscribedMail(config, envelope, { isSignedUpAgain })
  }
  if (notice.kind === 'welcome') {
    if (!subscriber.is_active) return undefined
    const unsubscribeToken = signer.signUnsubscribe(subscriber.id)
    const unsubscribeMailbox = addresses.unsubscribeMailboxFor(consent) ?? config.contactEmail
    const nextLetter = formatNextMonday(clock.now())
    return composeWelcomeMail(config, envelope, { unsubscribeToken, unsubscribeMailbox, nextLetter })
  }
  if (subscriber.withdrawn_at !== null || subscriber.confirmed_at !== null) return undefined
  const expiresAt = new Date(clock.now().getTime() + LINK_LIFETIME_DAYS * DAY_MS)
  const token = signer.signConfirmation(subscriber.id, expiresAt)
  return composeConfirmationMail(config, envelope, `${config.siteUrl}/confirm?token=${token}`)
}

/** A mailer that throws instead of answering leaves it open whether the mail went out. */
async function submitSafely({ mailer, logger }: NoticeDeps, mail: OutgoingMail): Promise<Submission> {
  try {
    return await mailer.submit(mail)
  } catch (error) {
    logger.error({ err: error }, 'the mailer failed unexpectedly')
    return { status: 'unknown', reason: 'the mailer failed unexpectedly' }
  }
}

async function recordOutcome(
  { db, logger }: NoticeDeps,
  notice: ClaimedNotice,
  submission: Submission,
): Promise<void> {
  const about = { notice: notice.id, kind: notice.kind }
  switch (submission.status) {
    case 'submitted':
      await closeNotice(db, notice, 'submitted')
      return
    case 'unknown':
      logger.warn({ ...about, reason: submission.reason }, 'notice: not known whether it was taken')
      await closeNotice(db, notice, 'unknown')
      return
    case 'unreachable': {
      const state = await deferNotice(db, notice)
      logger.warn({ ...about, state, reason: submission.reason }, 'notice: mail server not reached')
      return
    }
    case 'refused':
      if (!submission.permanent) {
        const state = await deferNotice(db, notice)
        logger.info({ ...about, state, reply: submission.reply }, 'notice: refused for now')
        return
      }
      logger.warn({ ...about, reply: submission.reply }, 'notice: refused')
      await db.transaction().execute(async (trx) => {
        // Locks the address first, as requests do, which then queue or drop its notices.
        if (submission.about === 'recipient') await suppressHash(trx, notice.emailHash, 'bounced')
        await closeNotice(trx, notice, 'failed')
      })
  }
}
