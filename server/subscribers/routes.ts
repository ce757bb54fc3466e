import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import type { z } from 'zod'
import { INVALID_EMAIL_MESSAGE, parseEmailAddress, parseNewEmailAddress } from '../../shared/email-address.ts'
import { FORM_TOKEN_HEADER } from '../../shared/posted-form.ts'
import {
  confirmRequestSchema,
  subscribeRequestSchema,
  unsubscribeRequestSchema,
  type acceptedResponseSchema,
  type formTokenResponseSchema,
} from '../../shared/subscription-contract.ts'
import type { Config } from '../config/config.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { writePlainPage } from '../http/plain-page.ts'
import { allowOnly, answerReads, refuseOtherSites, requireJson } from '../http/route-guards.ts'
import type { FormTokens } from './form-tokens.ts'
import type { Subscribers } from './index.ts'
import { originOf, type Proof, type SubscriptionLimits, takeEvenSteps } from './limits-of-routes.ts'

const MOST_IN_A_BODY = '4kb'

const MISSING_EMAIL_MESSAGE = 'Invalid or missing email address.'
const DEAD_LINK_MESSAGE = 'This link is not valid, or not any more.'

/** Visitors' requests, as JSON or from a page's form: read from `request.body`, checked, limited and carried out; then `next`
 *  answers. Refusals are thrown as an AppError. */
export interface SubscriberRequests {
  readonly formTokens: FormTokens
  /** Body {email, website?}; the form's token is in a header, or in the body of a form. */
  readonly signUp: readonly RequestHandler[]
  /** Body {token}. */
  readonly confirm: RequestHandler
  /** Body {email, token?}. */
  readonly unsubscribe: readonly RequestHandler[]
}

/** @param answerStepMs  answers that could reveal whether an address is known are sent at multiples of this */
export function createSubscriberRequests({
  subscribers,
  config,
  formTokens,
  limits,
  answerStepMs,
}: {
  subscribers: Subscribers
  config: Pick<Config, 'unsubscribeRequireToken'>
  formTokens: FormTokens
  limits: SubscriptionLimits
  answerStepMs?: number
}): SubscriberRequests {
  const proofs = new WeakMap<Request, Proof>()
  const requestsToConfirm = new WeakSet<Request>()
  const proofOf = (request: Request) => proofs.get(request) ?? 'none'
  const readProof: RequestHandler = async (request, _response, next) => {
    if (await formTokens.isUnspent(tokenOf(request))) proofs.set(request, 'unspent')
    next()
  }
  const spendProof: RequestHandler = async (request, _response, next) => {
    if (proofOf(request) === 'unspent') {
      proofs.set(request, (await formTokens.spend(tokenOf(request))) ? 'spent' : 'spent-before')
    }
    next()
  }
  const signUp: RequestHandler = async (request, _response, next) => {
    const { email, isTrapped } = readSignUp(request)
    if (email === undefined) throw new InvalidInputError(INVALID_EMAIL_MESSAGE, { code: 'invalid-email' })
    await takeEvenSteps(async () => {
      if (isTrapped) return
      await subscribers.subscribe(email, {
        origin: originOf(request),
        isFromForm: proofOf(request) === 'spent',
        ...(requestsToConfirm.has(request) && { confirmation: 'always' }),
      })
    }, answerStepMs)
    next()
  }

  const byLetter = new WeakSet<Request>()
  const unsubscribeByLetter: RequestHandler = async (request, _response, next) => {
    const { email, token } = readUnsubscription(request)
    if (token !== undefined && (await subscribers.unsubscribeByToken(token, email)) === 'unsubscribed') {
      byLetter.add(request)
    } else if (config.unsubscribeRequireToken) {
      throw new AppError('token-required', 'Please use the unsubscribe link in one of our letters.')
    }
    next()
  }
  const unsubscribeByAddress: RequestHandler = async (request, _response, next) => {
    const { email } = readUnsubscription(request)
    const origin = originOf(request)
    await takeEvenSteps(() => subscribers.unsubscribeByAddress(email, { origin }), answerStepMs)
    next()
  }
  const unlessByLetter =
    (handler: RequestHandler): RequestHandler =>
    (request, response, next) =>
      byLetter.has(request) ? next() : handler(request, response, next)

  return {
    formTokens,
    signUp: [
      readProof,
      ...limits.signUps({
        proofOf,
        spendProof,
        askToConfirm: (request) => void requestsToConfirm.add(request),
      }),
      signUp,
    ],
    confirm: async (request, _response, next) => {
      const body = confirmRequestSchema.safeParse(request.body)
      const outcome = body.data === undefined ? 'invalid-token' : await subscribers.confirm(body.data.token)
      if (outcome === 'invalid-token') throw new InvalidInputError(DEAD_LINK_MESSAGE)
      next()
    },
    unsubscribe: [
      unsubscribeByLetter,
      ...[
        ...limits.unsubscriptions((request) => readUnsubscription(request).email),
        unsubscribeByAddress,
      ].map(unlessByLetter),
    ],
  }
}

