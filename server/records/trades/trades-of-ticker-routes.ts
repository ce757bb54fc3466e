import { Router } from 'express'

import { allowOnly } from '../../http/route-guards.ts'
import type { TradeRecords } from './trades-of-ticker.ts'

// Records come once a day; what was collected by hand shows within a minute.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// What could not be read is asked for again soon.
const PARTIAL_CACHE_CONTROL = 'public, max-age=5'

/** GET /trades/:ticker, as trades-contract has it. Errors are thrown for the application's error handler. */
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
