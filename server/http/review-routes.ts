import express, { Router } from 'express'

import { formatDay } from '../../shared/format-date.ts'
import type { Clock } from '../lib/clock.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { AppError } from '../lib/errors.ts'
import { escapeHtml } from '../lib/text.ts'
import type { Logger } from '../lib/logger.ts'
import type { Actor } from '../operator/deeds.ts'
import type { EditionOrders } from '../operator/edition-orders.ts'
import { describeState } from '../operator/edition-state-words.ts'
import { commandOf, describeRefusal } from '../operator/edition-words.ts'
import type { EditionReviews } from '../sending/editions/edition-reviews.ts'
import { EditionStateError } from '../sending/editions/edition-refusal.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { PreviewToken } from '../sending/tokens.ts'
import { writePlainPage } from './plain-page.ts'
import { allowOnly, refuseOtherSites } from './route-guards.ts'

const DEAD_LINK =
  'This link is not valid, or not any more: it ends when the time of its edition does, on Monday at 8:00 PM Chicago. The commands "edition hold" and "edition release" do the same.'

/** A link does not say who follows it. */
const WHOEVER: Actor = { who: 'whoever has the preview', by: 'link' }

/** The page behind the links of a preview: the edition's state, and a button to hold or release it. Opening it changes
 *  nothing, since programs follow every link in a mail.
 *  @param verify  reads a token from a preview's links; undefined for anything that we did not sign, or that has expired */
export function createReviewRouter({
  site,
  reviews,
  orders,
  clock,
  logger,
  verify,
}: {
  site: { name: string }
  reviews: Pick<EditionReviews, 'findReview'>
  orders: Pick<EditionOrders, 'hold' | 'release'>
  clock: Clock
  logger: Logger
  verify: (token: string, now: Date) => PreviewToken | undefined
}): Router {
  const router = Router()

  function requirePreview(given: unknown): { token: string; preview: PreviewToken } {
    const token = typeof given === 'string' ? given : ''
    const preview = verify(token, clock.now())
    if (preview === undefined) throw new AppError('token-required', DEAD_LINK)
    return { token, preview }
  }

  router
    .route('/review')
    .get(async (request, response) => {
      const { token, preview } = requirePreview(request.query['token'])
      const review = await reviews.findReview(preview.slotDate)
      if (review === undefined) throw new AppError('not-found', `There is no edition of ${preview.slotDate}.`)
      response
        .set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
        .type('html')
        .send(drawPage(site.name, review, { token, preview }))
    })
    .post(
      refuseOtherSites,
      express.urlencoded({ extended: false, limit: '4kb' }),
      async (request, response) => {
        const { token: given, order } = (request.body ?? {}) as { token?: unknown; order?: unknown }
        const { token, preview } = requirePreview(given)
        const { slotDate, builtAt } = preview
        if (order !== 'hold' && order !== 'release') {
          throw new AppError('malformed-request', 'The order is "hold" or "release".')
        }
        try {
          if (order === 'hold') await orders.hold(WHOEVER, slotDate, 'by the link of its preview')
          else await orders.release(WHOEVER, slotDate, builtAt)
        } catch (error) {
          if (!(error instanceof EditionStateError)) throw error
          const content = `<p>${escapeHtml(describeRefusal(error.refusal))}</p>`
          response
            .status(409)
            .set('Cache-Control', 'no-store')
            .type('html')
            .send(writePlainPage({ siteName: site.name, title: 'Nothing was changed', content }))
          return
        }
        logger.info({ edition: slotDate, order }, 'The edition was steered by the link of its preview')
        response.redirect(303, `/review?${new URLSearchParams({ token })}`)
      },
    )
    .all(allowOnly('GET', 'HEAD', 'POST'))
  return router
}

function drawPage(
  siteName: string,
  review: EditionReview,
  { token, preview }: { token: string; preview: PreviewToken },
): string {
  const isRebuilt = review.builtAt.getTime() !== preview.builtAt.getTime()
  const buttons = listButtons(review, isRebuilt)
  const form =
    buttons.length === 0
      ? ''
      : `<form method="post" action="/review"><input type="hidden" name="token" value="${escapeHtml(token)}">${buttons.join('')}</form>`
  const title = `The edition of Monday, ${formatDay(review.date)}`
  return writePlainPage({
    siteName,
    title,
    content: [
      `<p>${escapeHtml(review.subject)}</p>`,
      `<p role="status"><strong>${escapeHtml(writeState(review))}</strong></p>`,
      isRebuilt
        ? '<p>It was written again after the preview that led here. Look at the newer preview before you release it.</p>'
        : '',
      form,
      `<p>Whoever has this address can do this until ${formatChicagoTime(review.times.cutoffAt)}.</p>`,
    ].join(''),
  })
}

const HOLD = '<button name="order" value="hold">Hold it</button>'
const RELEASE = '<button name="order" value="release" class="second">Release it</button>'

function listButtons({ state, held }: EditionReview, isRebuilt: boolean): string[] {
  if (state !== 'built') return []
  if (held?.kind === 'restored') return []
  return [...(held === undefined ? [HOLD] : []), ...(isRebuilt ? [] : [RELEASE])]
}

/** Includes the commands: a person with only this link needs them. */
function writeState(review: EditionReview): string {
  const { words, next } = describeState(review)
  return next === undefined ? words : `${words} ${next.words}: ${commandOf(next.step)}`
}
