import type { Correction } from '../../shared/edition-contract.ts'
import type { BuildHow, Newsletter } from '../letter/index.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { asOwnWork } from '../lib/askers.ts'
import type { Logger } from '../lib/logger.ts'
import { correctEdition, type CorrectionWords, withdrawCorrection } from '../sending/editions/corrections.ts'
import type { EditionReviews } from '../sending/editions/edition-reviews.ts'
import type { Decision, NextStep } from '../sending/editions/edition-refusal.ts'
import type { EditionStatus } from '../sending/editions/edition-status.ts'
import { holdEdition, releaseEdition, releasePreviewed } from '../sending/editions/hold-edition.ts'
import { type KnownSending, markSent } from '../sending/editions/mark-sent.ts'
import {
  cancelEdition,
  countToCancel,
  pauseByHand,
  resumeEdition,
  retryEdition,
} from '../sending/editions/pause-resume-cancel.ts'
import { throughOutages } from '../sending/deliveries/pause.ts'
import { type Actor, beginDeed, endDeed, endLeftBuilds } from './deeds.ts'
import { describeOrderFailure } from './describe-failure.ts'
import { commandOf, describeSteps } from './edition-words.ts'
import {
  type Done,
  listStepsAfterLog,
  orSend,
  resumeStep,
  SENT_BY_SERVER,
  describeHeld,
  describeReleased,
  describeResolved,
} from './order-words.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { formatCount } from '../lib/text.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../lib/errors.ts'
import type { JobLocks } from '../schedule/job-locks.ts'

/** Everything a person can do with an edition. Commands and the desk both go through here, and each order is recorded with who
 *  gave it. All throw EditionStateError if the edition’s state does not allow it, and ChangedMeanwhileError if somebody else acted
 *  first. */
export interface EditionOrders {
  hold(actor: Actor, date: string, reason: string | undefined): Promise<Done>
  /** @param builtAt  when the edition that the person saw was built; left out: the current one */
  release(actor: Actor, date: string, builtAt?: Date): Promise<Done>
  pause(actor: Actor, date: string, reason: string | undefined): Promise<Done>
  resume(actor: Actor, date: string): Promise<Done>
  cancel(actor: Actor, date: string): Promise<Done>
  retry(actor: Actor, date: string): Promise<Done>
  /** Begins to send it to all subscribers; a running server does the rest. */
  send(actor: Actor, date: string): Promise<Done>
  resolve(actor: Actor, date: string, decision: Decision): Promise<Done>
  /** Records who has the edition according to hand-over logs outside the database.
   *  @param files  empty: the log of this machine */
  resolveByLog(actor: Actor, date: string, files: readonly string[]): Promise<Done>
  /** Sends it from this process.
   *  @returns its status once this process has nothing left to do */
  sendHere(actor: Actor, date: string, signal: AbortSignal): Promise<Done & { status: EditionStatus }>
  markSent(actor: Actor, date: string, known: KnownSending): Promise<Done>
  correct(actor: Actor, date: string, words: CorrectionWords): Promise<Done & { correction: Correction }>
  withdrawCorrection(actor: Actor, date: string, id: string): Promise<Done>
  /** Builds and stores it, unless another process is building the same one.
   *  @throws AppError 'not-ready' if another process is, or the build was stopped; whatever Newsletter.buildAndStore throws */
  build(actor: Actor, date: string, how?: BuildHow): Promise<Done>
}

interface Deps extends BuildDeps {
  readonly reviews: Pick<EditionReviews, 'findReview'>
  readonly newsletter: BuildDeps['newsletter'] &
    Pick<Newsletter, 'resolveUnknown' | 'resolveByLog' | 'beginByHand' | 'sendByHand'>
  readonly logger: Logger
}

