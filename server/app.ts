import type { RequestListener } from 'node:http'

import express, { type Express, type Request, type RequestHandler, type Router } from 'express'

import type { Deps } from './deps.ts'
import { createMarketRouter } from './market/index.ts'
import { createEditionRouter, createFeedRouter } from './letter/index.ts'
import { createTradesRouter } from './records/trades/trades-of-ticker-routes.ts'
import { createChartRouter } from './pictures/chart-routes.ts'
import { createPngRenderer } from './pictures/png-renderer.ts'
import { createShareImageRouter } from './pictures/share-image-routes.ts'
import {
  createFormTokens,
  createOperatorRouter,
  createOperatorTokens,
  createSubscriberForms,
  createSubscriberRequests,
  createSubscriberRouter,
  createSubscriptionLimits,
  OLDEST_FORM_MS,
} from './subscribers/index.ts'
import { MCP_PATH } from './assistants/llms-text.ts'
import { createAssistantsRouter } from './assistants/routes.ts'
import { createVisitRouter } from './visits/routes.ts'
import { createDeskRouter } from './desk/routes.ts'
import { createApiDocsRouter } from './http/api-docs.ts'
import { createAnswers } from './http/answers.ts'
import { limitClients } from './http/client-limit.ts'
import { compressAnswers } from './http/compress.ts'
import { answerNotFound, createErrorHandler } from './http/error-response.ts'
import { countLookups } from './http/count-lookups.ts'
import { createEntrance, refusalOf, createRequestLog } from './http/entrance.ts'
import { createHealthRouter, type Lifecycle } from './http/health.ts'
import { createMetricsRouter, createRequestMeter } from './http/metrics-routes.ts'
import { API_DOCS_PATH, asksForLongHistory } from './http/page-address.ts'
import { createOverviewRouter } from './http/overview.ts'
import { createPages, hadNoTurn } from './http/pages.ts'
import type { RenderPage } from './http/render-page.ts'
import { createReviewRouter } from './http/review-routes.ts'
import { createPreviewReader, domainOf } from './reader-links.ts'
import { createRootFilesRouter, createStaticAssets } from './http/root-files.ts'
import { SITE_ORIGIN_SETTING } from './http/route-guards.ts'
import { listSecurityHeaders } from './http/security.ts'
import { createSharedCounters } from './http/shared-counters.ts'
import { createSitemapRouter } from './http/sitemap.ts'
import { takeTurns } from './http/take-turns.ts'
import { createForwardedReader, createProxyTrust, trustOf } from './http/trusted-proxies.ts'
import { createWebhookRouter } from './http/webhook-routes.ts'

const MINUTE_MS = 60_000
// Only guards against floods: answers come from a cache, and its requests to the sources have their own budget.
const API_REQUESTS_PER_MINUTE = 1_500
const PAGES_PER_MINUTE = 1_500
/** A page and everything it loads take a third of this; the longest answer has 1.6 MB. */
const UNDER_WAY_AT_ONCE = 100
/** How many requests of one client run at once; the rest wait. Two screens load this many, at a few milliseconds each. */
const WORKED_ON_AT_ONCE = 16
// For the API and pages together. A century of prices means reading, writing and compressing a megabyte; ten years of a large
// company's trades take a tenth of a second. No person opens more.
const LONG_HISTORIES_PER_MINUTE = 60
/** A list of twenty tickers that are not in memory takes ten milliseconds. A page requests one. */
const QUOTE_LISTS_PER_MINUTE = 300
/** Each takes ten milliseconds, since the protocol's library describes all tools again. A conversation sends a few. */
const ASSISTANT_MESSAGES_PER_MINUTE = 300
const SITEMAP_ASSETS = 5_000

export interface AppParts {
  deps: Deps
  renderPage: RenderPage
  lifecycle: Lifecycle
  /** Vite's middleware, in development only. */
  devMiddleware?: RequestHandler
}

export interface App {
  /** Answers every request. */
  readonly answer: RequestListener
  /** The routes behind the entrance. */
  readonly routes: Express
}

