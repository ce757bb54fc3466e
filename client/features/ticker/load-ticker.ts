import type { AssetKind, DayResponse, PriceRange, StockResponse } from '../../../shared/market-contract.ts'
import {
  DAY_RANGE,
  DEFAULT_PRICE_RANGE,
  parseTicker,
  searchPath,
  SHOWN_RANGES,
  tickerPath,
  type ShownRange,
} from '../../../shared/asset-address.ts'
import type { EditionSummary } from '../../../shared/edition-contract.ts'
import type { Overview } from '../../../shared/overview-contract.ts'
import type { TradesResponse } from '../../../shared/trades-contract.ts'
import type { Answer, ApiClient, PageParts } from '../../lib/api-client.ts'
import { logFailure } from '../../lib/load-chunk.ts'

/** A letter that mentions a ticker. */
export type ToldLetter = Pick<EditionSummary, 'date' | 'subject'>

const MOST_LETTERS = 5

/** The data of the ticker screen. `ticker` is undefined before any search, and as typed if it cannot be a ticker. With a ticker,
 *  `answer` is undefined if its source is slow; then the browser requests it. */
export interface TickerScreenData {
  kind: AssetKind
  ticker: string | undefined
  range: ShownRange
  /** For 1D, the data of the chart that is shown if there are no prices within the day. */
  answer: Answer<StockResponse> | undefined
  /** Only for 1D; undefined if its source is slow, and then the browser requests it. */
  day?: Answer<DayResponse> | undefined
  /** The letters that mention trades in the asset, newest first; empty if none does, or they could not be loaded. */
  letters?: readonly ToldLetter[] | undefined
  /** Only before any search. */
  overview?: Answer<Overview> | undefined
  /** Undefined if they are not wanted, or did not arrive in time; then the browser requests them. */
  trades?: Answer<TradesResponse> | undefined
  compare?: ComparedAsset | undefined
  /** True if the address asks for the table of closes, as its link does without scripts. */
  isTableOpen?: boolean
  /** What came with the page; the browser requests the rest. */
  parts?: PageParts | undefined
}

/** The asset to compare with: its ticker as requested, and its closes over the same range, without profile. `answer` is
 *  undefined if its source is slow; then the browser requests it. */
export interface ComparedAsset {
  ticker: string
  answer: Answer<StockResponse> | undefined
}

/** The log message if they cannot be loaded. */
export const TRADES_FAILED = 'Failed to fetch trades'

/** The most characters shown of a text that cannot be a ticker. */
const MOST_SHOWN = 40

/** The answer for a text that cannot be a ticker. */
export const notATicker = {
  ok: false,
  status: 400,
  code: 'invalid-ticker',
  detail: 'A ticker has 1 to 15 letters, digits or the signs . - ^ =',
} as const satisfies Answer<StockResponse>

/** What a reader can change on an asset’s page: the range, and what it is compared with. */
export interface WantedPrices {
  range: ShownRange
  /** As from readCompared. */
  compare: string | null
}

/** Reads what to compare with, as typed or as in an address.
 *  @returns a ticker, or a text that cannot be one, shortened; null for nothing */
export function readCompared(typed: string | null): string | null {
  const wanted = typed?.trim().slice(0, MOST_SHOWN) ?? ''
  return parseTicker(wanted) ?? (wanted === '' ? null : wanted)
}

/** Reads what an address of the screen requests.
 *  @param query  the query of the address */
export const readWanted = (query: URLSearchParams): WantedPrices => ({
  range: parseRange(query.get('range')),
  compare: readCompared(query.get('compare')),
})

/** Requests the main data of an asset over a range. A failure is an answer too.
 *  @param shown  the chart shown so far, which 1D keeps while it has prices or fails */
