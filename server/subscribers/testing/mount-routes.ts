import express from 'express'
import request from 'supertest'

import type { Database } from '../../db/database.ts'
import { createLogger, type Logger } from '../../lib/logger.ts'
import { stretchWaits } from '../../lib/patience.ts'
import { createErrorHandler } from '../../http/error-response.ts'
import type { Pages } from '../../http/pages.ts'
import { SITE_ORIGIN_SETTING } from '../../http/route-guards.ts'
import { createSharedCounters } from '../../http/shared-counters.ts'
import { createFormTokens, OLDEST_FORM_MS } from '../form-tokens.ts'
import { createSubscriberForms } from '../form-routes.ts'
import { createSubscriberRequests, createSubscriberRouter } from '../routes.ts'
import { createFixture, keys } from './subscriber-fixtures.ts'
import { createSubscriptionLimits } from '../limits-of-routes.ts'

interface SiteSettings {
  subscribeConfirm?: boolean
  welcomeMail?: boolean
  unsubscribeRequireToken?: boolean
  answerStepMs?: number
  embedOrigins?: readonly string[]
  logger?: Logger
  /** Where limits are counted; by default in the test's database. */
  countIn?: Database
}

/** Creates the subscriber routes over HTTP, with short waits before answers, and an ample one for counts; X-Forwarded-For identifies the client. */
export function createSubscriberSite(db: Database, settings: SiteSettings = {}) {
  stretchWaits(60)
  const fixture = createFixture(db, settings)
  const logger = settings.logger ?? createLogger('silent')
  const app = express()
  app.set('trust proxy', 1)
  app.set(SITE_ORIGIN_SETTING, 'https://lunchpail.test')
  const counters = createSharedCounters({
    db: settings.countIn ?? db,
    secretKey: keys.secretKey,
    logger,
  })
  const requests = createSubscriberRequests({
    subscribers: fixture.subscribers,
    config: { unsubscribeRequireToken: settings.unsubscribeRequireToken ?? false },
    formTokens: createFormTokens({
      keys,
      clock: fixture.clock,
      used: counters('form-token', OLDEST_FORM_MS),
    }),
    limits: createSubscriptionLimits(counters),
    answerStepMs: settings.answerStepMs ?? 1,
  })
  app.use(
    '/api',
    createSubscriberRouter({ subscribers: fixture.subscribers, requests, siteName: 'Lunchpail' }),
  )
  // Returns as JSON what the page would show.
  const showPosted: Pages['showPosted'] = async (_request, response, { address, status, posted }) => {
    response.status(status).json({ address, posted })
  }
  app.use(
    createSubscriberForms({
      requests,
      showPosted,
      embedOrigins: settings.embedOrigins ?? [],
      clock: fixture.clock,
      logger,
    }),
  )
  app.use(createErrorHandler(createLogger('silent')))
  return { ...fixture, http: request(app) }
}

/** Returns what a visitor could use to tell answers apart; the limits' counters are the visitor's own. */
export function visible(response: request.Response) {
  const { status, text, headers } = response
  return { status, text, type: headers['content-type'], length: headers['content-length'] }
}
