import type { Database } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import { maskReply, type OutgoingMail } from '../mail/index.ts'
import { answerInTime, pause } from './pause.ts'
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
import { settleLeases } from './settle-edition.ts'
import { countMessages, findAllowanceLeft, lockAllowanceLeft, type WarmUp } from './warm-up.ts'

/** A process that was held up for longer does not make up for it: all of it at once would be above the pace. */
const CATCH_UP_MS = 50

export interface SupplySettings {
  /** Messages a second, over all processes. */
  readonly sendPerSecond: number
  /** Messages under way at once. */
  readonly connections: number
  /** Deliveries claimed at a time, or twice as many as there are connections, which would wait for the database otherwise;
   *  a killed process leaves at most two such chunks open. */
  readonly chunkSize: number
  readonly leaseSeconds: number
  /** How long a question to the database may be without an answer; all of them are short ones. */
  readonly databaseAnswerMs: number
  /** How often, while there is always more, to settle what ended processes left and to begin anew with what is due. */
  readonly settleMs: number
  /** Undefined: as many as there are. */
  readonly warmUp: WarmUp | undefined
}

export interface SupplyDeps {
  readonly db: Database
  readonly logger: Logger
  readonly gate: MailGate
  readonly settings: SupplySettings
  readonly compose: (recipient: Recipient) => OutgoingMail
}

/** May be handed over now: marked as sending, and its time has come. */
export interface ReadyDelivery extends ClaimedDelivery {
  readonly mail: OutgoingMail
  readonly pass: Pass
}

/** Why there is nothing more: nothing is open or due · as many as were asked for · the server is left alone · the warm-up
 *  allows no more today. */
export type SupplyEnd = 'empty' | 'limit' | 'circuit' | 'warm-up'

/** Deliveries that are claimed and whose outcome is not written yet, and what becomes of them. */
export interface Hands {
  readonly size: number
  take(deliveries: readonly ClaimedDelivery[]): void
  /** These may be with a server from now on. */
  markSending(claims: readonly Claim[]): void
  /** These have come to their end in the database. */
  drop(claims: readonly Claim[]): void
  /** The rest goes back when the round ends.
   *  @returns resolves once it is written, or given up */
  settle(outcome: Outcome): Promise<void>
  /** Resolves when some have been written, or the signal says stop. */
  progress(signal: AbortSignal): Promise<void>
}

export interface DeliverySupply {
  /** Resolves when one may go.
   *  @returns undefined once there is no more, or the signal says stop
   *  @throws what the database answered */
  next(): Promise<ReadyDelivery | undefined>
  /** Fetches ahead if there is room, so that nobody waits for the database. */
  fetchAhead(): void
  /** Resolves when nothing is being fetched. */
  whenIdle(): Promise<void>
  readonly end: SupplyEnd | undefined
  /** The trial that was given leave to. */
  readonly trial: Pass | undefined
}

interface Slot extends ReadyDelivery {
  /** By performance.now(). */
  readonly slotAt: number
}

/** Claims chunk by chunk, and marks each as sending when its turn has come; the next one is fetched while one is sent.
 *  @param limit  at most so many deliveries; 1 tries whether a server is there again */
export function createDeliverySupply(
  deps: SupplyDeps,
  edition: EditionHead,
  { limit, hands, signal }: { limit: number; hands: Hands; signal: AbortSignal },
): DeliverySupply {
  const { db, gate, settings } = deps
  const chunkSize = Math.max(settings.chunkSize, 2 * settings.connections)
  const spacingMs = 1000 / settings.sendPerSecond
  const ready: Slot[] = []
  let claimsLeft = limit
  let after = FROM_THE_START
  let settledAt = performance.now()
  let end: SupplyEnd | undefined
  let trial: Pass | undefined
  let lastAt = 0
  let fetching: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const inTime = <Answer>(question: Promise<Answer>) => answerInTime(question, settings.databaseAnswerMs)

  function fetchAhead(): void {
    const hasRoom = ready.length <= settings.connections && hands.size <= chunkSize
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

  /** A round lasts as long as there is more, hours of a long list. */
  async function settleNowAndThen(): Promise<void> {
    if (performance.now() - settledAt < settings.settleMs) return
    await inTime(settleLeases(deps, edition))
    after = FROM_THE_START
    settledAt = performance.now()
  }

  async function fetchChunk(): Promise<void> {
    await settleNowAndThen()
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
    hands.take(claimed.deliveries)
    claimsLeft -= claimed.deliveries.length
    if (claimed.deliveries.length === 0) end = 'empty'
    const { letters, failed } = composeEach(deps, claimed.deliveries)
    // None of the others goes out while it is not known whether these were one too many.
    await Promise.all(failed.map((outcome) => hands.settle(outcome)))
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
    // While they wait for their turn they are claimed only: a process that ends now leaves nothing unknown.
    if (pass.startInMs >= 1) await pause(pass.startInMs, signal)
    if (signal.aborted) return
    const { sending, skipped, isSpent } = await inTime(markChunk(deps, edition, mine))
    if (isSpent) end = 'warm-up'
    hands.markSending(mine.filter(({ subscriberId }) => sending.has(subscriberId)))
    hands.drop(mine.filter(({ subscriberId }) => skipped.has(subscriberId)))
    for (const [index, delivery] of mine.entries()) {
      const { subscriberId, claim } = delivery
      const mail = letters.get(subscriberId)
      if (sending.has(subscriberId) && mail !== undefined) {
        ready.push({ ...delivery, mail, pass, slotAt: slotsFrom + index * spacingMs })
      } else if (!skipped.has(subscriberId)) {
        // At once: what is only held keeps others from being claimed.
        void hands.settle({ subscriberId, claim, state: 'pending' })
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
        // A timer is no finer than a millisecond; what is due sooner goes at once, and the spacing holds on average.
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
        await hands.progress(signal)
      }
    }
  }

  return {
    next,
    fetchAhead,
    whenIdle: async () => fetching,
    get end() {
      return end
    },
    get trial() {
      return trial
    },
  }
}

/** By subscriber. */
type Letters = ReadonlyMap<string, OutgoingMail>

/** A letter that cannot be written for one reader fails for that reader alone. Who has left gets none. */
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
      const reply = maskReply(`The letter could not be written: ${wordsOf(error)}`, email)
      failed.push({ subscriberId, claim, state: 'failed', reply, isOurs: true })
    }
  }
  return { letters, failed }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Marks a chunk as sending; with a warm-up as many of it as the day allows, and counts them. */
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
