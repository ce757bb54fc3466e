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
import {
  correctEdition,
  listEditionCorrections,
  withdrawCorrection,
  type CorrectionWords,
  type KeptCorrection,
} from './corrections.ts'
import {
  findPreviewedEdition,
  markPreviewed,
  reviewEdition,
  type EditionReview,
  type PreviewedEdition,
} from './review-edition.ts'
import { listReturns, type EditionReturns } from './edition-returns.ts'
import { listEditions, type EditionOverview, type EditionStatus } from './edition-status.ts'
import { holdEdition, releaseEdition, releasePreviewed, type HeldEdition } from './hold-edition.ts'
import type { ReviewRules } from './await-person.ts'
import { markSent, type KnownSending } from './mark-sent.ts'
import type { Edition } from './editions.ts'
import { composePreviewMail, type PreviewLink } from './preview-edition.ts'

export interface EditionDeskDeps {
  readonly db: Database
  readonly mailer: Mailer
  /** Scheme and host, without a trailing slash. */
  readonly siteUrl: string
  /** The domain of the sender's address. */
  readonly domain: string
  /** The notes above a preview, for people who can still stop the edition. */
  readonly previewNotes: (review: EditionReview) => readonly string[]
  /** The links of a preview, each with its words; none if left out. */
  readonly previewLinks?: (review: EditionReview) => readonly PreviewLink[]
  /** When an edition waits for a person. */
  readonly rules: ReviewRules
  /** The keyed hash by which an address is stored on the do-not-mail list. */
  readonly hashAddress: (address: string) => string
}

/** What a person does with an edition before and after it goes out. Dates are Mondays, 'YYYY-MM-DD'. */
export interface EditionDesk {
  /** @throws EditionStateError when there is none yet, or it is already being sent */
  hold(slotDate: string, reason: string | undefined): Promise<HeldEdition>
  /** @returns whether it was held
   *  @throws EditionStateError when there is none, or it is already being sent */
  release(slotDate: string): Promise<boolean>
  /** The same for the edition as it was previewed.
   *  @throws EditionStateError when there is none, or it is another one now */
  releasePreviewed(slotDate: string, builtAt: Date): Promise<void>
  /** Stops its sending in every process, until it is resumed.
   *  @throws EditionStateError when it is not being sent */
  pause(slotDate: string, reason: string | undefined): Promise<void>
  /** @returns whether it was paused; it has 48 hours from now
   *  @throws EditionStateError when it is not being sent */
  resume(slotDate: string): Promise<boolean>
  /** @returns how many would not get it if it were cancelled now
   *  @throws EditionStateError when it is finished */
  countToCancel(slotDate: string): Promise<number>
  /** Ends it for good; messages already with a mail server are finished.
   *  @throws EditionStateError when it is finished */
  cancel(slotDate: string): Promise<void>
  /** Retries what failed or was deferred, never what is unknown; if there is anything to try, it has 48 hours from now. A
   *  paused one stays paused.
   *  @throws EditionStateError when its sending has not begun, or it was cancelled */
  retry(slotDate: string): Promise<Retried>
  /** Notes that it went out, on a person's word, after an earlier backup was restored; mails nobody.
   *  @returns when it counts as sent
   *  @throws EditionStateError when there is none, it is being sent or was sent from here */
  markSent(slotDate: string, known: KnownSending): Promise<Date>
  findReview(slotDate: string): Promise<EditionReview | undefined>
  /** Newest first. */
  listEditions(limit: number): Promise<EditionOverview[]>
  /** What came back about these editions, in their order. */
  listReturns(editions: readonly Pick<EditionStatus, 'date' | 'counts'>[]): Promise<EditionReturns[]>
  /** For `submitPreview`: the edition and its review, read at one moment. */
  findPreviewed(slotDate: string): Promise<PreviewedEdition | undefined>
  /** Submits one preview; the caller notes the outcome. An address on the do-not-mail list is refused. */
  submitPreview(previewed: PreviewedEdition, to: string): Promise<Submission>
  /** Notes that a preview was submitted, by the timetable or by hand, unless the edition has been rebuilt meanwhile. */
  markPreviewed(edition: Edition): Promise<void>
  /** @throws EditionStateError if nobody has that edition, InvalidInputError if it has no such figure */
  correct(slotDate: string, words: CorrectionWords): Promise<Correction>
  /** Readers no longer see it.
   *  @throws AppError 'not-found' if there is none of that number */
  withdrawCorrection(slotDate: string, id: string): Promise<void>
  /** Newest first, including withdrawn ones; of all editions if no date is given. */
  listCorrections(slotDate?: string): Promise<KeptCorrection[]>
}

export function createEditionDesk(deps: EditionDeskDeps): EditionDesk {
  const { db, mailer, domain, siteUrl, previewNotes, previewLinks, rules, hashAddress } = deps

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
    releasePreviewed: (slotDate, builtAt) => releasePreviewed(db, slotDate, builtAt),
    pause: (slotDate, reason) => pauseByHand(db, slotDate, reason),
    resume: (slotDate) => resumeEdition(db, slotDate),
    countToCancel: (slotDate) => countToCancel(db, slotDate),
    cancel: (slotDate) => cancelEdition(db, slotDate),
    retry: (slotDate) => retryEdition(db, slotDate),
    markSent: (slotDate, known) => markSent(db, slotDate, known),
    findReview: (slotDate) => reviewEdition(db, slotDate, rules),
    listEditions: (limit) => listEditions(db, limit),
    listReturns: (editions) => listReturns(db, editions),
    findPreviewed: (slotDate) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => findPreviewedEdition(trx, slotDate, rules)),
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
        composePreviewMail(previewed, {
          notes: previewNotes(previewed.review),
          links: previewLinks?.(previewed.review) ?? [],
          to,
          domain,
          siteUrl,
        }),
      )
    },
    markPreviewed: (edition) => markPreviewed(db, edition),
    correct: (slotDate, words) => correctEdition(db, slotDate, words),
    withdrawCorrection: (slotDate, id) => withdrawCorrection(db, slotDate, id),
    listCorrections: (slotDate) => listEditionCorrections(db, slotDate),
  }
}
