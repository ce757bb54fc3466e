import type { Database } from '../../db/database.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { maskReply, type OutgoingMail } from '../mail/index.ts'
import { answerInTime, pause } from './pause.ts'
import type { HandOverLog } from './hand-over-log.ts'
import type { EditionHead } from '../editions/editions.ts'
import type { MailGate, Pass } from './gate.ts'
import {
  claimDeliveries,
  FROM_THE_START,
  markSending,
  type Claim,
  type ClaimedDelivery,
  type Marked,
  type Outcome,
} from './ledger.ts'
import type { Recipient } from './recipient-mail.ts'
import { expireDeadLeases } from './finish-edition.ts'
import { countMessages, findAllowanceLeft, lockAllowanceLeft, type WarmUp } from './warm-up.ts'

/** A process that is further behind than this does not catch up: sending everything at once would exceed the pace. */
const CATCH_UP_MS = 50

export interface SupplySettings {
  /** Messages per second, over all processes. */
  readonly sendPerSecond: number
  /** Messages in progress at once. */
  readonly connections: number
  /** Deliveries claimed at a time, but at least twice the number of connections, so that none waits for the database; a killed
   *  process leaves at most two such chunks claimed. */
  readonly chunkSize: number
  readonly leaseSeconds: number
  /** Time limit of a query; all of them are short. */
  readonly databaseAnswerMs: number
  /** How often, while there is always more to send, leases of dead processes are expired and due retries are looked for. */
  readonly leaseCheckMs: number
  /** Undefined: no daily limit. */
  readonly warmUp: WarmUp | undefined
}

export interface SupplyDeps {
  readonly db: Database
  readonly logger: Logger
  readonly gate: MailGate
  readonly settings: SupplySettings
  readonly compose: (recipient: Recipient) => OutgoingMail
  readonly handOvers?: HandOverLog
}

/** A delivery that may be sent now: marked as sending, and its slot has come. */
export interface ReadyDelivery extends ClaimedDelivery {
  readonly mail: OutgoingMail
  readonly pass: Pass
}

/** Why there is no more: nothing is open or due · the limit is reached · the circuit is open · the warm-up allows no more
 *  today. */
export type SupplyEnd = 'empty' | 'limit' | 'circuit' | 'warm-up'

/** Deliveries claimed by this process whose outcome is not written yet. */
export interface ClaimedDeliveries {
  readonly size: number
  take(deliveries: readonly ClaimedDelivery[]): void
  /** Notes that a server may have these from now on. */
  markSending(claims: readonly Claim[]): void
  /** Removes deliveries that have ended in the database. */
  drop(claims: readonly Claim[]): void
  /** Records an outcome.
   *  @returns a promise that resolves once it is written, or given up */
  record(outcome: Outcome): Promise<void>
  /** Resolves when some outcomes have been written, or the signal aborts. */
  progress(signal: AbortSignal): Promise<void>
}

export interface DeliverySupply {
  /** Resolves with a delivery once it may be sent.
   *  @returns undefined once there is no more, or the signal aborts
   *  @throws the database's error */
  next(): Promise<ReadyDelivery | undefined>
  /** Fetches ahead if there is room, so that no connection waits for the database. */
  fetchAhead(): void
  /** Resolves when nothing is being fetched. */
  fetchEnded(): Promise<void>
  readonly end: SupplyEnd | undefined
  /** The permission for a trial message, if this is one. */
  readonly trial: Pass | undefined
}

interface Slot extends ReadyDelivery {
  /** In terms of performance.now(). */
  readonly slotAt: number
}

/** Claims chunk by chunk, and marks each as sending when its slot has come; the next chunk is fetched meanwhile.
 *  @param limit  maximum number of deliveries; 1 tests whether a server is back */
