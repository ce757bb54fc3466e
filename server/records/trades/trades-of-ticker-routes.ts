import { Router } from 'express'

import { parseTicker } from '../../../shared/asset-address.ts'
import { madeOfJson, type Answers } from '../../http/answers.ts'
import { allowOnly } from '../../http/route-guards.ts'
import type { TradeRecords } from './trades-of-ticker.ts'

// Records are collected daily; a manual collection shows within a minute.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// A part that could not be read is requested again soon.
const PARTIAL_CACHE_CONTROL = 'public, max-age=5'

/** Serves GET /trades/:ticker as defined in trades-contract. Errors go to the application's error handler. */
export function createTradesRouter({ trades, answers }: { trades: TradeRecords; answers: Answers }): Router {
  const router = Router()
  router
    .route('/trades/:ticker')
    .get((request, response) => {
      const { ticker } = request.params
      const make = async () => {
        const found = await trades.getTrades({ ticker })
        const isWhole = found.insiders !== null && found.congress !== null
        const cacheControl = isWhole ? CACHE_CONTROL : PARTIAL_CACHE_CONTROL
        return madeOfJson(found, { cacheControl, isUnfinished: !isWhole })
      }
      return answers.answer(request, response, { name: `trades ${parseTicker(ticker) ?? ticker}`, make })
    })
    .all(allowOnly('GET', 'HEAD'))
  return router
}
