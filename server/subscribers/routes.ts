import express, { Router, type Request, type RequestHandler } from 'express'
import type { z } from 'zod'

import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import {
  confirmRequestSchema,
  subscribeRequestSchema,
  unsubscribeRequestSchema,
  type acceptedResponseSchema,
} from '../../shared/subscription-contract.ts'
import type { Config } from '../config.ts'
import { AppError, InvalidInputError } from '../errors.ts'
import { limitClients } from '../web/client-limit.ts'
import { allowOnly, refuseOtherSites, requireJson } from '../web/route-guards.ts'
import type { Subscribers } from './index.ts'

const HOUR_MS = 3_600_000
const SIGN_UPS_PER_CLIENT = 50
const UNSUBSCRIPTIONS_PER_CLIENT = 50
const UNSUBSCRIPTIONS_PER_ADDRESS = 5
const MISSING_EMAIL_MESSAGE = 'Invalid or missing email address.'
const DEAD_LINK_MESSAGE = 'This link is not valid, or not any more.'

/** Signing up and off. Needs express.json before it; no cookie plays a part, so there is nothing to forge a request with.
 *  GET and HEAD change nothing: link scanners follow every address in a mail. */
export function createSubscriberRouter({
  subscribers,
  config,
}: {
  subscribers: Subscribers
  config: Pick<Config, 'unsubscribeRequireToken'>
}): Router {
  const router = Router()

  router
    .route('/subscribe')
    .post(refuseOtherSites, requireJson, limitPerHour(SIGN_UPS_PER_CLIENT), async (request, response) => {
      const email = parseEmailAddress(subscribeRequestSchema.safeParse(request.body).data?.email ?? '')
      if (email === undefined) throw new InvalidInputError('invalid-email', INVALID_EMAIL_MESSAGE)
      await subscribers.subscribe(email)
      response.set('Cache-Control', 'no-store').json(ACCEPTED)
    })
    .all(allowOnly('POST'))

  router
    .route('/subscribe/confirm')
    .post(refuseOtherSites, requireJson, async (request, response) => {
      const body = confirmRequestSchema.safeParse(request.body)
      const outcome = body.data === undefined ? 'invalid-token' : await subscribers.confirm(body.data.token)
      if (outcome === 'invalid-token') throw new InvalidInputError('malformed-request', DEAD_LINK_MESSAGE)
      response.set('Cache-Control', 'no-store').json(ACCEPTED)
    })
    .all(allowOnly('POST'))

  const unsubscribeByLetter: RequestHandler = async (request, response, next) => {
    const { email, token } = readUnsubscription(request)
    if (token !== undefined && (await subscribers.unsubscribeByToken(token, email)) === 'unsubscribed') {
      response.set('Cache-Control', 'no-store').json(ACCEPTED)
      return
    }
    if (config.unsubscribeRequireToken) {
      throw new AppError('token-required', 'Please use the unsubscribe link in one of our letters.')
    }
    next()
  }

  router
    .route('/unsubscribe')
    .delete(
      refuseOtherSites,
      requireJson,
      unsubscribeByLetter,
      limitPerHour(UNSUBSCRIPTIONS_PER_CLIENT),
      limitPerHour(UNSUBSCRIPTIONS_PER_ADDRESS, (request) => readUnsubscription(request).email),
      async (request, response) => {
        await subscribers.unsubscribeByAddress(readUnsubscription(request).email)
        response.set('Cache-Control', 'no-store').json(ACCEPTED)
      },
    )
    .all(allowOnly('DELETE'))

  // RFC 8058: sent by a mail program, from any site, in either form encoding; the token is the whole authority.
  const formBody = express.text({
    type: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    limit: '4kb',
  })
  router
    .route('/unsubscribe/one-click')
    .post(formBody, async (request, response) => {
      const { token } = request.query
      if (!isOneClick(request.body)) {
        throw new InvalidInputError(
          'malformed-request',
          'The body is not List-Unsubscribe=One-Click (RFC 8058).',
        )
      }
      const outcome =
        typeof token === 'string' ? await subscribers.unsubscribeByToken(token) : 'invalid-token'
      if (outcome === 'invalid-token') throw new InvalidInputError('malformed-request', DEAD_LINK_MESSAGE)
      response.set('Cache-Control', 'no-store').json(ACCEPTED)
    })
    .all(allowOnly('POST'))

  return router
}

const ACCEPTED: z.infer<typeof acceptedResponseSchema> = { status: 'ok' }

function readUnsubscription(request: Request): { email: string; token: string | undefined } {
  const body = unsubscribeRequestSchema.safeParse(request.body)
  const email = parseEmailAddress(body.data?.email ?? '')
  if (email === undefined) throw new InvalidInputError('invalid-email', MISSING_EMAIL_MESSAGE)
  return { email, token: body.data?.token }
}

function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && /List-Unsubscribe[^]*One-Click/i.test(body)
}

const limitPerHour = (limit: number, key?: (request: Request) => string) =>
  limitClients({ limit, windowMs: HOUR_MS, ...(key && { key }) })