export function createEditionOrders(deps: Deps): EditionOrders {
  const { db, reviews, newsletter } = deps
  return {
    hold: (actor, date, reason) =>
      carry(deps, actor, { what: 'hold', date, detail: reason }, async () => {
        const { times } = await holdEdition(db, date, reason)
        return {
          words: `Held: the edition of ${date}. ${describeHeld(times)}`,
          hint: `\n${describeSteps([{ step: 'release', date, yes: times.phase === 'due' }])}`,
        }
      }),
    release: (actor, date, builtAt) =>
      carry(deps, actor, { what: 'release', date }, async () => {
        if (builtAt !== undefined) {
          await releasePreviewed(db, date, builtAt)
          return { words: `Released: the edition of ${date}.` }
        }
        const wasHeld = await releaseEdition(db, date)
        const review = await reviews.findReview(date)
        const { words, hint } = review === undefined ? { words: '' } : describeReleased(review)
        return { words: `${wasHeld ? 'Released' : 'Not held'}: the edition of ${date}. ${words}`, hint }
      }),
    pause: (actor, date, reason) =>
      carry(deps, actor, { what: 'pause', date, detail: reason }, async () => {
        await pauseByHand(db, date, reason)
        return {
          words: `Paused: the edition of ${date}. What is under way is finished, a few dozen messages at most; nothing more of it goes out.`,
          hint: `\n${describeSteps(await findResume(newsletter, date))}`,
        }
      }),
    resume: (actor, date) =>
      carry(deps, actor, { what: 'resume', date }, async () =>
        (await resumeEdition(db, date))
          ? {
              words: `Resumed: the edition of ${date}, for 48 hours from now. ${SENT_BY_SERVER}`,
              hint: orSend(date),
            }
          : { words: `Not paused: the edition of ${date} is being sent.` },
      ),
    cancel: (actor, date) =>
      carry(deps, actor, { what: 'cancel', date }, async () => {
        const count = await countToCancel(db, date)
        await cancelEdition(db, date)
        return {
          words: `Cancelled: the edition of ${date}. ${formatQuantity(count, 'reader')} will not get it; what is under way is finished.`,
        }
      }),
    retry: (actor, date) =>
      carry(deps, actor, { what: 'retry', date }, async () => {
        const { failed, deferred, leftOut, isPaused } = await retryEdition(db, date)
        const gone = leftOut === 0 ? '' : ` Left out, no longer subscribed: ${formatCount(leftOut)}.`
        if (failed + deferred === 0) return { words: `Nothing to retry in the edition of ${date}.${gone}` }
        const words = `To be tried again: ${formatQuantity(failed, 'given up', 'given up')}, ${formatQuantity(deferred, 'put off', 'put off')}.${gone}`
        return isPaused
          ? {
              words: `${words} It stays paused.`,
              hint: ` ${describeSteps(await findResume(newsletter, date))}`,
            }
          : { words: `${words} ${SENT_BY_SERVER}`, hint: orSend(date) }
      }),
    send: (actor, date) =>
      carry(deps, actor, { what: 'send', date }, async () => {
        await newsletter.beginByHand(date)
        return {
          words: `The sending of the edition of ${date} begins. ${SENT_BY_SERVER}`,
          hint: orSend(date),
        }
      }),
    resolve: (actor, date, decision) =>
      carry(deps, actor, { what: 'resolve', date, detail: decision }, async () => {
        const words = `Resolved: ${await newsletter.resolveUnknown(date, decision)}`
        const [resume] = decision === 'resend' ? await findResume(newsletter, date) : []
        if (resume === undefined) return { words }
        return { words, hint: `\nThe edition of ${date} is paused: they wait for ${commandOf(resume)}` }
      }),
    resolveByLog: (actor, date, files) =>
      carry(
        deps,
        actor,
        { what: 'resolve', date, detail: 'by the log of what was handed over' },
        async () => {
          const resolved = await newsletter.resolveByLog(date, files)
          const hint = describeSteps(listStepsAfterLog(date, resolved))
          return { words: describeResolved(date, resolved), hint: hint === '' ? undefined : `\n${hint}` }
        },
      ),
    sendHere: (actor, date, signal) =>
      carry(
        deps,
        actor,
        { what: 'send', date },
        async () => {
          const status = await newsletter.sendByHand(date, signal)
          return { words: `Sent by hand: now ${status.state}.`, status }
        },
        (begin) => throughOutages(begin, { logger: deps.logger, signal }),
      ),
    markSent: (actor, date, known) =>
      carry(deps, actor, { what: 'mark-sent', date }, async () => {
        const sentAt = await markSent(db, date, known)
        return {
          words: `Marked: the edition of ${date} went out ${formatChicagoTime(sentAt)}. Nobody is mailed; it is in the archive.`,
          hint: `\n${describeSteps([{ step: 'correct', date }])}`,
        }
      }),
    correct: (actor, date, given) =>
      carry(deps, actor, { what: 'correct', date, detail: given.text }, async () => {
        const correction = await correctEdition(db, date, given)
        return { words: `Noted: correction ${correction.id} of the edition of ${date}.`, correction }
      }),
    withdrawCorrection: (actor, date, id) =>
      carry(deps, actor, { what: 'undo correction', date, detail: id }, async () => {
        await withdrawCorrection(db, date, id)
        return { words: `Taken back: correction ${id} of the edition of ${date}.` }
      }),
    build: (actor, date, how = {}) =>
      carry(deps, actor, nameBuild(date, how), (deed) => buildAlone(deps, date, how, deed)),
  }
}

