import express, { Router } from 'express'

import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { type ProviderName, WebhookRefusedError, type Webhooks } from '../sending/webhooks/index.ts'
import { ClientCounts } from './client-counts.ts'
import { clientOf, limitClients } from './client-limit.ts'
import type { Metrics } from './metrics.ts'
import { allowOnly } from './route-guards.ts'

/** More than SendGrid puts into one request. */
const MOST_IN_A_BODY = '1mb'
/** Beyond this a provider is asked to come back later, which they all do. */
const REQUESTS_PER_MINUTE = 3_000
/** Beyond this a client's requests are not read for the rest of the minute: a megabyte takes ten milliseconds. A provider whose
 *  secret was mistyped sends them again. */
const REFUSALS_PER_MINUTE = 30
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
  const refused = new ClientCounts(60_000)
  const router = Router()
  router
    .route('/webhooks/:provider')
    .all((request, _response, next) => {
      requireProvider(request.params.provider)
      next()
    })
    .post(
      limitClients({ limit: REQUESTS_PER_MINUTE, windowMs: 60_000 }),
      (request, _response, next) => {
        if (refused.hitsOf(clientOf(request)) < REFUSALS_PER_MINUTE) next()
        else
          throw new AppError('too-many-requests', 'Too many of these were not signed by the provider.', {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          })
      },
      express.raw({ limit: MOST_IN_A_BODY, type: () => true, inflate: false }),
      async (request, response) => {
        const provider = requireProvider(request.params.provider)
        const body: unknown = request.body
        try {
          const results = await webhooks.receive(provider, {
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
            header: (name) => request.get(name),
          })
          for (const { outcome, token } of results) {
            metrics.countReturn(provider, token === 'none' ? 'no-token' : outcome)
          }
          response.set('Cache-Control', 'no-store').json({ events: results.length })
        } catch (error) {
          if (error instanceof WebhookRefusedError) refused.count(clientOf(request))
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

  function toRefusal(error: unknown, provider: ProviderName): AppError {
    if (error instanceof WebhookRefusedError) {
      metrics.countReturn(provider, 'refused')
      logger.warn({ provider, why: error.why, reason: error.message }, 'A webhook was refused')
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
