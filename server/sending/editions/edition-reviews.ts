import type { Database } from '../../db/database.ts'
import type { Mailer, Submission } from '../mail/index.ts'
import type { ReviewRules } from './await-person.ts'
import { composePreviewMail, type PreviewLink } from './preview-edition.ts'
import {
  findPreviewedEdition,
  reviewEdition,
  type EditionReview,
  type PreviewedEdition,
} from './review-edition.ts'

export interface EditionReviewsDeps {
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

/** How people see an edition before it goes out. Dates are Mondays, 'YYYY-MM-DD'. */
export interface EditionReviews {
  findReview(slotDate: string): Promise<EditionReview | undefined>
  /** For `submitPreview`: the edition and its review, read at one moment. */
  findPreviewed(slotDate: string): Promise<PreviewedEdition | undefined>
  /** Submits one preview; the caller notes the outcome. An address on the do-not-mail list is refused. */
  submitPreview(previewed: PreviewedEdition, to: string): Promise<Submission>
}

export function createEditionReviews(deps: EditionReviewsDeps): EditionReviews {
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
    findReview: (slotDate) => reviewEdition(db, slotDate, rules),
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
      const mail = composePreviewMail(previewed, {
        notes: previewNotes(previewed.review),
        links: previewLinks?.(previewed.review) ?? [],
        to,
        domain,
        siteUrl,
      })
      return mailer.submit({ ...mail, isForOperator: true })
    },
  }
}