export async function askForPrices(
  api: Pick<ApiClient, 'getStock' | 'getDay'>,
  { kind, ticker, range, compare: wanted }: WantedPrices & { kind: AssetKind; ticker: string },
  shown?: Pick<TickerScreenData, 'answer' | 'compare'>,
): Promise<Pick<TickerScreenData, 'range' | 'answer' | 'compare' | 'day'>> {
  if (range !== DAY_RANGE) return { range, day: undefined, ...(await askForCloses(range)) }
  const isKept = shown?.answer?.ok && (shown.compare?.ticker ?? null) === wanted
  const [day, closes] = await Promise.all([
    api.getDay({ kind, ticker }),
    isKept ? { answer: shown.answer, compare: shown.compare } : askForCloses(DEFAULT_PRICE_RANGE),
  ])
  // Without prices of the day the chart is that of the address, whatever was shown before.
  const isOther = closes.answer?.ok && closes.answer.data.meta.range !== DEFAULT_PRICE_RANGE
  const isLacking = day?.ok && day.data.prices.length === 0
  return { range, day, ...(isOther && isLacking ? await askForCloses(DEFAULT_PRICE_RANGE) : closes) }

  async function askForCloses(ofRange: PriceRange) {
    const [answer, compare] = await Promise.all([
      api.getStock({ kind, ticker, range: ofRange }),
      askForCompared(api, { kind, range: ofRange, wanted }),
    ])
    return { answer, compare }
  }
}

/** The page of the asset that was found, if it is another one: BTC-USD among stocks is a coin. What follows the prices is
 *  requested for the page's kind, so it would be of another asset with the same ticker.
 *  @param kind  the page's
 *  @param query  of the page, with its '?'
 *  @returns undefined if the asset belongs here, or was not found */
export function findOtherPage(
  kind: AssetKind,
  answer: Answer<StockResponse> | undefined,
  query: string,
): string | undefined {
  if (!answer?.ok || answer.data.meta.kind === kind) return undefined
  return tickerPath(answer.data.meta.kind, answer.data.ticker) + query
}

/** Looks up the asset to compare with among assets of the page's kind first, then among those of the other kind. */
async function askForCompared(
  api: Pick<ApiClient, 'getStock'>,
  { kind, range, wanted }: { kind: AssetKind; range: PriceRange; wanted: string | null },
): Promise<ComparedAsset | undefined> {
  if (wanted === null) return undefined
  const ticker = parseTicker(wanted)
  if (ticker === undefined) return { ticker: wanted, answer: notATicker }
  const ask = (asKind: AssetKind) => api.getStock({ kind: asKind, ticker, range, only: 'prices' })
  const answer = await ask(kind)
  const isElse = answer && !answer.ok && answer.code === 'unknown-ticker'
  return { ticker, answer: isElse ? await ask(kind === 'stock' ? 'crypto' : 'stock') : answer }
}

/** Where the text of the search field leads. Text that cannot be a ticker stays in the query, since '..' in a path is not a name.
 *  @param typed  not empty */
export function searchTarget(kind: AssetKind, typed: string): string {
  const ticker = parseTicker(typed)
  return ticker === undefined
    ? `${searchPath(kind)}?${new URLSearchParams({ ticker: typed.trim() })}`
    : tickerPath(kind, ticker)
}

/** Indexes (^GSPC), currencies and futures (EURUSD=X) have no insiders, and coins have no company. */
export function mayHaveTrades(kind: AssetKind, ticker: string): boolean {
  return kind === 'stock' && !/[\^=]/.test(ticker)
}

/** Requests, in the browser, a part of the screen that comes after the prices. A failure is an answer too, and is logged: the
 *  rest of the screen does not depend on it.
 *  @param failure  the log message */
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

/** Logs a request that got no answer at all, and returns the failure. */
export function failed(failure: string, error: unknown): Answer<never> {
  logFailure(failure, error)
  return { ok: false, status: 500, code: 'internal', detail: failure }
}

/** @returns an empty list if they cannot be loaded */
export async function askForLetters(
  api: Pick<ApiClient, 'listEditions'>,
  ticker: string,
): Promise<ToldLetter[]> {
  const answer = await askForPart('Failed to fetch letters', () =>
    api.listEditions({ limit: MOST_LETTERS, ticker }),
  )
  return answer.ok ? answer.data.editions.map(({ date, subject }) => ({ date, subject })) : []
}

function parseRange(text: string | null): ShownRange {
  return SHOWN_RANGES.find((range) => range === text) ?? DEFAULT_PRICE_RANGE
}
