import type { Transaction } from 'kysely'

import type { Database, Tables } from '../../db/database.ts'
import type { Logger } from '../../logger.ts'
import type { Mailer } from '../../mail/index.ts'
import { createCircuit } from './circuit.ts'
import { getEditionStatus, type EditionStatus } from './edition-status.ts'
import { EditionStateError, findEdition } from './editions.ts'
import { closeExpired, expireLeases, finishIfBalanced, millisecondsUntilDue } from './ledger.ts'
import { pause } from './pause.ts'
import { createRateLimit } from './rate-limit.ts'
import { composeRecipientMail, type ListIdentity, type RecipientLinks } from './recipient-mail.ts'
import { sendRound, type RoundContext, type RoundSettings } from './send-round.ts'
import { pauseEdition } from './steer-edition.ts'

export interface DeliverySettings extends RoundSettings {
  readonly sendPerSecond: number
  /** How often to look whether another process left something, or a person changed something. */
  readonly pollMs: number
  /** First wait for a server that cannot be reached; doubled each time. */
  readonly circuitPauseMs: number
  readonly circuitMaxPauseMs: number
}

const DEFAULT_SETTINGS: DeliverySettings = {
  sendPerSecond: 20,
  connections: 5,
  chunkSize: 20,
  leaseSeconds: 15 * 60,
  retryBaseSeconds: 5 * 60,
  retryFactor: 1.3,
  policyThreshold: 10,
  databasePatienceMs: 10 * 60_000,
  pollMs: 5_000,
  circuitPauseMs: 30_000,
  circuitMaxPauseMs: 10 * 60_000,
}

export interface DeliveryDeps {
  readonly db: Database
  readonly mailer: Mailer
  readonly logger: Logger
  readonly links: RecipientLinks
  readonly list: ListIdentity
  /** Keeps an address that does not exist from ever getting mail again, in the transaction of its outcome. */
  readonly suppressBounced: (db: Transaction<Tables>, subscriberId: string) => Promise<void>
  readonly settings?: Partial<DeliverySettings>
}

/** Sends a frozen edition to everyone it was frozen for, each once: until all have come to their end, or until it is
 *  paused, or the signal says stop. Then what is under way is finished and the rest given back, so that nothing is left
 *  unknown. Any number of processes may do this at once; one that comes to a finished edition sends nothing.
 *  @param whenIdle  'wait' stays for later retries and for what other processes hold; 'leave' comes back when nothing can
 *                   be sent now, for a caller who asks again soon
 *  @returns how far it is now
 *  @throws EditionStateError when there is no such edition */
export async function deliverEdition(
  deps: DeliveryDeps,
  slotDate: string,
  { signal, whenIdle = 'wait' }: { signal: AbortSignal; whenIdle?: 'wait' | 'leave' },
): Promise<EditionStatus> {
  const { db, logger } = deps
  const settings: DeliverySettings = { ...DEFAULT_SETTINGS, ...deps.settings }
  const edition = await findEdition(db, slotDate)
  if (edition === undefined) throw new EditionStateError(`There is no edition of ${slotDate}.`)
  const circuit = createCircuit({ pauseMs: settings.circuitPauseMs, maxPauseMs: settings.circuitMaxPauseMs })
  const context: RoundContext = {
    db,
    mailer: deps.mailer,
    logger,
    settings,
    rateLimit: createRateLimit(settings.sendPerSecond),
    tally: { policyRefusals: 0 },
    compose: (recipient) => composeRecipientMail(edition, recipient, deps),
    suppressBounced: deps.suppressBounced,
  }

  while (!signal.aborted && (await isStillOpen(deps, edition))) {
    const limit = circuit.isTrial ? 1 : Number.MAX_SAFE_INTEGER
    const round = await sendRound(context, edition, { limit, signal })
    if (round.answeredCount > 0) circuit.reset()
    if (round.noAnswer !== undefined) {
      const pauseMs = circuit.trip()
      logger.error(
        { reason: round.noAnswer, pauseMs },
        'The mail server does not answer; waiting before the next trial',
      )
      await pause(pauseMs, signal)
    } else if (round.handledCount === 0) {
      if (whenIdle === 'leave') break
      await pause(Math.min(settings.pollMs, (await millisecondsUntilDue(db, edition.id)) + 1), signal)
    }
  }
  return currentStatus(db, slotDate)
}

const UNBALANCED = 'there are fewer deliveries than recipients were written down'

/** Settles what ended or was left behind.
 *  @returns whether there is, or will be, something to send */
async function isStillOpen(
  { db, logger }: DeliveryDeps,
  { id, slotDate }: { id: string; slotDate: string },
): Promise<boolean> {
  const current = await findEdition(db, slotDate)
  if (current?.state !== 'frozen') return false
  const unknown = await expireLeases(db, id)
  if (unknown > 0) {
    logger.error(
      { edition: slotDate, unknown },
      'A process ended while it was sending: these may have arrived',
    )
  }
  const expired = await closeExpired(db, id)
  if (expired > 0) logger.error({ edition: slotDate, expired }, 'The edition expired before it reached these')
  const ending = await finishIfBalanced(db, id)
  if (ending === 'finished') {
    const { counts } = await currentStatus(db, slotDate)
    const isClean = counts.failed + counts.unknown === 0
    logger[isClean ? 'info' : 'warn']({ edition: slotDate, counts }, 'The edition is finished')
  } else if (ending === 'unbalanced' && (await pauseEdition(db, id, UNBALANCED))) {
    logger.error({ edition: slotDate }, `Paused: ${UNBALANCED}`)
  }
  return ending === 'open'
}

async function currentStatus(db: Database, slotDate: string): Promise<EditionStatus> {
  const status = await getEditionStatus(db, slotDate)
  if (status === undefined) throw new EditionStateError(`There is no edition of ${slotDate}.`)
  return status
}