/** The step that resumes an edition; undefined if it is not paused. */
async function findResume(
  newsletter: Pick<Newsletter, 'findStatus'>,
  date: string,
): Promise<readonly NextStep[]> {
  const progress = await newsletter.findStatus(date)
  return progress?.state === 'paused' ? [resumeStep(progress)] : []
}

/** Runs an order, and records who gave it and its outcome.
 *  @param patiently  runs the query that records the beginning */
async function carry<Result extends Done>(
  { db, logger }: Deps,
  actor: Actor,
  deed: { what: string; date: string; detail?: string | undefined },
  work: (deed: string) => Promise<Result>,
  patiently: (begin: () => Promise<string>) => Promise<string> = (begin) => begin(),
): Promise<Result> {
  const id = await patiently(() => beginDeed(db, actor, deed))
  const end = async (outcome: 'done' | 'refused', words: string) => {
    try {
      await endDeed(db, id, { outcome, words })
    } catch (error) {
      logger.warn({ err: error, deed: id }, 'What came of an order could not be noted')
    }
  }
  try {
    // Freezing for a million readers takes longer than a request may use a connection.
    const done = await asOwnWork(() => work(id))
    await end('done', done.words)
    return done
  } catch (error) {
    await end('refused', describeOrderFailure(error))
    throw error
  }
}

export interface BuildDeps {
  readonly db: Database
  readonly newsletter: Pick<Newsletter, 'buildAndStore' | 'findStatus'>
  readonly jobLocks: Pick<JobLocks, 'build'>
}

/** What the record of deeds says about a build. */
function nameBuild(date: string, { records, order }: BuildHow) {
  if (order === undefined) return { what: records === undefined ? 'build' : 'write', date }
  return order.order === 'put'
    ? { what: order.edit.kind, date, detail: order.edit.text }
    : { what: `undo ${order.kind}`, date, detail: order.text }
}

/** Builds and stores an edition, unless another process is building the same one.
 *  @param deed  the id of the deed that records this build
 *  @throws AppError 'not-ready' if another process is building it, or this build was stopped; whatever Newsletter.buildAndStore
 *    throws */
async function buildAlone(
  { db, newsletter, jobLocks }: BuildDeps,
  date: string,
  how: BuildHow,
  deed: string,
): Promise<Done> {
  if (how.records === 'kept' && !(await newsletter.findStatus(date))) {
    throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
  }
  const lock = jobLocks.build(date)
  let subject = ''
  const isOurs = await lock.runExclusively(async () => {
    await endLeftBuilds(db, date, { except: deed })
    subject = await newsletter.buildAndStore(date, how)
  })
  if (isOurs) return { words: `Built the edition of ${date}: ${subject}` }
  const holder = (await lock.findHolder()) ?? 'another process'
  throw new AppError(
    'not-ready',
    `The edition of ${date} is being built by ${holder}: it is not built a second time. Try again when that has ended; ` +
      'one that was killed counts for a minute more.',
  )
}
