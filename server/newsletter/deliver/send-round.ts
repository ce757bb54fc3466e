import type { Transaction } from 'kysely'

import type { Database, Tables } from '../../db/database.ts'
import type { Logger } from '../../logger.ts'
import type { Mailer, OutgoingMail, Submission } from '../../mail/index.ts'
import type { Edition } from './editions.ts'
import {
  claimDeliveries,
  markSending,
  recordOutcomes,
  renewLeases,
  type ClaimedDelivery,
  type Outcome,
} from './ledger.ts'
import { outcomeOf, type RetryPolicy } from './outcome-of.ts'
import { createOutcomeWriter } from './outcome-writer.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Recipient } from './recipient-mail.ts'
import { pauseEdition } from './steer-edition.ts'

export interface RoundSettings extends RetryPolicy {
  /** Deliveries claimed at a time: what a killed process leaves open. */
  readonly chunkSize: number
  /** Messages under way at once. */
  readonly connections: number
  readonly leaseSeconds: number
  /** Refusals for policy after which the edition pauses: something is wrong with us, not with the readers. */
  readonly policyThreshold: number
  readonly databasePatienceMs: number
}

export interface RoundContext {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly rateLimit: RateLimit
  readonly settings: RoundSettings
  /** Counts over all rounds of one run. */
  readonly tally: { policyRefusals: number }
  readonly compose: (recipient: Recipient) => OutgoingMail
  /** Keeps an address that does not exist from ever getting mail again, in the transaction of its outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
}

export interface RoundResult {
  /** Deliveries that came to an outcome. */
  readonly handledCount: number
  /** Messages that a server answered. */
  readonly answeredCount: number
  /** Why no answer came: the server could not be reached, or broke off after the data. The round ended there. */
  readonly noAnswer: string | undefined
}

type PreparedDelivery = ClaimedDelivery & { readonly mail: OutgoingMail }

/** Sends what is open until nothing is, or until something says stop: the signal, a server that cannot be reached, a
 *  database that does not take outcomes, an edition that was paused. What is under way is always finished; what was only
 *  claimed goes back.
 *  @param limit  at most so many deliveries; 1 tries whether a server is there again */
export async function sendRound(
  context: RoundContext,
  edition: Edition,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<RoundResult> {
  const { db, mailer, logger, settings } = context
  const inHand = new Map<string, ClaimedDelivery>()
  const ready: PreparedDelivery[] = []
  let claimsLeft = limit
  let lastClaimed = '0'
  let refilling: Promise<void> | undefined
  let handledCount = 0
  let answeredCount = 0
  let noAnswer: string | undefined
  let isPaused = false

  const writer = createOutcomeWriter({
    write: (outcomes) => writeOutcomes(context, edition, outcomes),
    patienceMs: settings.databasePatienceMs,
    logger,
  })
  const settle = (outcome: Outcome) => {
    if (outcome.state !== 'pending') handledCount += 1
    inHand.delete(outcome.subscriberId)
    writer.add(outcome)
  }
  const giveBack = ({ subscriberId, claim }: ClaimedDelivery) =>
    settle({ subscriberId, claim, state: 'pending' })
  const mustStop = () => signal.aborted || noAnswer !== undefined || writer.isInTrouble || isPaused

  async function refill(): Promise<void> {
    const claimed = await claimDeliveries(db, edition.id, {
      limit: Math.min(settings.chunkSize, claimsLeft),
      leaseSeconds: settings.leaseSeconds,
      after: lastClaimed,
    })
    lastClaimed = claimed.at(-1)?.subscriberId ?? lastClaimed
    claimsLeft = claimed.length === 0 ? 0 : claimsLeft - claimed.length
    for (const delivery of claimed) inHand.set(delivery.subscriberId, delivery)
    const prepared = claimed.flatMap((delivery) => prepare(delivery))
    if (prepared.length === 0) return
    const ours = await markSending(db, edition.id, prepared, settings)
    for (const delivery of prepared) {
      if (ours.has(delivery.subscriberId)) ready.push(delivery)
      else giveBack(delivery)
    }
  }

  /** A letter that cannot be written for one reader fails for that reader alone. */
  function prepare(delivery: ClaimedDelivery): PreparedDelivery[] {
    const { subscriberId, claim, email } = delivery
    if (email === undefined) {
      settle({ subscriberId, claim, state: 'skipped', reply: 'No longer subscribed' })
      return []
    }
    try {
      return [{ ...delivery, mail: context.compose({ subscriberId, email }) }]
    } catch (error) {
      logger.error({ err: error, subscriberId }, 'The letter could not be written for one reader')
      settle({ subscriberId, claim, state: 'failed', reply: 'The letter could not be written' })
      return []
    }
  }

  async function next(): Promise<PreparedDelivery | undefined> {
    while (!mustStop()) {
      const delivery = ready.shift()
      if (delivery !== undefined || claimsLeft <= 0) return delivery
      // The first worker that finds the chunk empty fetches the next one, while the others are still sending.
      refilling ??= refill().finally(() => {
        refilling = undefined
      })
      await refilling
    }
    return undefined
  }

  async function work(): Promise<void> {
    for (let delivery = await next(); delivery !== undefined; delivery = await next()) {
      await context.rateLimit.take(signal)
      if (mustStop()) {
        giveBack(delivery)
        return
      }
      const submission = await mailer.submit(delivery.mail)
      settle(outcomeOf(delivery, submission, settings))
      // A server that breaks off after the data would make every row unknown: it is not given more than one at a time.
      if (submission.status === 'unreachable' || submission.status === 'unknown') noAnswer = submission.reason
      else answeredCount += 1
      await heedPolicyRefusal(submission)
    }
  }

  async function heedPolicyRefusal(submission: Submission): Promise<void> {
    const isOfPolicy =
      submission.status === 'refused' && submission.permanent && submission.about === 'policy'
    if (!isOfPolicy) return
    context.tally.policyRefusals += 1
    if (context.tally.policyRefusals < settings.policyThreshold || isPaused) return
    isPaused = true
    await pauseEdition(db, edition.id, `servers refuse the letter for policy: ${submission.reply}`)
    logger.error(
      { edition: edition.slotDate, refusals: context.tally.policyRefusals, reply: submission.reply },
      'Paused: servers refuse the letter for policy. Look at the reply, then send it again by hand',
    )
  }

  const renewal = setInterval(
    () => {
      renewLeases(db, edition.id, [...inHand.values()], settings).catch((error: unknown) => {
        logger.warn({ err: error }, 'The leases could not be renewed')
      })
    },
    (settings.leaseSeconds * 1000) / 3,
  )
  try {
    const workers = await Promise.allSettled(Array.from({ length: settings.connections }, work))
    for (const delivery of inHand.values()) giveBack(delivery)
    await writer.drain()
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
  } finally {
    clearInterval(renewal)
  }
  return { handledCount, answeredCount, noAnswer }
}

async function writeOutcomes(
  { db, logger, suppressBounced }: RoundContext,
  edition: Edition,
  outcomes: readonly Outcome[],
): Promise<void> {
  const written = await db.transaction().execute(async (trx) => {
    const count = await recordOutcomes(trx, edition.id, outcomes)
    for (const { isHardBounce, subscriberId } of outcomes) {
      if (isHardBounce) await suppressBounced(trx, subscriberId)
    }
    return count
  })
  if (written < outcomes.length) {
    logger.warn(
      { late: outcomes.length - written },
      'Outcomes came after their lease, or were already written',
    )
  }
}
