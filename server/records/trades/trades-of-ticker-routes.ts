import { Router } from 'express'

import { tradesWindowSchema } from '../../../shared/trades-contract.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import { madeOfJson, type Answers } from '../../http/answers.ts'
import { answerReads, readWord } from '../../http/route-guards.ts'
import type { TradeRecords } from './trades-of-ticker.ts'

// Records are collected daily; a manual collection shows within a minute.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// A part that could not be read is requested again soon.
const PARTIAL_CACHE_CONTROL = 'public, max-age=5'

/** Serves GET /trades/:ticker (?window=) as defined in trades-contract. Errors go to the application's error handler. */
export function createTradesRouter({ trades, answers }: { trades: TradeRecords; answers: Answers }): Router {
  const router = Router()
  answerReads<{ ticker: string }>(router, '/trades/:ticker', (request, response) => {
    const { ticker } = request.params
    const window = readWord(request, 'window', tradesWindowSchema.options) ?? 'year'
    const make = async () => {
      const found = await trades.getTrades({ ticker, window })
      const isWhole = found.insiders !== null && found.congress !== null
      const cacheControl = isWhole ? CACHE_CONTROL : PARTIAL_CACHE_CONTROL
      return madeOfJson(found, { cacheControl, isUnfinished: !isWhole })
    }
    const name = `trades ${parseTicker(ticker) ?? ticker} ${window}`
    return answers.answer(request, response, { name, make })
  })
  return router
}
