import type { Correction } from '../../../shared/edition-contract.ts'
import type { Database } from '../../db/database.ts'
import type { Mailer, Submission } from '../mail/index.ts'
import {
  cancelEdition,
  countToCancel,
  pauseByHand,
  resumeEdition,
  retryEdition,
  type Retried,
} from './steer-edition.ts'
import { correctEdition, listEditionCorrections } from './corrections.ts'
import {
  findPreviewedEdition,
  markPreviewed,
  reviewEdition,
  type EditionReview,
  type PreviewedEdition,
} from './review-edition.ts'
import { holdEdition, releaseEdition, type HeldEdition, type ReleasedEdition } from './hold-edition.ts'
import { markSent, type KnownSending } from './mark-sent.ts'
import type { Edition } from './editions.ts'
import { composePreviewMail } from './preview-edition.ts'

export interface EditionDeskDeps {
  readonly db: Database
  readonly mailer: Mailer
  /** Scheme and host, without a slash at the end. */
  readonly siteUrl: string
  /** The domain of the sender's address. */
  readonly domain: string
  /** What stands above a preview, for whoever can still stop the edition. */
  readonly previewNotes: (review: EditionReview) => readonly string[]
  /** The keyed hash that stands for an address on the do-not-mail list. */
  readonly hashAddress: (address: string) => string
}

/** What a person does with an edition before and after it goes out. Dates are Mondays, 'YYYY-MM-DD'. */
export interface EditionDesk {
  /** @throws EditionStateError when there is none yet, or it is already being sent */
  hold(slotDate: string, reason: string | undefined): Promise<HeldEdition>
  /** @throws EditionStateError when there is none */
  release(slotDate: string): Promise<ReleasedEdition>
  /** Stops its sending in every process, until it is resumed.
   *  @throws EditionStateError when it is not being sent */
  pause(slotDate: string, reason: string | undefined): Promise<void>
  /** @returns whether it was paused; it has 48 hours from now
   *  @throws EditionStateError when it is not being sent */
  resume(slotDate: string): Promise<boolean>
  /** @returns how many do not get it if it is cancelled now
   *  @throws EditionStateError when it is finished */
  countToCancel(slotDate: string): Promise<number>
  /** Ends it for good; what is with a mail server is finished.
   *  @throws EditionStateError when it is finished */
  cancel(slotDate: string): Promise<void>
  /** Tries again what failed or was put off, never what is unknown; with anything to try it has 48 hours from now. A
   *  paused one stays paused.
   *  @throws EditionStateError when its sending has not begun, or it was cancelled */
  retry(slotDate: string): Promise<Retried>
  /** Notes that it went out, by a person's word, where a backup from before that was restored; mails nobody.
   *  @returns when it counts as sent
   *  @throws EditionStateError when there is none, it is being sent or was sent from here */
  markSent(slotDate: string, known: KnownSending): Promise<Date>
  findReview(slotDate: string): Promise<EditionReview | undefined>
  /** For `submitPreview`: the edition and its review, from one moment. */
  findPreviewed(slotDate: string): Promise<PreviewedEdition | undefined>
  /** Submits one preview; the caller notes the outcome. An address on the do-not-mail list is refused. */
  submitPreview(previewed: PreviewedEdition, to: string): Promise<Submission>
  /** Notes that a preview was submitted, by the timetable or by hand, unless the edition has been rebuilt meanwhile. */
  markPreviewed(edition: Edition): Promise<void>
  /** @param text  1 to 2,000 characters
   *  @throws EditionStateError when nobody has that edition */
  correct(slotDate: string, text: string): Promise<Correction>
  /** The newest first; of all editions without a date. */
  listCorrections(slotDate?: string): Promise<Correction[]>
}

export function createEditionDesk(deps: EditionDeskDeps): EditionDesk {
  const { db, mailer, domain, siteUrl, previewNotes, hashAddress } = deps

  async function isSuppressed(address: string): Promise<boolean> {
    const found = await db
      .selectFrom('suppression')
      .select('email_hash')
      .where('email_hash', '=', hashAddress(address))
      .executeTakeFirst()
    return found !== undefined
  }

  return {
    hold: (slotDate, reason) => holdEdition(db, slotDate, reason),
    release: (slotDate) => releaseEdition(db, slotDate),
    pause: (slotDate, reason) => pauseByHand(db, slotDate, reason),
    resume: (slotDate) => resumeEdition(db, slotDate),
    countToCancel: (slotDate) => countToCancel(db, slotDate),
    cancel: (slotDate) => cancelEdition(db, slotDate),
    retry: (slotDate) => retryEdition(db, slotDate),
    markSent: (slotDate, known) => markSent(db, slotDate, known),
    findReview: (slotDate) => reviewEdition(db, slotDate),
    findPreviewed: (slotDate) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => findPreviewedEdition(trx, slotDate)),
    async submitPreview(previewed, to) {
      if (await isSuppressed(to)) {
        return {
          status: 'refused',
          reply:
            'This address is on the do-not-mail list. Only its owner can subscribe it again, on the site.',
          permanent: true,
          about: 'recipient',
        }
      }
      return mailer.submit(
        composePreviewMail(previewed, { notes: previewNotes(previewed.review), to, domain, siteUrl }),
      )
    },
    markPreviewed: (edition) => markPreviewed(db, edition),
    correct: (slotDate, text) => correctEdition(db, slotDate, text),
    listCorrections: (slotDate) => listEditionCorrections(db, slotDate),
  }
}
