import { createHash } from 'node:crypto'

import { maskEmailAddress } from '../../shared/email-address.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import type { OperatorAlarm } from '../sending/mail/index.ts'
import { findDueSlots } from '../sending/editions/edition-slots.ts'
import type { EditionReviews } from '../sending/editions/edition-reviews.ts'
import { raiseAlarms, type Alarm } from './raise-alarms.ts'
import { runOnce } from './run-once.ts'
import { markPreviewed, type PreviewedEdition } from '../sending/editions/review-edition.ts'

/** How long to leave the mail server alone after a failure. */
const PREVIEW_LEASE_SECONDS = 5 * 60

/** How long before an edition is due we alert the operator that nobody has seen it. */
const LAST_CALL_MS = 30 * 60_000

export interface PreviewDeps {
  readonly db: Database
  readonly logger: Logger
  readonly reviews: EditionReviews
  readonly alarm: OperatorAlarm
  /** The recipients; no preview if empty. */
  readonly previewTo: readonly string[]
}

/** Sends the preview of the coming Monday's edition, once it is written, once to each address; a rebuilt edition is
 *  previewed again. What the mail server does not accept is retried until the edition goes out. A failed preview does not
 *  stop the edition; the operator is alerted in time to hold it. Every process may do this at once. */
export async function previewDueEdition(deps: PreviewDeps, signal: AbortSignal): Promise<void> {
  if (deps.previewTo.length === 0) return
  const { toWrite } = await findDueSlots(deps.db)
  const previewed = toWrite === undefined ? undefined : await deps.reviews.findPreviewed(toWrite)
  if (previewed?.edition.state !== 'built') return
  const waiting: string[] = []
  for (const to of deps.previewTo) {
    if (signal.aborted) return
    if (!(await previewOnce(deps, previewed, to))) waiting.push(to)
  }
  if (waiting.length > 0 && isLate(previewed)) {
    await raiseAlarms(deps, [unpreviewedAlarm(previewed.edition.slotDate, waiting)])
  }
}

/** @returns whether this address is done, now or earlier, successfully or not */
function previewOnce(deps: PreviewDeps, previewed: PreviewedEdition, to: string): Promise<boolean> {
  const { edition } = previewed
  // The table of jobs must not contain the address itself.
  const reader = createHash('sha256').update(to).digest('hex').slice(0, 16)
  const name = `preview of ${edition.slotDate}, built ${edition.builtAt.toISOString()}, to ${reader}`
  return runOnce(deps, { name, leaseSeconds: PREVIEW_LEASE_SECONDS }, () => submit(deps, previewed, to))
}

async function submit(
  { db, reviews, logger, alarm }: PreviewDeps,
  previewed: PreviewedEdition,
  to: string,
): Promise<'done' | 'later'> {
  const { edition } = previewed
  const submission = await reviews.submitPreview(previewed, to)
  const about = { edition: edition.slotDate, to: maskEmailAddress(to) }
  if (submission.status === 'submitted') {
    await markPreviewed(db, edition)
    logger.info(about, 'The preview is submitted')
    return 'done'
  }
  if (submission.status === 'unreachable') {
    logger.warn({ ...about, reason: submission.reason }, 'preview: mail server not reached')
    return 'later'
  }
  if (submission.status === 'unknown') {
    logger.warn({ ...about, reason: submission.reason }, 'preview: not known whether it was taken')
    return 'done'
  }
  logger.warn({ ...about, reply: submission.reply }, 'preview: refused')
  if (!submission.permanent) return 'later'
  const refused: Alarm = {
    about: {
      kind: 'preview',
      problem: 'refused',
      date: edition.slotDate,
      to: about.to,
      reply: submission.reply,
    },
    next: [{ step: 'preview', date: edition.slotDate }],
    occasion: `built ${edition.builtAt.toISOString()}`,
  }
  return (await raiseAlarms({ db, logger, alarm }, [refused])) ? 'done' : 'later'
}

/** Tells whether it is due soon and the preview has had time for retries since it was built. */
function isLate({ edition, review: { times } }: PreviewedEdition): boolean {
  const untilDueMs = times.sendAt.getTime() - times.askedAt.getTime()
  const sinceBuiltMs = times.askedAt.getTime() - edition.builtAt.getTime()
  return untilDueMs <= LAST_CALL_MS && sinceBuiltMs > 2 * PREVIEW_LEASE_SECONDS * 1000
}

function unpreviewedAlarm(date: string, waiting: readonly string[]): Alarm {
  return {
    about: { kind: 'preview', problem: 'not-submitted', date, to: waiting.map(maskEmailAddress) },
    next: [{ step: 'hold', date }],
  }
}
