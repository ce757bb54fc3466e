import type { RequestHandler } from 'express'
import { isbot } from 'isbot'

import { parseTicker, readTickerPath } from '../../shared/asset-address.ts'
import type { LookedUp, LookupCounter } from '../visits/index.ts'
import { clientOf } from './client-limit.ts'

const API_PATH = /^\/(?:api|prod)\/stocks\/([^/]+)$/

/** Counts tickers whose pages people open, and those that a page of ours asks for as they go on: known ones alone, and not
 *  for programs that say they are one. */
export function countLookups(lookups: Pick<LookupCounter, 'note'>): RequestHandler {
  return (request, response, next) => {
    const asset = request.method === 'GET' ? findLookedUp(request) : undefined
    if (asset !== undefined && !isbot(request.get('User-Agent') ?? '')) {
      response.once('finish', () => {
        const isAnswered = response.statusCode === 200 || response.statusCode === 304
        // A page that is not finished may be of a ticker that does not exist.
        const isWhole = response.getHeader('Cache-Control') !== 'no-store'
        if (isAnswered && isWhole) lookups.note(asset, clientOf(request))
      })
    }
    next()
  }
}

function findLookedUp(request: Parameters<RequestHandler>[0]): LookedUp | undefined {
  const page = readTickerPath(request.path)
  if (page !== undefined) return toLookedUp(page.kind, page.ticker)
  const [, typed] = API_PATH.exec(request.path) ?? []
  // What is asked from outside is no page that somebody looks at.
  if (typed === undefined || request.get('Sec-Fetch-Site') !== 'same-origin') return undefined
  return toLookedUp(request.query['kind'] === 'crypto' ? 'crypto' : 'stock', typed)
}

function toLookedUp(kind: LookedUp['kind'], typed: string | undefined): LookedUp | undefined {
  const ticker = typed === undefined ? undefined : parseTicker(typed)
  return ticker === undefined ? undefined : { kind, ticker }
}
