import { data, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'

import type { AssetKind, PriceRange, StockResponse } from '../../../shared/market-contract.ts'
import {
  DEFAULT_PRICE_RANGE,
  parseTicker,
  PRICE_RANGES,
  searchPath,
  tickerPath,
} from '../../../shared/asset-address.ts'
import type { EditionSummary } from '../../../shared/edition-contract.ts'
import type { Overview } from '../../../shared/overview-contract.ts'
import type { TradesResponse } from '../../../shared/trades-contract.ts'
import {
  apiContext,
  type Answer,
  type ApiClient,
  type AssetQuery,
  type PageParts,
} from '../../lib/api-client.ts'
import { logFailure } from '../../lib/load-chunk.ts'

/** A letter that tells of a ticker. */
export type ToldLetter = Pick<EditionSummary, 'date' | 'subject'>

const MOST_LETTERS = 5

/** What the ticker screen draws. `ticker` is undefined before any search, and as typed where it cannot be one; with a
 *  ticker, `answer` is undefined while its source takes long: the browser asks again. */
export interface TickerScreenData {
  kind: AssetKind
  ticker: string | undefined
  range: PriceRange
  answer: Answer<StockResponse> | undefined
  /** The letters that tell of trades in it, the newest first; empty where none does, or none is known of. */
  letters?: readonly ToldLetter[] | undefined
  /** Before any search alone. */
  overview?: Answer<Overview> | undefined
  /** Undefined where nobody asks for them, and where they were not there in time: then the browser does. */
  trades?: Answer<TradesResponse> | undefined
  compare?: ComparedAsset | undefined
  /** What came with the page; the browser asks for what did not. */
  parts?: PageParts | undefined
}

/** The asset that another is compared with: its ticker as asked for, and its closes over the same range, with no profile.
 *  `answer` is undefined while its source takes long: the browser asks again. */
export interface ComparedAsset {
  ticker: string
  answer: Answer<StockResponse> | undefined
}

/** Of what cannot be a ticker. */
const MOST_SHOWN = 40
const TRADES_FAILED = 'Failed to fetch trades'
type BackgroundPart = 'stats' | 'related' | 'trades'

/** Prices do not wait longer than this for the trades. */
const TRADES_WAIT_MS = 1_000

const notATicker = {
  ok: false,
  status: 400,
  code: 'invalid-ticker',
  detail: 'A ticker has 1 to 15 letters, digits or the signs . - ^ =',
} as const satisfies Answer<StockResponse>

/** Loads the main data of /stocks/:ticker or /crypto/:ticker; failures are drawn with their own status.
 *  Without scripts the form sends ?ticker=, which leads to that ticker's own address. */
export function createTickerLoader(kind: AssetKind) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const startedAt = performance.now()
    const query = new URL(request.url).searchParams
    const wanted = params['ticker'] ?? query.get('ticker')?.trim()
    const range = parseRange(query.get('range'))
    const api = context.get(apiContext)
    if (!wanted) {
      const overview = await api.getOverview({ kind })
      return { kind, ticker: undefined, range, answer: undefined, overview } satisfies TickerScreenData
    }
    const ticker = parseTicker(wanted)
    if (ticker === undefined) {
      const refused: TickerScreenData = { kind, ticker: wanted, range, answer: notATicker }
      return data(refused, { status: notATicker.status })
    }
    if (params['ticker'] === undefined) return redirect(tickerPath(kind, ticker))
    const waitForTrades = mayHaveTrades(kind, ticker) ? startWaiting(askForTrades(api, ticker)) : undefined
    const waitForLetters = mayHaveTrades(kind, ticker) ? startWaiting(askForLetters(api, ticker)) : undefined
    const [answer, compare] = await Promise.all([
      api.getStock({ kind, ticker, range }),
      askForCompared(api, { kind, range, typed: query.get('compare') }),
    ])
    const loaded: TickerScreenData = { kind, ticker, range, answer, ...(compare && { compare }) }
    if (!answer) return loaded
    if (answer.ok) {
      const waitedMs = performance.now() - startedAt
      const [trades, letters, parts] = await Promise.all([
        waitForTrades?.(),
        waitForLetters?.(),
        api.getPageParts?.({ kind, ticker: answer.data.ticker, waitedMs }),
      ])
      return { ...loaded, trades, ...(letters && letters.length > 0 && { letters }), ...(parts && { parts }) }
    }
    const { status, retryAfterSeconds } = answer
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
    return data(loaded, { status: pageStatus(status), headers })
  }
}