/** The whole of HTTP, in order: the entrance, then the routes. */
export function createApp({ deps, renderPage, lifecycle, devMiddleware }: AppParts): App {
  const { config, clock, logger, db, keys, market, subscribers } = deps
  const { archive, trades } = deps.newsletter
  const site = { name: config.siteName, url: config.siteUrl }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', createProxyTrust(config.trustProxy))
  app.set('query parser', 'simple')
  app.set(SITE_ORIGIN_SETTING, config.siteUrl)

  const headers = listSecurityHeaders(config)
  const answers = createAnswers({
    clock,
    cache: devMiddleware ? 'off' : 'on',
    headers,
    onRenewalFailed: (error, name) => {
      if (!hadNoTurn(error)) logger.error({ err: error, answer: name }, 'an answer could not be renewed')
    },
  })
  const notes = [createRequestMeter(deps.metrics), createRequestLog(logger), countLookups(deps.lookups)]
  const answer = createEntrance({
    readForwarded: createForwardedReader({ trustProxy: config.trustProxy, trusts: trustOf(app), logger }),
    mostUnderWay: UNDER_WAY_AT_ONCE,
    headers,
    answers,
    onEnded: (ended) => {
      for (const note of notes) note(ended)
    },
    routes: app,
  })

  app.use((request, _response, next) => next(refusalOf(request)))
  app.use(createWatchedRoutes({ deps, lifecycle }))
  // In turns of their own: files do not wait for what their client has asked of a slow source.
  const assets = devMiddleware ? [devMiddleware] : [takeTurns(WORKED_ON_AT_ONCE), ...createStaticAssets()]
  app.use('/assets', ...assets)
  if (devMiddleware) app.use(devMiddleware)

  app.use(takeTurns(WORKED_ON_AT_ONCE))
  app.use(compressAnswers())

  const limitLongHistories = limitClients({
    limit: LONG_HISTORIES_PER_MINUTE,
    windowMs: MINUTE_MS,
    when: asksForLongHistory,
  })
  const api = express.Router()
  const limitApi = limitClients({ limit: API_REQUESTS_PER_MINUTE, windowMs: MINUTE_MS })
  api.use(limitApi)
  api.use(limitLongHistories)
  api.use('/quotes', limitClients({ limit: QUOTE_LISTS_PER_MINUTE, windowMs: MINUTE_MS }))
  api.use(createApiDocsRouter({ name: config.siteName }))
  const counters = createSharedCounters({ db, secretKey: keys.secretKey, logger })
  const requests = createSubscriberRequests({
    subscribers,
    config,
    formTokens: createFormTokens({ keys, clock, used: counters('form-token', OLDEST_FORM_MS) }),
    limits: createSubscriptionLimits(counters),
  })
  // Before the next parser, which accepts only smaller bodies.
  api.use(createSubscriberRouter({ subscribers, requests, siteName: config.siteName }))
  api.use(createOperatorRouter({ subscribers, tokens: createOperatorTokens(db), counters, clock, logger }))
  api.use(express.json({ limit: '16kb' }))
  api.use(createMarketRouter({ market, answers }))
  api.use(createEditionRouter({ archive, answers }))
  api.use(createTradesRouter({ trades, answers }))
  api.use(createOverviewRouter({ overview: deps.overview, answers }))
  api.use(createVisitRouter({ db, keys, config }))
  api.use(answerNotFound)
  app.use('/api', (request, response, next) => (isScreen(request) ? next() : api(request, response, next)))
  app.use('/prod', api)
  app.use(MCP_PATH, limitApi, limitClients({ limit: ASSISTANT_MESSAGES_PER_MINUTE, windowMs: MINUTE_MS }))
  app.use(createAssistantsRouter({ market, archive, trades, site, logger }))

  app.use(createWebhookRouter({ webhooks: deps.webhooks, metrics: deps.metrics, logger }))

  const renderPng = createPngRenderer()
  app.use('/share-image', createShareImageRouter({ market, archive, site, renderPng }))
  app.use(createChartRouter({ findChart: (...which) => archive.findChart(...which), renderPng }))
  app.use(createFeedRouter({ archive, site, clock }))
  app.use(createRootFilesRouter(config))
  app.use(
    createSitemapRouter({
      siteUrl: config.siteUrl,
      listKnownAssets: () => market.listKnownAssets(SITEMAP_ASSETS),
      listEditions: () => archive.listPublishedDates(),
      clock,
      logger,
    }),
  )

  app.use(limitClients({ limit: PAGES_PER_MINUTE, windowMs: MINUTE_MS }))
  app.use(
    createReviewRouter({
      site,
      reviews: deps.reviews,
      orders: deps.orders,
      clock,
      logger,
      verify: createPreviewReader(keys),
    }),
  )
  app.use(createDeskRouter({ ...deps, counters, mailDomain: domainOf(config.mailFrom) }))
  app.use(limitLongHistories)
  const { router: pages, showPosted } = createPages({ renderPage, archive, answers, logger })
  app.use(createSubscriberForms({ requests, showPosted, embedOrigins: config.embedOrigins, clock, logger }))
  app.use(pages)
  app.use(createErrorHandler(logger))
  return { answer, routes: app }
}

/** The only screen under the API's addresses. */
const isScreen = ({ baseUrl, path }: Request) => baseUrl + path.replace(/\/$/, '') === API_DOCS_PATH

/** The routes for monitoring a process. */
function createWatchedRoutes({ deps, lifecycle }: Pick<AppParts, 'deps' | 'lifecycle'>): Router {
  const { db, logger, metrics, config, subscribers } = deps
  return express
    .Router()
    .use(createHealthRouter({ db, lifecycle, logger }))
    .use(
      createMetricsRouter({
        metrics,
        token: config.metricsToken,
        db,
        logger,
        countSubscribers: () => subscribers.count(),
        dataDir: config.dataDir,
      }),
    )
}

/** The HTTP of a process that serves no readers: only the monitoring routes. */
export function createWorkerApp(parts: Pick<AppParts, 'deps' | 'lifecycle'>): App {
  const { config, logger } = parts.deps
  const app = express().disable('x-powered-by')
  app.set('trust proxy', createProxyTrust(config.trustProxy))
  const headers = new Map(listSecurityHeaders(config))
  app.use((_request, response, next) => {
    response.setHeaders(headers)
    next()
  })
  app.use(createWatchedRoutes(parts))
  app.use(answerNotFound)
  app.use(createErrorHandler(logger))
  return { answer: app, routes: app }
}
