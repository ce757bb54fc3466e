import type { Mailer, Submission } from '../mail/index.ts'
import { answerInTime, orAborted } from './pause.ts'
import {
  createDeliverySupply,
  type ReadyDelivery,
  type SupplyDeps,
  type SupplyEnd,
} from './delivery-supply.ts'
import type { EditionHead } from '../editions/editions.ts'
import { renewLeases, type Claim, type ClaimedDelivery, type Outcome } from './ledger.ts'
import { outcomeOf, type RetryPolicy, createOutcomeWriter } from './outcome-writer.ts'
import { refusalKindOf, writeOutcomes, type RecordDeps } from './record-outcomes.ts'
import { pauseEdition } from '../editions/pause-resume-cancel.ts'
import { describePause } from '../sending-words.ts'

export interface RoundContext extends SupplyDeps, RecordDeps {
  readonly mailer: Mailer
  readonly settings: SupplyDeps['settings'] &
    RecordDeps['settings'] &
    RetryPolicy & {
      readonly trialLeaseSeconds: number
      /** How long outcomes are kept while the database is gone. */
      readonly databasePatienceMs: number
    }
}

export interface RoundResult {
  /** Deliveries that got an outcome. */
  readonly handledCount: number
  /** Why there was no more; undefined if the round was stopped first. */
  readonly end: SupplyEnd | undefined
}

interface HandedDelivery extends ClaimedDelivery {
  /** Whether its outcome is known but not yet written. */
  isKnown: boolean
  /** Whether the warm-up has counted it. */
  isSending: boolean
}

/** Sends until nothing is open, or until it is stopped: by the signal, a server that does not answer, a database that accepts no
 *  outcomes, or a paused edition. Messages in progress are always finished; deliveries that were only claimed are returned.
 *  @param limit  maximum number of deliveries; 1 tests whether a server is back
 *  @throws the database's error; outcomes are written first, if possible */
export async function sendRound(
  context: RoundContext,
  edition: EditionHead,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<RoundResult> {
  const { db, mailer, logger, gate, settings } = context
  const inHand = new Map<string, HandedDelivery>()
  const halt = new AbortController()
  const stop = AbortSignal.any([signal, halt.signal])
  let handledCount = 0
  const inTime = <Answer>(question: Promise<Answer>) => answerInTime(question, settings.databaseAnswerMs)

  const writer = createOutcomeWriter({
    async write(outcomes) {
      const { isPaused } = await inTime(writeOutcomes(context, edition, outcomes))
      if (isPaused) halt.abort()
      for (const outcome of outcomes) inHand.delete(keyOf(outcome))
      supply.fetchAhead()
    },
    // Their deliveries stay in hand, so there may never be room to fetch more.
    onLost: () => halt.abort(),
    patienceMs: settings.databasePatienceMs,
    logger,
  })
  function record(outcome: Outcome): Promise<void> {
    const handed = inHand.get(keyOf(outcome))
    if (handed !== undefined) handed.isKnown = true
    if (outcome.state !== 'pending') handledCount += 1
    if (handed?.isSending === true && handed.email !== undefined) {
      context.handOvers?.end(edition.slotDate, handed.email, outcome.state)
    }
    return writer.add(handed?.isSending === true ? { ...outcome, wasCounted: true } : outcome)
  }
  const supply = createDeliverySupply(context, edition, {
    limit,
    signal: stop,
    ours: {
      get size() {
        return inHand.size
      },
      take(deliveries) {
        for (const delivery of deliveries)
          inHand.set(keyOf(delivery), { ...delivery, isKnown: false, isSending: false })
      },
      markSending(claims) {
        for (const claim of claims) {
          const handed = inHand.get(keyOf(claim))
          if (handed !== undefined) handed.isSending = true
        }
      },
      drop(claims) {
        for (const claim of claims) inHand.delete(keyOf(claim))
      },
      record,
      progress: (until) => orAborted(writer.progress(), until),
    },
  })

  async function work(): Promise<void> {
    for (let delivery = await next(); delivery !== undefined; delivery = await next()) {
      const submission = await mailer.submit(delivery.mail)
      const outcome = outcomeOf(delivery, submission, settings)
      const written = record(outcome)
      await updateCircuit(delivery, submission)
      // To keep the threshold exact, nothing goes out until it is known whether this refusal pauses the edition.
      if (refusalKindOf(outcome) !== undefined) await written
    }
  }
  const next = async () => (writer.isInTrouble ? undefined : supply.next())

  async function updateCircuit({ pass }: ReadyDelivery, submission: Submission): Promise<void> {
    const { status } = submission
    if (status === 'submitted' || status === 'refused') {
      if (pass.isTrial) await inTime(gate.close(pass))
      return
    }
    halt.abort()
    // Neither is fixed by waiting.
    if (status === 'unreachable' && (submission.cause === 'sign-in' || submission.cause === 'tls')) {
      await pauseForServer(submission.reason, submission.cause)
      return
    }
    // A server that breaks off after the data would make every delivery unknown, so it gets one message at a time.
    const pauseMs = await inTime(gate.trip(pass, submission.reason))
    if (pauseMs !== undefined)
      logger.error(
        { reason: submission.reason, pauseMs },
        'The mail server does not answer; waiting before the next trial',
      )
  }

  async function pauseForServer(reason: string, kind: 'sign-in' | 'tls'): Promise<void> {
    const hasPaused = await inTime(pauseEdition(db, edition.id, { kind, reason }))
    if (hasPaused) logger.error({ edition: edition.slotDate, reason }, `Paused: ${describePause({ kind })}`)
  }

  /** @param leaseSeconds  the lease, which is renewed three times within it */
  function keepRenewing(leaseSeconds: number, renew: () => Promise<void>): NodeJS.Timeout {
    const tick = () => {
      renew().catch((error: unknown) => logger.warn({ err: error }, 'A lease could not be renewed'))
    }
    return setInterval(tick, (leaseSeconds * 1000) / 3)
  }

  const renewals = [
    keepRenewing(settings.leaseSeconds, () => renewLeases(db, edition.id, [...inHand.values()], settings)),
    keepRenewing(settings.trialLeaseSeconds, async () => {
      if (supply.trial !== undefined) await gate.renewTrial(supply.trial)
    }),
  ]
  try {
    const workers = await Promise.allSettled(Array.from({ length: settings.connections }, work))
    halt.abort()
    await supply.fetchEnded()
    for (const { subscriberId, claim, isKnown } of inHand.values()) {
      if (!isKnown) void record({ subscriberId, claim, state: 'pending' })
    }
    await writer.drain()
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
    // Another process may have a trial that no message used. After an answer the circuit has changed, and this does nothing.
    if (supply.trial !== undefined) await inTime(gate.returnTrial(supply.trial))
  } finally {
    for (const renewal of renewals) clearInterval(renewal)
  }
  return { handledCount, end: supply.end }
}

/** A delivery may be held twice: under a claim that was lost while its message was in progress, and under a newer one. */
const keyOf = ({ subscriberId, claim }: Claim) => `${subscriberId} ${claim}`
