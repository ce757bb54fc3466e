import express, { type RequestHandler, Router } from 'express'
import { LRUCache } from 'lru-cache'

import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import {
  MOST_UNPROVEN_BYTES,
  type ProviderName,
  WebhookRefusedError,
  type Webhooks,
} from '../sending/webhooks/index.ts'
import { ClientCounts } from './client-counts.ts'
import { clientOf, limitClients } from './client-limit.ts'
import type { Metrics } from './metrics.ts'
import { allowOnly } from './route-guards.ts'

/** More than SendGrid puts into one request. */
const MOST_IN_A_BODY = '1mb'
/** Beyond this a client is asked to come back later, unless a signed event came from its address before: a provider has few
 *  addresses, and sends its other customers' events from them too, to wherever they say. */
const REQUESTS_PER_MINUTE = 3_000
const MOST_PROVEN_CLIENTS = 1_000
/** After so many larger ones that were refused, a client's requests are read for the rest of the minute only if they have at
 *  most MOST_UNPROVEN_BYTES: a megabyte takes ten milliseconds, that less than two. Some batches of SendGrid are larger. */
const LARGE_REFUSALS_PER_MINUTE = 100
const RETRY_AFTER_SECONDS = 60

/** POST /webhooks/:provider, for providers whose secret is set; for any other the address does not exist. Answered with 200
 *  once everything in it is done, otherwise with 429 or 503, after which a provider tries again. */
export function createWebhookRouter({
  webhooks,
  metrics,
  logger,
}: {
  webhooks: Webhooks
  metrics: Pick<Metrics, 'countReturn'>
  logger: Logger
}): Router {
  const proven = new LRUCache<string, true>({ max: MOST_PROVEN_CLIENTS })
  const largeRefused = new ClientCounts(60_000)
  const warned = new Set<string>()
  const readUpTo = (limit: number | string) => express.raw({ limit, type: () => true, inflate: false })
  const readAny = readUpTo(MOST_IN_A_BODY)
  const readSmall = readUpTo(MOST_UNPROVEN_BYTES)
  const readBody: RequestHandler = (request, response, next) => {
    if (largeRefused.hitsOf(clientOf(request)) < LARGE_REFUSALS_PER_MINUTE) {
      readAny(request, response, (error) => {
        // It was too long, or given up before its end.
        const length = Number(request.get('Content-Length') ?? Infinity)
        if (error !== undefined && length > MOST_UNPROVEN_BYTES) largeRefused.count(clientOf(request))
        next(error)
      })
    } else if (Number(request.get('Content-Length')) > MOST_UNPROVEN_BYTES) {
      throw new AppError('too-many-requests', 'Too many of these were not signed by the provider.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    } else {
      readSmall(request, response, next)
    }
  }
  const router = Router()
  router
    .route('/webhooks/:provider')
    .all((request, _response, next) => {
      requireProvider(request.params.provider)
      next()
    })
    .post(
      limitClients({
        limit: REQUESTS_PER_MINUTE,
        windowMs: 60_000,
        when: (request) => !proven.has(clientOf(request)),
      }),
      readBody,
      async (request, response) => {
        const provider = requireProvider(request.params.provider)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        try {
          const results = await webhooks.receive(provider, { body, header: (name) => request.get(name) })
          proven.set(clientOf(request), true)
          for (const { outcome, token } of results) {
            metrics.countReturn(provider, token === 'none' ? 'no-token' : outcome)
          }
          response.set('Cache-Control', 'no-store').json({ events: results.length })
        } catch (error) {
          if (error instanceof WebhookRefusedError && body.length > MOST_UNPROVEN_BYTES) {
            largeRefused.count(clientOf(request))
          }
          throw toRefusal(error, provider)
        }
      },
    )
    .all(allowOnly('POST'))

  function requireProvider(name: string): ProviderName {
    const provider = webhooks.find(name)
    if (provider === undefined) throw new AppError('not-found', 'Nothing answers here.')
    return provider
  }

  /** One a second of each reason: anybody can send them. */
  function warnOfRefusal(provider: ProviderName, { why, message }: WebhookRefusedError) {
    const name = `${provider} ${why}`
    if (warned.has(name)) return
    warned.add(name)
    setTimeout(() => warned.delete(name), 1_000).unref()
    logger.warn({ provider, why, reason: message }, 'A webhook was refused')
  }

  function toRefusal(error: unknown, provider: ProviderName): AppError {
    if (error instanceof WebhookRefusedError) {
      metrics.countReturn(provider, 'refused')
      warnOfRefusal(provider, error)
      return new AppError(error.why === 'shape' ? 'malformed-request' : 'not-verified', error.message, {
        cause: error,
      })
    }
    metrics.countReturn(provider, 'put-off')
    const putOff = 'A webhook could not be acted on; the provider is asked to send it again'
    // A limit of our own, whose message needs no stack trace.
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      logger.warn({ provider, reason: error.message }, putOff)
      return error
    }
    logger.warn({ provider, err: error }, putOff)
    return new AppError('not-ready', 'This cannot be taken now. Please send it again.', {
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  return router
}