/** Signing up and unsubscribing with JSON, and one-click unsubscribing by a mail program. Mount before other body parsers. No
 *  cookies are involved, so a forged request has nothing to use. GET and HEAD change nothing, since link scanners follow every
 *  address in a mail.
 *  @param siteName  shown on the page of a List-Unsubscribe address */
export function createSubscriberRouter({
  subscribers,
  requests,
  siteName,
}: {
  subscribers: Pick<Subscribers, 'isUnsubscribeToken' | 'unsubscribeByToken'>
  requests: SubscriberRequests
  siteName: string
}): Router {
  const router = Router()
  router.use(['/subscribe', '/unsubscribe'], express.json({ limit: MOST_IN_A_BODY }))
  const accept: RequestHandler = (_request, response) => {
    response.set('Cache-Control', 'no-store').json(ACCEPTED)
  }

  // Pages fetch a token when the form is first used, since cached pages contain none.
  answerReads(router, '/subscribe/token', (_request, response) => {
    const answer: z.infer<typeof formTokenResponseSchema> = { token: requests.formTokens.issue() }
    response.set('Cache-Control', 'no-store').json(answer)
  })
  router
    .route('/subscribe')
    .post(refuseOtherSites, requireJson, ...requests.signUp, accept)
    .all(allowOnly('POST'))
  router
    .route('/subscribe/confirm')
    .post(refuseOtherSites, requireJson, requests.confirm, accept)
    .all(allowOnly('POST'))
  router
    .route('/unsubscribe')
    .delete(refuseOtherSites, requireJson, ...requests.unsubscribe, accept)
    .all(allowOnly('DELETE'))

  // RFC 8058: sent by a mail program, from any site, in either form encoding; the token is the only authority.
  const formBody = express.text({
    type: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    limit: MOST_IN_A_BODY,
  })
  router
    .route('/unsubscribe/one-click')
    .get((request, response) => {
      const { token } = request.query
      const isSigned = typeof token === 'string' && subscribers.isUnsubscribeToken(token)
      sendOneClickPage(response, isSigned ? 'ask' : 'dead', siteName)
    })
    .post(formBody, async (request, response) => {
      const { token } = request.query
      if (!isOneClick(request.body)) {
        throw new InvalidInputError('The body is not List-Unsubscribe=One-Click (RFC 8058).')
      }
      const outcome =
        typeof token === 'string'
          ? await subscribers.unsubscribeByToken(token, undefined, 'one-click')
          : 'invalid-token'
      if (isForPerson(request)) {
        sendOneClickPage(response, outcome === 'unsubscribed' ? 'done' : 'dead', siteName)
        return
      }
      if (outcome === 'invalid-token') throw new InvalidInputError(DEAD_LINK_MESSAGE)
      response.set('Cache-Control', 'no-store').json(ACCEPTED)
    })
    .all(allowOnly('GET', 'HEAD', 'POST'))

  return router
}

const ACCEPTED: z.infer<typeof acceptedResponseSchema> = { status: 'ok' }

/** The token is in a header with JSON, and in the body of a page's form, which cannot set headers. */
function tokenOf(request: Request): string {
  if (!request.is('application/x-www-form-urlencoded')) return request.get(FORM_TOKEN_HEADER) ?? ''
  const { formToken } = (request.body ?? {}) as { formToken?: unknown }
  return typeof formToken === 'string' ? formToken : ''
}

/** @returns no address if it is not valid; isTrapped: the hidden field is filled in */
export function readSignUp(request: Request): { email: string | undefined; isTrapped: boolean } {
  const body = subscribeRequestSchema.safeParse(request.body).data
  return { email: parseNewEmailAddress(body?.email ?? ''), isTrapped: Boolean(body?.website) }
}

function readUnsubscription(request: Request): { email: string; token: string | undefined } {
  const body = unsubscribeRequestSchema.safeParse(request.body)
  const email = parseEmailAddress(body.data?.email ?? '')
  if (email === undefined) throw new InvalidInputError(MISSING_EMAIL_MESSAGE, { code: 'invalid-email' })
  return { email, token: body.data?.token }
}

/** Browsers prefer HTML over anything else; mail programs accept anything. */
const isForPerson = (request: Request) => request.accepts(['json', 'html']) === 'html'

function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && /List-Unsubscribe/i.test(body) && /One-Click/i.test(body)
}

const ONE_CLICK_PAGES = {
  ask: '<p>One more press, and no more letters come.</p><form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>',
  done: '<p role="status">You have been successfully unsubscribed.</p><p>If this was a mistake, you can <a href="/">subscribe again</a></p>',
  dead: `<p role="alert">${DEAD_LINK_MESSAGE}</p><p>Please use the unsubscribe link at the foot of one of our letters.</p>`,
}

/** Sends a page with a button that works without JavaScript, for mail programs that open the List-Unsubscribe address in a
 *  browser (RFC 2369) instead of posting to it. The page does not reveal whose link it is.
 *  @param step  'ask': nothing has been done yet; 'dead': the link is invalid */
function sendOneClickPage(response: Response, step: keyof typeof ONE_CLICK_PAGES, siteName: string): void {
  const page = writePlainPage({ siteName, title: 'Sorry to see you go!', content: ONE_CLICK_PAGES[step] })
  response
    .status(step === 'dead' ? 400 : 200)
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(page)
}
