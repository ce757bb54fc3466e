import type { RequestHandler } from 'express'

import { AppError } from '../errors.ts'

/** Last on a route: what it takes is told to whoever asks in another way.
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

/** @throws AppError 'unsupported-media-type' for a body of another type, or none */
export const requireJson: RequestHandler = (request, _response, next) => {
  if (request.is('application/json')) next()
  else throw new AppError('unsupported-media-type', 'The request body must be application/json.')
}

/** Another site's page cannot use a visitor's browser to do this for them. */
export const refuseOtherSites: RequestHandler = (request, _response, next) => {
  if (request.get('Sec-Fetch-Site') !== 'cross-site') next()
  else throw new AppError('cross-site-request', 'This can only be asked for from our own pages.')
}
