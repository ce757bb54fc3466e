import express, { Router, type Request, type RequestHandler } from 'express'

import {
  INVALID_EMAIL_MESSAGE,
  parseEmailAddress,
  parseNewEmailAddress,
} from '../../../shared/email-address.ts'
import { limitClients } from '../../http/client-limit.ts'
import { allowOnly, refuseOtherSites, requireJson } from '../../http/route-guards.ts'
import type { SharedCounters } from '../../http/shared-counters.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { createOnce } from '../../lib/once.ts'
import { tidyText } from '../../lib/text.ts'
import { readTime } from '../import-consent.ts'
import type { Subscribers } from '../index.ts'
import type { EverythingAbout } from '../read-everything-about.ts'
import { OPERATOR_ROUTES, type OperatorAnswer, type OperatorRequest, type OperatorRoute } from './contract.ts'
import { DO_NOT_MAIL } from '../suppressions.ts'
import type { OperatorToken, OperatorTokens, Scope } from './tokens.ts'

const MINUTE_MS = 60_000
const QUARTER_HOUR_MS = 15 * MINUTE_MS
const REQUESTS_OF_A_CLIENT_PER_MINUTE = 600
const REQUESTS_OF_A_TOKEN_PER_MINUTE = 600
const WRONG_TOKENS_OF_A_CLIENT = 60
const MOST_IN_A_BODY = '4kb'

const WRONG_TOKEN = 'The token is none of ours, was revoked or has expired.'

type Holder = Pick<OperatorToken, 'id' | 'name' | 'scopes'>

/** The operator's programs act on subscribers here, each with a token of its own. Mount before other body parsers. No page of
 *  another origin may read the answers, and no address appears in a path or in the log. */
