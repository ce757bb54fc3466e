import type { Request, RequestHandler, Router } from 'express'

import { AppError, InvalidInputError } from '../lib/errors.ts'

/** Last on a route: answers any other method with the allowed ones.
 *  @param methods  those that the route answers */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  const allowed = methods.join(', ')
  return (request, response) => {
    response.set('Allow', allowed)
    throw new AppError(
      'method-not-allowed',
      `${request.method} is not taken here; ${methods.join(' and ')} ${methods.length > 1 ? 'are' : 'is'}.`,
    )
  }
}

const onlyReads = allowOnly('GET', 'HEAD')

/** Adds a path that is only read: any other method is answered with the allowed ones. */
export function answerReads<Params = Request['params']>(
  router: Router,
  path: string,
  handler: RequestHandler<Params>,
): void {
  router.route(path).get<Params>(handler).all(onlyReads)
}

/** @returns a parameter of the address that is one of these words; undefined if it is not given
 *  @throws InvalidInputError naming the parameter and the words */
export function readWord<Word extends string>(
  { query }: Pick<Request, 'query'>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = query[name]
  const word = words.find((one) => one === given)
  if (given === undefined || word !== undefined) return word
  throw new InvalidInputError(`The parameter ${name} is one of ${words.join(', ')}.`)
}

/** @throws AppError 'unsupported-media-type' for a body of another type, or none */
export const requireJson: RequestHandler = (request, _response, next) => {
  if (request.is('application/json')) next()
  else throw new AppError('unsupported-media-type', 'The request body must be application/json.')
}

/** The name of the Express setting with the site's public origin. */
export const SITE_ORIGIN_SETTING = 'site origin'

/** Whether the request comes from a page of one of these origins.
 *  @param origins  scheme and host, as browsers write them */
export const comesFromPageOf = (request: Request, origins: readonly string[]): boolean =>
  origins.includes(request.get('Origin') ?? '') && !isOwnPage(request)

/** Keeps another site's page from doing this through a visitor's browser. Browsers say which page sends a request, in
 *  Sec-Fetch-Site or, older ones (Safari before 16.4), in Origin, and let no page change either. Programs and text browsers
 *  send neither and pass: they run nobody else's page, and nothing here acts on a cookie.
 *  @throws AppError 'cross-site-request' */
export const refuseOtherSites: RequestHandler = (request, _response, next) => {
  if (isOwnPage(request)) next()
  else throw new AppError('cross-site-request', 'This can only be asked for from our own pages.')
}

/** The same for actions that only a person on one of our pages takes: a request that does not say where it comes from is refused
 *  too.
 *  @throws AppError 'cross-site-request' */
export const requireOwnPage: RequestHandler = (request, _response, next) => {
  const fetchSite = request.get('Sec-Fetch-Site')
  const isOwn =
    fetchSite === undefined
      ? request.get('Origin') !== undefined && isOwnPage(request)
      : fetchSite === 'same-origin'
  if (!isOwn) throw new AppError('cross-site-request', 'This can only be asked for from our own pages.')
  next()
}

function isOwnPage(request: Request): boolean {
  const fetchSite = request.get('Sec-Fetch-Site')
  // With a no-referrer policy, Origin is "null" even on our own pages, so this header comes first.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const origin = request.get('Origin')
  if (origin === undefined) return true
  // A sandboxed frame's "null" is not a URL, and so is refused.
  const { host } = URL.parse(origin) ?? {}
  return origin === request.app.get(SITE_ORIGIN_SETTING) || (host !== undefined && host === request.host)
}
