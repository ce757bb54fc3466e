import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import {
  assetKindSchema,
  DEFAULT_PRICE_RANGE,
  priceRangeSchema,
  type StockResponse,
} from '../../shared/market-contract.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { currentAskers } from '../lib/fair-queue.ts'
import { allowOnly } from '../http/route-guards.ts'
import type { Market } from './index.ts'
import papaparse from 'papaparse'
import { FORMULA_START } from '../lib/text.ts'

// The cache behind it lasts minutes anyway; for a few more, a stale answer at once is better than a wait.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// A stale or incomplete answer should soon be requested again.
const STALE_CACHE_CONTROL = 'public, max-age=10'

const ONLY_READ = allowOnly('GET', 'HEAD')

const kindSchema = assetKindSchema.optional()
const onlySchema = z.enum(['prices']).optional()
const rangeSchema = priceRangeSchema.default(DEFAULT_PRICE_RANGE)

/** GET /stocks/:ticker (?range=, ?kind=, ?only=), /stocks/:ticker/closes.csv (the same), /stats/:ticker and /related/:ticker
 *  (?kind=), and /search (?q=), as in market-contract. Other origins may read answers whose source allows it to be passed on.
 *  Errors are thrown for the application's error handler. */
export function createMarketRouter(deps: { market: Market }): Router {
  const { market } = deps
  const router = Router()

  const getStock = (request: Request<{ ticker: string }>) =>
    market.getStock({
      ticker: request.params.ticker,
      kind: readParameter(request, 'kind', kindSchema),
      range: readParameter(request, 'range', rangeSchema),
      only: readParameter(request, 'only', onlySchema),
    })

  router
    .route('/stocks/:ticker')
    .get(async (request, response) => send(response, await getStock(request)))
    .all(ONLY_READ)
  router
    .route('/stocks/:ticker/closes.csv')
    .get(async (request, response) => sendCsv(response, await getStock(request)))
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
  router
    .route('/search')
    .get(async (request, response) => {
      const text = request.query['q']
      send(response, await market.searchAssets({ text: typeof text === 'string' ? text : '' }))
    })
    .all(ONLY_READ)
  return router
}

interface SentMeta {
  stale: boolean
  profileAvailable?: boolean
  republishable?: boolean
  profile?: { republishable: boolean } | undefined
}

function send(response: Response, body: { meta: SentMeta }): void {
  // Prices may be passed on while the profile with them may not.
  const { republishable = false, profile } = body.meta
  if (republishable && profile?.republishable !== false) allowOthers(response)
  const isWhole = !body.meta.stale && body.meta.profileAvailable !== false
  response.set('Cache-Control', cacheControlOf(isWhole)).json(body)
}

/** An answer shaped by a refusal of its asker must not be cached for others. */
function cacheControlOf(isWhole: boolean): string {
  if (currentAskers().wereRefused) return 'no-store'
  return isWhole ? CACHE_CONTROL : STALE_CACHE_CONTROL
}

/** @throws AppError 'not-republishable' */
function sendCsv(response: Response, stock: StockResponse): void {
  const { meta, ticker } = stock
  if (!meta.republishable) {
    throw new AppError(
      'not-republishable',
      `${meta.source.name} does not allow its prices to be passed on as a file. The screen shows them.`,
    )
  }
  allowOthers(response)
  const file = `${ticker.replaceAll(/[^A-Z0-9.-]/g, '_')}-${meta.range}.csv`
  response
    .set({
      'Cache-Control': cacheControlOf(!meta.stale),
      'Content-Disposition': `attachment; filename="${file}"`,
    })
    .type('text/csv; charset=utf-8')
    .send(closesToCsv(stock))
}

/** Whole series leave this site only if their source allows it. */
function allowOthers(response: Response): void {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
}

const PARAMETERS = {
  kind: assetKindSchema.options,
  range: priceRangeSchema.options,
  only: ['prices'],
} as const

/** @throws InvalidInputError naming the parameter and its allowed values */
function readParameter<Value>(
  request: Request<{ ticker: string }>,
  name: keyof typeof PARAMETERS,
  schema: z.ZodType<Value>,
): Value {
  const parsed = schema.safeParse(request.query[name])
  if (parsed.success) return parsed.data
  const allowed = PARAMETERS[name].join(', ')
  throw new InvalidInputError('malformed-request', `The parameter ${name} is one of ${allowed}.`)
}

const HEADER = ['date', 'adjusted_close', 'currency', 'source']

/** Formats the closes of an answer as CSV with a header, oldest first; each line has its currency and source.
 *  @returns lines that end in CR LF (RFC 4180) */
export function closesToCsv({ dates, prices, meta }: StockResponse): string {
  const rows = dates.map((date, index) => [date, prices[index], meta.currency ?? '', meta.source.name])
  return `${papaparse.unparse([HEADER, ...rows], { newline: '\r\n', escapeFormulae: FORMULA_START })}\r\n`
}
