import { Router, type Request, type Response } from 'express'
import type { z } from 'zod'

import { assetKindSchema, DEFAULT_PRICE_RANGE, priceRangeSchema } from '../../shared/market-contract.ts'
import { InvalidInputError } from '../errors.ts'
import { allowOnly } from '../web/route-guards.ts'
import type { Market } from './index.ts'

// A page view asks for the same three things again within seconds; the cache behind is minutes long anyway.
const CACHE_CONTROL = 'public, max-age=60'

const ONLY_READ = allowOnly('GET', 'HEAD')

const kindSchema = assetKindSchema.optional()
const rangeSchema = priceRangeSchema.default(DEFAULT_PRICE_RANGE)

/** GET /stocks/:ticker (?range=, ?kind=), /stats/:ticker and /related/:ticker (?kind=), as market-contract has them.
 *  Errors are thrown for the application's error handler. */
export function createMarketRouter(deps: { market: Market }): Router {
  const { market } = deps
  const router = Router()

  router
    .route('/stocks/:ticker')
    .get(async (request, response) => {
      const kind = readParameter(request, 'kind', kindSchema)
      const range = readParameter(request, 'range', rangeSchema)
      send(response, await market.getStock({ ticker: request.params.ticker, kind, range }))
    })
    .all(ONLY_READ)
  router
    .route('/stats/:ticker')
    .get(async (request, response) => {
      const kind = readParameter(request, 'kind', kindSchema)
      send(response, await market.getStats({ ticker: request.params.ticker, kind }))
    })
    .all(ONLY_READ)
  router
    .route('/related/:ticker')
    .get(async (request, response) => {
      const kind = readParameter(request, 'kind', kindSchema)
      send(response, await market.getRelated({ ticker: request.params.ticker, kind }))
    })
    .all(ONLY_READ)
  return router
}

function send(response: Response, body: object): void {
  response.set('Cache-Control', CACHE_CONTROL).json(body)
}

/** @throws InvalidInputError naming the parameter and what it takes */
function readParameter<Value>(
  request: Request<unknown>,
  name: 'kind' | 'range',
  schema: z.ZodType<Value>,
): Value {
  const parsed = schema.safeParse(request.query[name])
  if (parsed.success) return parsed.data
  const allowed = (name === 'kind' ? assetKindSchema : priceRangeSchema).options.join(', ')
  throw new InvalidInputError('malformed-request', `The parameter ${name} is one of ${allowed}.`)
}
