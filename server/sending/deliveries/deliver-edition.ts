import type { Transaction } from 'kysely'

import type { Database, Tables } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Mailer } from '../mail/index.ts'
import { getEditionStatus, type EditionStatus } from '../editions/edition-status.ts'
import { refuse } from '../editions/edition-refusal.ts'
import { findEdition, findEditionHead, type Edition, type EditionHead } from '../editions/editions.ts'
import type { HandOverLog } from './hand-over-log.ts'
import { createMailGate, type GateSettings, type MailGate } from './gate.ts'
import { pause } from './pause.ts'
import { composeRecipientMail, type ListIdentity, type RecipientLinks } from './recipient-mail.ts'
import { sendRound, type RoundContext } from './send-round.ts'
import { finishEdition } from './finish-edition.ts'
import { millisecondsUntilDue } from './finish-ledger.ts'
import type { WarmUp } from './warm-up.ts'

export type DeliverySettings = GateSettings &
  RoundContext['settings'] & {
    /** How often to check for what another process left, or a person changed. */
    readonly pollMs: number
    /** Undefined: no daily limit. */
    readonly warmUp: WarmUp | undefined
  }

const DEFAULT_SETTINGS: DeliverySettings = {
  sendPerSecond: 20,
  connections: 5,
  chunkSize: 20,
  leaseSeconds: 15 * 60,
  trialLeaseSeconds: 60,
  leaseCheckMs: 30_000,
  retryBaseSeconds: 5 * 60,
  retryFactor: 1.3,
  policyThreshold: 10,
  refusalThreshold: 30,
  databasePatienceMs: 10 * 60_000,
  databaseAnswerMs: 60_000,
  pollMs: 5_000,
  circuitPauseMs: 30_000,
  circuitMaxPauseMs: 10 * 60_000,
  warmUp: undefined,
}
/** Shortest wait between two checks that found nothing, even if something is due sooner. */
const SHORTEST_WAIT_MS = 10

export interface DeliveryDeps {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly links: RecipientLinks
  readonly list: ListIdentity
  /** If left out, nothing is recorded outside the database. */
  readonly handOvers?: HandOverLog
  /** Suppresses an address that does not exist, in the transaction that records the outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
  readonly settings?: Partial<DeliverySettings>
}

/** Sends a frozen edition once to each of its recipients, until every delivery has ended, the edition is paused or cancelled,
 *  or the signal aborts. Messages in progress are then finished and the rest returned, so that nothing is left unknown. Any
 *  number of processes may do this at once; does nothing for a finished edition.
 *  @param onIdle  'wait' waits for later retries, for other processes' deliveries and for the circuit to close; 'leave'
 *                   returns when nothing can be sent now, for a caller that asks again soon
 *  @returns the status of the edition
 *  @throws EditionStateError if there is no such edition; the database's error after a long outage */
export async function deliverEdition(
  deps: DeliveryDeps,
  slotDate: string,
  { signal, onIdle = 'wait' }: { signal: AbortSignal; onIdle?: 'wait' | 'leave' },
): Promise<EditionStatus> {
  const { db } = deps
  const settings: DeliverySettings = { ...DEFAULT_SETTINGS, ...deps.settings }
  const head = await findEditionHead(db, slotDate)
  if (head === undefined) throw refuse(slotDate, 'send', 'absent')
  const gate = createMailGate(db, settings)
  let context: RoundContext | undefined

  while (!signal.aborted && (await finishEdition(deps, head, settings.warmUp)).isOpen) {
    // Read once, so that all letters of a run share the same strings.
    context ??= contextFor(deps, settings, gate, await getEdition(db, slotDate))
    const waitMs = await sendWhatCanBeSent(context, head, { settings, signal })
    if (waitMs === undefined) continue
    if (onIdle === 'leave') break
    await pause(waitMs, signal)
  }
  const status = await getEditionStatus(db, slotDate)
  if (status === undefined) throw refuse(slotDate, 'send', 'absent')
  return status
}

/** @returns milliseconds to wait until there may be more to send; undefined if there may be now */
async function sendWhatCanBeSent(
  context: RoundContext,
  head: EditionHead,
  { settings, signal }: { settings: DeliverySettings; signal: AbortSignal },
): Promise<number | undefined> {
  const { db, gate } = context
  const circuit = await gate.look()
  // No longer than until the next check, since a person may pause the edition meanwhile.
  if (circuit.kind === 'open') return Math.min(settings.pollMs, circuit.forMs + 1)
  const limit = circuit.kind === 'half-open' ? 1 : Number.MAX_SAFE_INTEGER
  const round = await sendRound(context, head, { limit, signal })
  if (round.end === 'warm-up') return settings.pollMs
  if (round.handledCount > 0 || round.end !== 'empty') return undefined
  const untilDueMs = (await millisecondsUntilDue(db, head.id)) + 1
  return Math.min(settings.pollMs, Math.max(SHORTEST_WAIT_MS, untilDueMs))
}

function contextFor(
  deps: DeliveryDeps,
  settings: DeliverySettings,
  gate: MailGate,
  edition: Edition,
): RoundContext {
  const { db, mailer, logger, suppressBounced, handOvers } = deps
  const compose: RoundContext['compose'] = (recipient) => composeRecipientMail(edition, recipient, deps)
  return {
    db,
    mailer,
    logger,
    suppressBounced,
    unreported: { outcomes: [] },
    settings,
    gate,
    compose,
    ...(handOvers === undefined ? {} : { handOvers }),
  }
}

async function getEdition(db: Database, slotDate: string): Promise<Edition> {
  const edition = await findEdition(db, slotDate)
  if (edition === undefined) throw refuse(slotDate, 'send', 'absent')
  return edition
}
