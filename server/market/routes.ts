import { Router, type Request } from 'express'
import {
  assetKindSchema,
  DEFAULT_PRICE_RANGE,
  priceRangeSchema,
  type StockResponse,
} from '../../shared/market-contract.ts'
import { parseTicker } from '../../shared/asset-address.ts'
import { AppError } from '../lib/errors.ts'
import { madeOfJson, type Answers } from '../http/answers.ts'
import type { Made } from '../http/finished-answer.ts'
import { answerReads, readWord } from '../http/route-guards.ts'
import type { Market } from './index.ts'
import papaparse from 'papaparse'
import { FORMULA_START } from '../lib/text.ts'

// The cache behind this lasts minutes anyway; for a few more, a stale answer at once is better than a wait.
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'
// A stale or incomplete answer should soon be requested again.
const STALE_CACHE_CONTROL = 'public, max-age=10'

/** GET /stocks/:ticker (?range=, ?kind=, ?only=), /stocks/:ticker/closes.csv (the same), /stocks/:ticker/day, /stats/:ticker and
 *  /related/:ticker (?kind=), and /search (?q=), as in market-contract. Other origins may read answers whose source allows passing
 *  them on. Errors are thrown for the application's error handler. */
export function createMarketRouter({ market, answers }: { market: Market; answers: Answers }): Router {
  const router = Router()
  /** @param read  reads from the request what is asked for: the name of the answer, and how to make it */
  const answer = (path: string, read: (request: Request<{ ticker: string }>) => Wanted) => {
    answerReads<{ ticker: string }>(router, path, (request, response) => {
      const { named, make } = read(request)
      return answers.answer(request, response, { name: [path, ...named].join(' '), make })
    })
  }

  const readStock = (request: Request<{ ticker: string }>) => {
    const query = {
      ticker: tickerOf(request),
      kind: readKind(request),
      range: readWord(request, 'range', priceRangeSchema.options) ?? DEFAULT_PRICE_RANGE,
      only: readWord(request, 'only', ['prices']),
    }
    return { named: Object.values(query), find: () => market.getStock(query) }
  }
  const readAsset = (request: Request<{ ticker: string }>) => {
    const query = { ticker: tickerOf(request), kind: readKind(request) }
    return { named: Object.values(query), query }
  }

  answer('/stocks/:ticker', (request) => {
    const { named, find } = readStock(request)
    return { named, make: async () => describe(await find()) }
  })
  answer('/stocks/:ticker/closes.csv', (request) => {
    const { named, find } = readStock(request)
    return { named, make: async () => describeCsv(await find()) }
  })
  answer('/stocks/:ticker/day', (request) => {
    const { named, query } = readAsset(request)
    return { named, make: async () => describe(await market.getDay(query)) }
  })
  answer('/stats/:ticker', (request) => {
    const { named, query } = readAsset(request)
    return { named, make: async () => describe(await market.getStats(query)) }
  })
  answer('/related/:ticker', (request) => {
    const { named, query } = readAsset(request)
    return { named, make: async () => describe(await market.getRelated(query)) }
  })
  answer('/search', ({ query: { q } }) => {
    // Without the spaces around it, so that one text has one answer.
    const text = typeof q === 'string' ? q.trim() : ''
    return { named: [text], make: async () => describe(await market.searchAssets({ text })) }
  })
  return router
}

interface Wanted {
  readonly named: readonly (string | undefined)[]
  readonly make: () => Promise<Made>
}

/** Passes on anything that is not a ticker unchanged, for the market to refuse. */
const tickerOf = ({ params }: Request<{ ticker: string }>) => parseTicker(params.ticker) ?? params.ticker

const readKind = (request: Request<{ ticker: string }>) => readWord(request, 'kind', assetKindSchema.options)

interface SentMeta {
  stale: boolean
  profileAvailable?: boolean
  republishable?: boolean
  profile?: { republishable: boolean } | undefined
}

function describe(body: { meta: SentMeta }): Made {
  // Prices may be passed on while the profile with them may not.
  const { stale, profileAvailable, republishable = false, profile } = body.meta
  const isUnfinished = stale || profileAvailable === false
  return madeOfJson(body, {
    cacheControl: isUnfinished ? STALE_CACHE_CONTROL : CACHE_CONTROL,
    headers: republishable && profile?.republishable !== false ? FOR_OTHERS : {},
    isUnfinished,
  })
}

/** @throws AppError 'not-republishable' */
function describeCsv(stock: StockResponse): Made {
  const { meta, ticker } = stock
  if (!meta.republishable) {
    throw new AppError(
      'not-republishable',
      `${meta.source.name} does not allow its prices to be passed on as a file. The screen shows them.`,
    )
  }
  const file = `${ticker.replaceAll(/[^A-Z0-9.-]/g, '_')}-${meta.range}.csv`
  return {
    status: 200,
    type: 'text/csv; charset=utf-8',
    cacheControl: meta.stale ? STALE_CACHE_CONTROL : CACHE_CONTROL,
    headers: { ...FOR_OTHERS, 'Content-Disposition': `attachment; filename="${file}"` },
    isUnfinished: meta.stale,
    body: closesToCsv(stock),
  }
}

/** Whole series leave this site only if their source allows it. */
const FOR_OTHERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

const HEADER = ['date', 'adjusted_close', 'currency', 'source']

/** Formats the closes of an answer as CSV with a header, oldest first; each line has its currency and source.
 *  @returns lines that end in CR LF (RFC 4180) */
export function closesToCsv({ dates, prices, meta }: StockResponse): string {
  const rows = dates.map((date, index) => [date, prices[index], meta.currency ?? '', meta.source.name])
  return `${papaparse.unparse([HEADER, ...rows], { newline: '\r\n', escapeFormulae: FORMULA_START })}\r\n`
}