/** What stands beside a coin is looked for among coins first. */
async function askForCompared(
  api: ApiClient,
  { kind, range, typed }: { kind: AssetKind; range: PriceRange; typed: string | null },
): Promise<ComparedAsset | undefined> {
  const wanted = typed?.trim().slice(0, MOST_SHOWN)
  if (!wanted) return undefined
  const ticker = parseTicker(wanted)
  if (ticker === undefined) return { ticker: wanted, answer: notATicker }
  const ask = (asKind: AssetKind) => api.getStock({ kind: asKind, ticker, range, only: 'prices' })
  const answer = await ask(kind)
  const isElse = answer && !answer.ok && answer.code === 'unknown-ticker'
  return { ticker, answer: isElse ? await ask(kind === 'stock' ? 'crypto' : 'stock') : answer }
}

/** Where the text of the search field leads: what cannot be a ticker stays in the query, since '..' in a path is no name.
 *  @param typed  not empty */
export function searchTarget(kind: AssetKind, typed: string): string {
  const ticker = parseTicker(typed)
  return ticker === undefined
    ? `${searchPath(kind)}?${new URLSearchParams({ ticker: typed.trim() })}`
    : tickerPath(kind, ticker)
}

/** Indexes (^GSPC), currencies and futures (EURUSD=X) have no insiders, and coins no company. */
export function mayHaveTrades(kind: AssetKind, ticker: string): boolean {
  return kind === 'stock' && !/[\^=]/.test(ticker)
}

/** What a screen asks for once it is there, with useFetcher: one part of the API each, at the API's own address, which to
 *  the server is no page. A failure is an answer as well, and logged: the rest of the screen does not depend on it. */
export const backgroundRoutes: RouteObject[] = [
  background('stats', 'Failed to fetch stats', (api, asset) => api.getStats(asset)),
  background('related', 'Failed to fetch related stocks', (api, asset) => api.getRelated(asset)),
  background('trades', TRADES_FAILED, (api, asset) => api.getTrades(asset)),
]

/** Of the fetcher that asks for a company's trades, which several parts of the screen read. */
export const tradesKey = (ticker: string) => `trades ${ticker}`

/** The address of a background part, for useFetcher. */
export function backgroundPath(part: BackgroundPart, { kind, ticker }: AssetQuery): string {
  return `/api/${part}/${encodeURIComponent(ticker)}?kind=${kind}`
}

function background(
  part: BackgroundPart,
  failure: string,
  ask: (api: ApiClient, asset: AssetQuery) => Promise<Answer<unknown>>,
): RouteObject {
  return {
    path: `api/${part}/:ticker`,
    loader: async ({ params, request, context }) => {
      const kind = new URL(request.url).searchParams.get('kind') === 'crypto' ? 'crypto' : 'stock'
      try {
        const answer = await ask(context.get(apiContext), { kind, ticker: params['ticker'] ?? '' })
        if (!answer.ok) logFailure(failure, answer.code)
        return answer
      } catch (error) {
        return failed(failure, error)
      }
    },
    shouldRevalidate: () => false,
  }
}

async function askForLetters(api: ApiClient, ticker: string): Promise<ToldLetter[]> {
  try {
    const answer = await api.listEditions({ limit: MOST_LETTERS, ticker })
    if (answer.ok) return answer.data.editions.map(({ date, subject }) => ({ date, subject }))
    logFailure('Failed to fetch letters', answer.code)
  } catch (error) {
    logFailure('Failed to fetch letters', error)
  }
  return []
}

async function askForTrades(api: ApiClient, ticker: string): Promise<Answer<TradesResponse>> {
  try {
    return await api.getTrades({ ticker })
  } catch (error) {
    return failed(TRADES_FAILED, error)
  }
}

function failed(failure: string, error: unknown): Answer<never> {
  logFailure(failure, error)
  return { ok: false, status: 500, code: 'internal', detail: failure }
}

/** The time counts from now on, while something else is waited for.
 *  @returns waits for what was asked, for as long as is left; what is there by then is given in any case */
function startWaiting<Value>(asked: Promise<Value>): () => Promise<Value | undefined> {
  const timeIsUp = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), TRADES_WAIT_MS)
  })
  return () => Promise.race([asked, timeIsUp])
}

/** To a visitor a source is unavailable, whatever it did. */
const pageStatus = (status: number) => (status === 502 ? 503 : status)

function parseRange(text: string | null): PriceRange {
  return PRICE_RANGES.find((range) => range === text) ?? DEFAULT_PRICE_RANGE
}
