import { Router } from 'express'

import { LARGE_MARKETS, parseTicker } from '../../shared/asset-address.ts'
import { assetKindSchema, type AssetKind } from '../../shared/market-contract.ts'
import type { Overview, QuotesResponse } from '../../shared/overview-contract.ts'
import { GoneError } from '../lib/askers.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { createOnce } from '../lib/once.ts'
import { isWithin, type Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Market } from '../market/index.ts'
import type { TradeRecords } from '../records/trades/trades-of-ticker.ts'
import type { LookedUp, LookupCounter } from '../visits/lookups.ts'
import { madeOfJson, type Answers } from './answers.ts'
import { CONTRACTS_HEADER, CONTRACTS_VERSION } from './contracts-version.ts'
import { answerReads, readWord } from './route-guards.ts'

const marketsOf = (kind: AssetKind): LookedUp[] =>
  Object.keys(LARGE_MARKETS[kind]).map((ticker) => ({ kind, ticker }))
const MOST_LOOKED_UP = 6
/** The overview is put together once in this time, however many pages show it. */
const KEPT_MS = 60_000
const MAX_QUOTES = 20
const CACHE_CONTROL = 'public, max-age=60'
// Caches must not keep a list: nobody else should learn whose it is. Expired prices should soon be requested again.
const QUOTES_CACHE_CONTROL = 'private, max-age=60'
const STALE_QUOTES_CACHE_CONTROL = 'private, max-age=10'

/** The source of what the search page shows before any search, and of quotes for a list kept by a browser. */
export interface OverviewSource {
  getOverview(query: { kind: AssetKind }): Promise<Overview>
  /** Returns the quotes that are cached, without waiting for a source. */
  getQuotes(query: { assets: readonly LookedUp[] }): Promise<QuotesResponse>
}

export function createOverview({
  market,
  trades,
  lookups,
  clock,
  logger,
}: {
  market: Pick<Market, 'listOwnQuotes' | 'listKeptQuotes'>
  trades: Pick<TradeRecords, 'getLargest'>
  lookups: Pick<LookupCounter, 'listMost'>
  clock: Clock
  logger: Logger
}): OverviewSource {
  const kept = new Map<AssetKind, { overview: Overview; madeAtMs: number }>()
  const making = createOnce<Overview>()

  /** The page works without any of its parts. That nobody waits any more is no failure of one, and must not be kept as if it were. */
  async function orElse<Part>(nothing: Part, what: string, asked: Promise<Part>): Promise<Part> {
    try {
      return await asked
    } catch (error) {
      if (error instanceof GoneError) throw error
      logger.warn({ err: error }, `${what} could not be read`)
      return nothing
    }
  }

  async function make(kind: AssetKind): Promise<Overview> {
    const [markets, largest, lookedUp] = await Promise.all([
      orElse([], 'the large quotes', market.listOwnQuotes(marketsOf(kind))),
      kind === 'crypto' ? null : orElse(null, 'the largest trades', trades.getLargest()),
      orElse(null, 'what is looked up most', lookups.listMost(MOST_LOOKED_UP)),
    ])
    const quotes = await orElse(null, 'kept quotes', market.listKeptQuotes(lookedUp ?? []))
    const overview: Overview = {
      kind,
      markets,
      trades: largest,
      lookedUp:
        lookedUp?.map((asset) => ({
          kind: asset.kind,
          ticker: asset.ticker,
          quote: quotes?.find((quote) => quote.kind === asset.kind && quote.ticker === asset.ticker) ?? null,
        })) ?? null,
    }
    // What is missing may arrive in a moment.
    if (markets.length === marketsOf(kind).length && lookedUp !== null && quotes !== null)
      kept.set(kind, { overview, madeAtMs: clock.now().getTime() })
    return overview
  }

  return {
    getOverview({ kind }) {
      const known = kept.get(kind)
      if (known && isWithin(clock.now().getTime(), known.madeAtMs, KEPT_MS))
        return Promise.resolve(known.overview)
      return making.run(kind, () => make(kind))
    },
    getQuotes: async ({ assets }) => ({ quotes: await market.listKeptQuotes(assets.slice(0, MAX_QUOTES)) }),
  }
}

/** GET /overview?kind= and /quotes?stocks=AAPL,MSFT&coins=BTC, as overview-contract describes them. */
export function createOverviewRouter({
  overview,
  answers,
}: {
  overview: OverviewSource
  answers: Answers
}): Router {
  const router = Router()
  answerReads(router, '/overview', (request, response) => {
    const kind = readWord(request, 'kind', assetKindSchema.options) ?? 'stock'
    return answers.answer(request, response, {
      name: `overview ${kind}`,
      make: async () => madeOfJson(await overview.getOverview({ kind }), { cacheControl: CACHE_CONTROL }),
    })
  })
  answerReads(router, '/quotes', async ({ query }, response) => {
    const assets = [...readTickers(query['stocks'], 'stock'), ...readTickers(query['coins'], 'crypto')]
    if (assets.length > MAX_QUOTES) {
      throw new InvalidInputError(`Ask for ${MAX_QUOTES} quotes at most.`)
    }
    const answer = await overview.getQuotes({ assets })
    const isStale = answer.quotes.some(({ stale }) => stale)
    response
      .set({
        'Cache-Control': isStale ? STALE_QUOTES_CACHE_CONTROL : QUOTES_CACHE_CONTROL,
        [CONTRACTS_HEADER]: CONTRACTS_VERSION,
      })
      .json(answer)
  })
  return router
}

/** @throws InvalidInputError 'invalid-ticker' */
function readTickers(list: unknown, kind: AssetKind): LookedUp[] {
  if (typeof list !== 'string' || list === '') return []
  return [...new Set(list.split(','))].map((typed) => {
    const ticker = parseTicker(typed)
    if (ticker !== undefined) return { kind, ticker }
    throw new InvalidInputError(
      'Tickers stand between commas; each has 1 to 15 letters, digits or the signs . - ^ =',
      { code: 'invalid-ticker' },
    )
  })
}
