import { Router } from 'express'

import { allowOnly } from '../../http/route-guards.ts'
import type { TradeRecords } from './trades-of-ticker.ts'

// Records are collected daily; a manual collection shows within a minute.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// A part that could not be read is requested again soon.
const PARTIAL_CACHE_CONTROL = 'public, max-age=5'

/** Serves GET /trades/:ticker as defined in trades-contract. Errors go to the application's error handler. */
export function createTradesRouter({ trades }: { trades: TradeRecords }): Router {
  const router = Router()
  router
    .route('/trades/:ticker')
    .get(async ({ params }, response) => {
      const found = await trades.getTrades({ ticker: params.ticker })
      const isWhole = found.insiders !== null && found.congress !== null
      response.set('Cache-Control', isWhole ? CACHE_CONTROL : PARTIAL_CACHE_CONTROL).json(found)
    })
    .all(allowOnly('GET', 'HEAD'))
  return router
}