export function createOperatorRouter({
  subscribers,
  tokens,
  counters,
  clock,
  logger,
}: {
  subscribers: Subscribers
  tokens: OperatorTokens
  counters: SharedCounters
  clock: Clock
  logger: Logger
}): Router {
  const holders = new WeakMap<Request, Holder>()
  const holderOf = (request: Request): Holder => {
    const holder = holders.get(request)
    if (holder === undefined) throw new Error('asked before the token was verified')
    return holder
  }
  // Before anything is hashed or looked up.
  const limitClient = limitClients({ limit: REQUESTS_OF_A_CLIENT_PER_MINUTE, windowMs: MINUTE_MS })
  const limitWrongTokens = limitClients({ limit: WRONG_TOKENS_OF_A_CLIENT, windowMs: QUARTER_HOUR_MS })
  const limitToken = limitClients({
    limit: REQUESTS_OF_A_TOKEN_PER_MINUTE,
    windowMs: MINUTE_MS,
    store: counters('operator-token'),
    key: (request) => holderOf(request).id,
  })
  const verifyToken =
    (scope: Scope): RequestHandler =>
    async (request, response, next) => {
      response.set('Cache-Control', 'no-store')
      const given = /^Bearer ([\w-]+)$/i.exec(request.get('Authorization') ?? '')?.[1]
      const holder = given === undefined ? undefined : await tokens.verify(given)
      if (holder === undefined) {
        limitWrongTokens(request, response, (error?: unknown) => {
          response.set('WWW-Authenticate', given === undefined ? 'Bearer' : 'Bearer error="invalid_token"')
          next(error ?? new AppError('unauthorized', given === undefined ? NO_TOKEN : WRONG_TOKEN))
        })
        return
      }
      if (!holder.scopes.includes(scope)) {
        response.set('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
        throw new AppError('insufficient-scope', `This needs a token with the scope ${scope}.`)
      }
      holders.set(request, holder)
      next()
    }

  const counting = createOnce<OperatorAnswer<'count'>>()
  const handlers: { [Route in OperatorRoute]: Handler<Route> } = {
    count: () =>
      counting.run('all', async () => ({
        subscribed: await subscribers.count(),
        doNotMail: await subscribers.countSuppressions(),
      })),
    find: async ({ email }) => describeState(await subscribers.readEverythingAbout(email)),
    async add({ email, consent }, holder) {
      const at = consent && readTime(consent.at, clock.now().toISOString())
      if (typeof at === 'object') {
        throw new InvalidInputError(`consent.at ${at.problem}.`)
      }
      const outcome = await subscribers.addByProgram(email, {
        program: holder.name,
        consent: consent && at ? { at, source: tidyText(consent.source) } : undefined,
      })
      if (outcome === 'do-not-mail') throw new AppError('do-not-mail', DO_NOT_MAIL)
      return { outcome }
    },
    remove: async ({ email }) => ({
      outcome: (await subscribers.remove(email)) ? 'removed' : 'not-subscribed',
    }),
    suppress: async ({ email, reason }) => ({ outcome: await subscribers.suppress(email, reason) }),
  }

  const router = Router()
  function mount<Route extends OperatorRoute>(name: Route, handle: Handler<Route>): void {
    const { method, path, scope } = OPERATOR_ROUTES[name]
    const answer: RequestHandler = async (request, response) => {
      const holder = holderOf(request)
      const result = await handle(readRequest(name, request.body), holder)
      // Logs who did it, never to which address.
      const outcome = 'outcome' in result ? { outcome: result.outcome } : {}
      logger.info({ token: holder.id, name: holder.name, asked: name, ...outcome }, 'operator api')
      response.json(result)
    }
    const readBody = method === 'post' ? [express.json({ limit: MOST_IN_A_BODY }), requireJson] : []
    const chain = [limitClient, refuseOtherSites, verifyToken(scope), limitToken, ...readBody, answer]
    if (method === 'get') router.get(path, ...chain)
    else router.post(path, ...chain)
  }
  mount('count', handlers.count)
  mount('find', handlers.find)
  mount('add', handlers.add)
  mount('remove', handlers.remove)
  mount('suppress', handlers.suppress)
  for (const { path, method } of Object.values(OPERATOR_ROUTES)) {
    router.all(path, allowOnly(...(method === 'get' ? ['GET', 'HEAD'] : ['POST'])))
  }
  return router
}

const NO_TOKEN = 'A token is needed: Authorization: Bearer lp_op_… ("lunchpail token create" makes one).'

type Handler<Route extends OperatorRoute> = (
  request: OperatorRequest<Route>,
  holder: Holder,
) => Promise<OperatorAnswer<Route>>

/** @throws InvalidInputError naming the field that is wrong, without its value */
function readRequest<Route extends OperatorRoute>(name: Route, body: unknown): OperatorRequest<Route> {
  const { request } = OPERATOR_ROUTES[name]
  if (request === undefined) return undefined as OperatorRequest<Route>
  const { data, error } = request.safeParse(body)
  const parse = name === 'add' ? parseNewEmailAddress : parseEmailAddress
  const email = parse(data?.email ?? '')
  if (error === undefined && email !== undefined) return { ...data, email } as OperatorRequest<Route>
  const fields = [...new Set(error?.issues.map(({ path }) => path.join('.')))]
  if (error === undefined || fields.includes('email')) {
    throw new InvalidInputError(INVALID_EMAIL_MESSAGE, { code: 'invalid-email' })
  }
  throw new InvalidInputError(
    `The body is not as /api/docs describes it: look at ${fields.join(', ') || 'its shape'}.`,
  )
}

function describeState({ subscriber, doNotMail }: EverythingAbout): OperatorAnswer<'find'> {
  const iso = (time: Date | null | undefined) => time?.toISOString() ?? null
  return {
    state: stateOf(subscriber, doNotMail),
    consentedAt: iso(subscriber?.consentedAt),
    consentSource: subscriber?.consentSource ?? null,
    recordedAt: iso(subscriber?.recordedAt),
    confirmedAt: iso(subscriber?.confirmedAt),
    withdrawnAt: iso(subscriber?.withdrawnAt),
    doNotMail: doNotMail && { reason: doNotMail.reason, since: doNotMail.since.toISOString() },
  }
}

function stateOf(
  subscriber: EverythingAbout['subscriber'],
  doNotMail: EverythingAbout['doNotMail'],
): OperatorAnswer<'find'>['state'] {
  if (doNotMail !== null) return doNotMail.reason === 'unsubscribed' ? 'unsubscribed' : 'do-not-mail'
  if (subscriber === null) return 'unknown'
  if (subscriber.withdrawnAt !== null) return 'unsubscribed'
  return subscriber.confirmedAt === null ? 'unconfirmed' : 'subscribed'
}
