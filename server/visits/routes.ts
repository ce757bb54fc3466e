import { DAY_MS } from '../lib/dates.ts'
import { randomBytes } from 'node:crypto'

import cookieParser from 'cookie-parser'
import { Router, type Request, type RequestHandler } from 'express'
import { isbot } from 'isbot'

import {
  CHOICE_COOKIE,
  consentRequestSchema,
  SECURE_PREFIX,
  visitRequestSchema,
} from '../../shared/visit-contract.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { InvalidInputError } from '../lib/errors.ts'
import type { Keys } from '../config/local-keys.ts'
import { limitClients } from '../http/client-limit.ts'
import { allowOnly, refuseOtherSites, requireJson } from '../http/route-guards.ts'
import { describeVisit } from './describe-visit.ts'
import { deleteVisitsOf, recordVisit, VISITOR_COOKIE, VISITOR_ID } from './visits.queries.ts'

/** What the cookie of the choice says of a yes: to recent tickers and to counted visits, or, from before the question named
 *  tickers, to counted visits alone. */
const ACCEPTED = 'accepted-tickers'
const ACCEPTED_VISITS = 'accepted'
/** 13 months, the longest that European authorities accept for consent. */
const COOKIE_LIFETIME_MS = 395 * DAY_MS
const REQUESTS_PER_MINUTE = 120
/** Views are not recorded beyond these limits, since each is a row for 13 months: per client, which may be an office, and in
 *  total. */
const VIEWS_PER_HOUR = 300
const VIEWS_OF_ALL_PER_HOUR = 20_000
const HOUR_MS = 3_600_000

/** Stores the visitor's choice and, only with consent, the pages they see. Needs express.json before it. */
export function createVisitRouter({
  db,
  keys,
  config,
}: {
  db: Database
  keys: Keys
  config: Pick<Config, 'siteUrl' | 'countryHeader'>
}): Router {
  const router = Router()
  const site = new URL(config.siteUrl)
  const isHttps = site.protocol === 'https:'
  const cookie = { sameSite: 'lax', secure: isHttps, path: '/' } as const
  const prefix = isHttps ? SECURE_PREFIX : ''
  const names = { choice: prefix + CHOICE_COOKIE, visitor: prefix + VISITOR_COOKIE }
  // Cookies signed with an older key are still accepted.
  const secrets = [keys.secretKey, ...(keys.oldSecretKeys ?? [])]
  const signWith: RequestHandler = (request, _response, next) => {
    // response.cookie looks for the key here.
    Object.assign(request, { secret: keys.secretKey })
    next()
  }
  const before = [
    refuseOtherSites,
    requireJson,
    limitClients({ limit: REQUESTS_PER_MINUTE, windowMs: 60_000 }),
    // Without the secrets, since it would verify every cookie that looks signed, perhaps hundreds.
    cookieParser(),
    signWith,
  ]
  /** @returns undefined without the cookie, or for one that we did not sign */
  const readVisitorId = (request: Request): string | undefined => {
    const { [names.visitor]: signed } = request.cookies as Record<string, unknown>
    const id = typeof signed === 'string' && cookieParser.signedCookie(signed, secrets)
    return typeof id === 'string' && id !== signed && VISITOR_ID.test(id) ? id : undefined
  }

  const putConsent: RequestHandler = async (request, response) => {
    const body = consentRequestSchema.safeParse(request.body)
    if (!body.success) throw new InvalidInputError('The choice is accepted or refused.')
    const { choice } = body.data
    const visitorId = readVisitorId(request)
    // Names without the prefix are ignored on https: a neighbor under the same domain may have set them.
    if (isHttps) {
      for (const name of [CHOICE_COOKIE, VISITOR_COOKIE]) {
        if (hasCookie(request, name)) response.clearCookie(name, cookie)
      }
    }
    if (choice === 'refused') {
      response.cookie(names.choice, choice, { ...cookie, maxAge: COOKIE_LIFETIME_MS })
      response.clearCookie(names.visitor, { ...cookie, httpOnly: true })
      if (visitorId !== undefined) await deleteVisitsOf(db, visitorId)
    } else if (!objectsToTracking(request)) {
      // If the browser says "no", not even the choice is stored: it would still apply once the "no" is gone.
      response.cookie(names.choice, ACCEPTED, { ...cookie, maxAge: COOKIE_LIFETIME_MS })
      response.cookie(names.visitor, visitorId ?? createVisitorId(), {
        ...cookie,
        httpOnly: true,
        signed: true,
        maxAge: COOKIE_LIFETIME_MS,
      })
    }
    response.status(204).set('Cache-Control', 'no-store').end()
  }

  const beyondLimits = new WeakSet<Request>()
  const hourlyLimit = {
    windowMs: HOUR_MS,
    headers: 'none',
    beyond: (request: Request) => void beyondLimits.add(request),
  } as const
  const boundViews = [
    limitClients({ ...hourlyLimit, limit: VIEWS_PER_HOUR }),
    limitClients({
      ...hourlyLimit,
      limit: VIEWS_OF_ALL_PER_HOUR,
      key: () => 'all',
      when: (request) => !beyondLimits.has(request),
    }),
  ]

  const postVisit: RequestHandler = async (request, response) => {
    response.set('Cache-Control', 'no-store')
    const visitorId = readVisitorId(request)
    if (visitorId === undefined || !hasAccepted(request, names.choice) || objectsToTracking(request)) {
      response.status(204).end()
      return
    }
    const body = visitRequestSchema.safeParse(request.body)
    if (!body.success) {
      throw new InvalidInputError(
        'A visit is a path of this site without a query, and the seconds spent there.',
      )
    }
    if (beyondLimits.has(request) || !isCounted(request, body.data.path)) {
      response.status(204).end()
      return
    }
    const visit = describeVisit(body.data, {
      ip: request.ip,
      userAgent: request.get('User-Agent'),
      country: readTrustedCountry(request, config.countryHeader),
      ownDomain: site.hostname,
    })
    await recordVisit(db, visitorId, visit, { isResumed: body.data.isResumed })
    response.status(204).end()
  }

  router.route('/consent').put(before, putConsent).all(allowOnly('PUT'))
  router.route('/visits').post(before, boundViews, postVisit).all(allowOnly('POST'))
  return router
}

/** @returns 22 random characters, 128 bits: they mean nothing but "the same browser" */
function createVisitorId(): string {
  return randomBytes(16).toString('base64url')
}

function hasAccepted(request: Request, name: string): boolean {
  const { [name]: choice } = request.cookies as Record<string, unknown>
  return choice === ACCEPTED || choice === ACCEPTED_VISITS
}

function hasCookie({ cookies }: Request, name: string): boolean {
  return Object.hasOwn(cookies as object, name)
}

/** Tells whether the browser sends Global Privacy Control or Do Not Track, a "no" whatever was chosen before. */
function objectsToTracking(request: Request): boolean {
  return request.get('Sec-GPC') === '1' || request.get('DNT') === '1'
}

/** Tells whether a view counts: not a robot's, and without a path that may contain an email address. */
function isCounted(request: Request, path: string): boolean {
  const userAgent = request.get('User-Agent')
  return userAgent !== undefined && !isbot(userAgent) && !path.includes('%40')
}

/** Reads the country only if the connection comes from a trusted proxy; anybody else could send any header. */
function readTrustedCountry(request: Request, header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const trusts = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean
  return trusts(request.socket.remoteAddress, 0) ? request.get(header) : undefined
}
