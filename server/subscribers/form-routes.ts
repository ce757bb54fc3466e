import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { INVALID_EMAIL_MESSAGE } from '../../shared/email-address.ts'
import { formatNextMonday } from '../../shared/format-date.ts'
import {
  ANSWER_FIELD,
  readUnsubscribeLink,
  SIGN_UP_PATH,
  type PostedForm,
  type PostedLink,
} from '../../shared/posted-form.ts'
import { errorCodes } from '../../shared/problem-contract.ts'
import { pageAddress, pageQuery } from '../http/page-address.ts'
import type { Pages } from '../http/pages.ts'
import { comesFromPageOf, refuseOtherSites } from '../http/route-guards.ts'
import type { Clock } from '../lib/clock.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { readSignUp, type SubscriberRequests } from './routes.ts'

const MOST_IN_A_BODY = '4kb'
const FAILURE_MESSAGE = 'Something went wrong. Please try again.'

/** Signing up, confirming and unsubscribing with plain forms, for browsers without scripts or before scripts have loaded. The
 *  same handlers as for JSON do the work. GET of these addresses is answered elsewhere, and changes nothing. */
export function createSubscriberForms({
  requests,
  showPosted,
  embedOrigins,
  clock,
  logger,
}: {
  requests: SubscriberRequests
  /** Answers with the page that shows the outcome of a form. */
  showPosted: Pages['showPosted']
  /** Origins of pages that may have a sign-up form. It leads to the disclaimer here, and does nothing by itself. */
  embedOrigins: readonly string[]
  clock: Clock
  logger: Logger
}): Router {
  const router = Router()
  const formBody = express.urlencoded({ extended: false, limit: MOST_IN_A_BODY })
  const show =
    (address: string, posted: (request: Request) => PostedForm): RequestHandler =>
    (request, response) =>
      showPosted(request, response, { address, status: 200, posted: posted(request) })
  /** @param posted  what the page says in that case */
  const showFailure =
    (
      addressOf: string | ((request: Request) => string),
      posted: (error: unknown, request: Request) => PostedForm,
    ): ErrorRequestHandler =>
    async (error: unknown, request, response, next) => {
      const isOurs = error instanceof AppError
      // A body that cannot be read, or that comes from elsewhere, has no page to go back to.
      if (request.body === undefined || (isOurs && error.code === 'cross-site-request')) {
        next(error)
        return
      }
      const status = isOurs ? errorCodes[error.code].status : errorCodes.internal.status
      if (!isOurs) logger.error({ err: error, path: request.path }, 'a form failed')
      if (isOurs && error.retryAfterSeconds !== undefined) {
        response.set('Retry-After', String(error.retryAfterSeconds))
      }
      const address = typeof addressOf === 'string' ? addressOf : addressOf(request)
      await showPosted(request, response, { address, status, posted: posted(error, request) })
    }

  const isEmbedded = (request: Request) => comesFromPageOf(request, embedOrigins)
  // From a form on another site only the address is used, since that page did not show our disclaimer.
  const answerOf = (request: Request) => (isEmbedded(request) ? '' : textsOf(request)[ANSWER_FIELD])
  const refuseOthers: RequestHandler = (request, response, next) =>
    isEmbedded(request) ? next() : refuseOtherSites(request, response, next)

  // The address is passed from page to page; it is saved, and counted, only once the disclaimer is accepted.
  router.post(
    SIGN_UP_PATH,
    refuseOthers,
    formBody,
    (request, _response, next) => next(answerOf(request) === 'accept' ? undefined : 'route'),
    ...requests.signUp,
    show(SIGN_UP_PATH, () => ({ step: 'welcome', nextLetter: formatNextMonday(clock.now()) })),
  )
  router.post(
    SIGN_UP_PATH,
    (request, _response, next) => {
      if (answerOf(request) !== 'cancel' && readSignUp(request).email === undefined) {
        throw new InvalidInputError(INVALID_EMAIL_MESSAGE, { code: 'invalid-email' })
      }
      next()
    },
    show(SIGN_UP_PATH, (request) => {
      const { email, website } = textsOf(request)
      if (answerOf(request) === 'cancel') return { step: 'form', email }
      const address = readSignUp(request).email ?? ''
      return { step: 'disclaimer', email: address, website, formToken: requests.formTokens.issue() }
    }),
  )
  router.use(
    SIGN_UP_PATH,
    showFailure(SIGN_UP_PATH, (error, request) => {
      const isInvalid = error instanceof AppError && error.code === 'invalid-email'
      const message = isInvalid ? INVALID_EMAIL_MESSAGE : FAILURE_MESSAGE
      return { step: 'form', email: textsOf(request).email, error: message }
    }),
  )

  // These forms have no fields: the link's parameters are in the address that they post to.
  const readLink: RequestHandler = (request, _response, next) => {
    const { email = '', token } = readUnsubscribeLink(pageQuery(request.originalUrl))
    request.body = { email, ...(token !== undefined && { token }) }
    next()
  }
  router.post(
    '/unsubscribe',
    refuseOtherSites,
    readLink,
    ...requests.unsubscribe,
    show('/unsubscribe', () => ({ outcome: 'done' })),
  )
  router.use(
    '/unsubscribe',
    // Passes on what the page shows about its link: whether trying again can work.
    showFailure(
      ({ originalUrl }) => pageAddress('/unsubscribe', pageQuery(originalUrl)).address,
      (error) => ({ outcome: outcomeOf(error) }),
    ),
  )

  const readConfirmation: RequestHandler = (request, _response, next) => {
    request.body = { token: pageQuery(request.originalUrl).get('token') ?? '' }
    next()
  }
  router.post(
    '/confirm',
    refuseOtherSites,
    readConfirmation,
    requests.confirm,
    show('/confirm', () => ({ outcome: 'done' })),
  )
  router.use(
    '/confirm',
    showFailure('/confirm', (error) => ({
      outcome: error instanceof InvalidInputError ? 'link-needed' : 'failed',
    })),
  )
  return router
}

/** @returns the texts of a form; a field that is missing or repeated is empty */
function textsOf(request: Request): { email: string; website: string; [ANSWER_FIELD]: string } {
  const fields = (request.body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return { email: text('email'), website: text('website'), [ANSWER_FIELD]: text(ANSWER_FIELD) }
}

function outcomeOf(error: unknown): PostedLink['outcome'] {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'invalid-email') return 'missing'
  return error.code === 'token-required' ? 'link-needed' : 'failed'
}