export function createDeliverySupply(
  deps: SupplyDeps,
  edition: EditionHead,
  { limit, ours, signal }: { limit: number; ours: ClaimedDeliveries; signal: AbortSignal },
): DeliverySupply {
  const { db, gate, settings } = deps
  const chunkSize = Math.max(settings.chunkSize, 2 * settings.connections)
  const spacingMs = 1000 / settings.sendPerSecond
  const ready: Slot[] = []
  let claimsLeft = limit
  let after = FROM_THE_START
  let checkedLeasesAt = performance.now()
  let end: SupplyEnd | undefined
  let trial: Pass | undefined
  let lastAt = 0
  let fetching: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const inTime = <Answer>(question: Promise<Answer>) => answerInTime(question, settings.databaseAnswerMs)

  function fetchAhead(): void {
    const hasRoom = ready.length <= settings.connections && ours.size <= chunkSize
    if (fetching !== undefined || !hasRoom || end !== undefined || failure !== undefined || signal.aborted)
      return
    fetching = fetchChunk()
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => {
        fetching = undefined
      })
  }

  /** Expires leases from time to time, since a round lasts as long as there is more: hours for a long list. */
  async function expireNowAndThen(): Promise<void> {
    if (performance.now() - checkedLeasesAt < settings.leaseCheckMs) return
    await inTime(expireDeadLeases(deps, edition))
    after = FROM_THE_START
    checkedLeasesAt = performance.now()
  }

  async function fetchChunk(): Promise<void> {
    await expireNowAndThen()
    const { warmUp } = settings
    const allowed = warmUp === undefined ? chunkSize : await inTime(findAllowanceLeft(db, warmUp))
    if (allowed === 0) {
      end = 'warm-up'
      return
    }
    const claimed = await inTime(
      claimDeliveries(db, edition.id, {
        limit: Math.min(chunkSize, claimsLeft, allowed),
        leaseSeconds: settings.leaseSeconds,
        isTrial: limit === 1,
        after,
      }),
    )
    after = claimed.after
    ours.take(claimed.deliveries)
    claimsLeft -= claimed.deliveries.length
    if (claimed.deliveries.length === 0) end = 'empty'
    const { letters, failed } = composeEach(deps, claimed.deliveries)
    // Nothing else goes out until it is known whether these failures pause the edition.
    await Promise.all(failed.map((outcome) => ours.record(outcome)))
    const claims = claimed.deliveries.filter(
      ({ subscriberId }) => !failed.some((outcome) => outcome.subscriberId === subscriberId),
    )
    if (claims.length > 0 && !signal.aborted) await makeReady(claims, letters)
    if (claimsLeft <= 0) end ??= 'limit'
  }

  async function makeReady(claims: readonly ClaimedDelivery[], letters: Letters): Promise<void> {
    const pass = await inTime(gate.admit(claims.length))
    if (pass === undefined) {
      end = 'circuit'
      return
    }
    const slotsFrom = performance.now() + pass.startInMs
    let mine = claims
    if (pass.isTrial) {
      trial = pass
      end = 'limit'
      mine = claims.slice(0, 1)
    }
    // While they wait for their slots they are only claimed, so that a process that dies leaves nothing unknown.
    if (pass.startInMs >= 1) await pause(pass.startInMs, signal)
    if (signal.aborted) return
    const { sending, skipped, isSpent } = await inTime(markChunk(deps, edition, mine))
    if (isSpent) end = 'warm-up'
    ours.markSending(mine.filter(({ subscriberId }) => sending.has(subscriberId)))
    ours.drop(mine.filter(({ subscriberId }) => skipped.has(subscriberId)))
    await deps.handOvers?.begin(
      edition.slotDate,
      mine.flatMap(({ subscriberId, email }) =>
        sending.has(subscriberId) && email !== undefined ? [email] : [],
      ),
    )
    for (const [index, delivery] of mine.entries()) {
      const { subscriberId, claim } = delivery
      const mail = letters.get(subscriberId)
      if (sending.has(subscriberId) && mail !== undefined) {
        ready.push({ ...delivery, mail, pass, slotAt: slotsFrom + index * spacingMs })
      } else if (!skipped.has(subscriberId)) {
        // Returned at once: no other process can claim what this one holds.
        void ours.record({ subscriberId, claim, state: 'pending' })
      }
    }
  }

  async function next(): Promise<ReadyDelivery | undefined> {
    for (;;) {
      if (failure !== undefined) throw failure.error
      if (signal.aborted) return undefined
      fetchAhead()
      const [first] = ready
      if (first !== undefined) {
        const now = performance.now()
        const at = Math.max(first.slotAt, lastAt + spacingMs, now - CATCH_UP_MS)
        // Timers are no finer than a millisecond; a slot sooner than that is used at once, and the average spacing holds.
        if (at - now < 1) {
          lastAt = at
          ready.shift()
          return first
        }
        await pause(at - now, signal)
      } else if (fetching !== undefined) {
        await fetching
      } else if (end !== undefined) {
        return undefined
      } else {
        await ours.progress(signal)
      }
    }
  }

  return {
    next,
    fetchAhead,
    fetchEnded: async () => fetching,
    get end() {
      return end
    },
    get trial() {
      return trial
    },
  }
}

/** Composed mails by subscriber id. */
type Letters = ReadonlyMap<string, OutgoingMail>

/** Composes the letters; one that cannot be written fails only for its reader. Those who left get none. */
function composeEach(
  { compose, logger }: SupplyDeps,
  deliveries: readonly ClaimedDelivery[],
): { letters: Letters; failed: Outcome[] } {
  const letters = new Map<string, OutgoingMail>()
  const failed: Outcome[] = []
  for (const { subscriberId, claim, email } of deliveries) {
    if (email === undefined) continue
    try {
      letters.set(subscriberId, compose({ subscriberId, email }))
    } catch (error) {
      logger.error({ err: error, subscriberId }, 'The letter could not be written for one reader')
      const reply = maskReply(`The letter could not be written: ${messageOf(error)}`, email)
      failed.push({ subscriberId, claim, state: 'failed', reply, isOurs: true })
    }
  }
  return { letters, failed }
}

/** Marks a chunk as sending; with a warm-up, only as many as the day allows, and counts them. */
async function markChunk(
  { db, settings }: SupplyDeps,
  edition: EditionHead,
  claims: readonly Claim[],
): Promise<Marked & { isSpent: boolean }> {
  const { warmUp } = settings
  if (warmUp === undefined)
    return { ...(await markSending(db, edition.id, claims, settings)), isSpent: false }
  return db.transaction().execute(async (trx) => {
    const allowed = claims.slice(0, await lockAllowanceLeft(trx, warmUp))
    const marked = await markSending(trx, edition.id, allowed, settings)
    await countMessages(trx, marked.sending.size)
    return { ...marked, isSpent: allowed.length < claims.length }
  })
}
