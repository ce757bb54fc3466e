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
import type { Answer, ApiClient, PageParts } from '../../lib/api-client.ts'
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

/** What the log says where they cannot be had. */
export const TRADES_FAILED = 'Failed to fetch trades'

/** Of what cannot be a ticker. */
const MOST_SHOWN = 40

export const notATicker = {
  ok: false,
  status: 400,
  code: 'invalid-ticker',
  detail: 'A ticker has 1 to 15 letters, digits or the signs . - ^ =',
} as const satisfies Answer<StockResponse>

/** What a reader can change on an asset’s page: the range, and what it is compared with. */
export interface WantedPrices {
  range: PriceRange
  /** As typed or as it stands in the address; null for nothing. */
  compare: string | null
}

/** What an address of the screen asks for.
 *  @param query  of the address */
export const readWanted = (query: URLSearchParams): WantedPrices => ({
  range: parseRange(query.get('range')),
  compare: query.get('compare'),
})

/** The main data of an asset over a range. A failure is an answer as well. */
export async function askForPrices(
  api: ApiClient,
  { kind, ticker, range, compare: typed }: WantedPrices & { kind: AssetKind; ticker: string },
): Promise<Pick<TickerScreenData, 'range' | 'answer' | 'compare'>> {
  const [answer, compare] = await Promise.all([
    api.getStock({ kind, ticker, range }),
    askForCompared(api, { kind, range, typed }),
  ])
  return { range, answer, compare }
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

/** Asks, in the browser, for a part of the screen that comes after the prices. A failure is an answer as well, and logged:
 *  the rest of the screen does not depend on it.
 *  @param failure  what the log says then */
export async function askForPart<Data>(
  failure: string,
  ask: () => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  try {
    const answer = await ask()
    if (!answer.ok) logFailure(failure, answer.code)
    return answer
  } catch (error) {
    return failed(failure, error)
  }
}

/** What did not even answer, logged. */
export function failed(failure: string, error: unknown): Answer<never> {
  logFailure(failure, error)
  return { ok: false, status: 500, code: 'internal', detail: failure }
}

/** @returns none where they cannot be had */
export async function askForLetters(api: ApiClient, ticker: string): Promise<ToldLetter[]> {
  try {
    const answer = await api.listEditions({ limit: MOST_LETTERS, ticker })
    if (answer.ok) return answer.data.editions.map(({ date, subject }) => ({ date, subject }))
    logFailure('Failed to fetch letters', answer.code)
  } catch (error) {
    logFailure('Failed to fetch letters', error)
  }
  return []
}

function parseRange(text: string | null): PriceRange {
  return PRICE_RANGES.find((range) => range === text) ?? DEFAULT_PRICE_RANGE
}
