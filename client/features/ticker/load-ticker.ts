import { data, redirect, type LoaderFunctionArgs } from 'react-router'

import type { AssetKind, PriceRange, StockResponse } from '../../../shared/market-contract.ts'
import { DEFAULT_PRICE_RANGE, PRICE_RANGES } from '../../../shared/price-ranges.ts'
import { parseTicker } from '../../../shared/ticker.ts'
import type { Answer } from '../../lib/api-client.ts'
import { apiContext } from '../../lib/api-context.ts'

/** What the ticker screen draws; `answer` is undefined before any search. `ticker` is as typed where it cannot be one. */
export interface TickerScreenData {
  kind: AssetKind
  ticker: string | undefined
  range: PriceRange
  answer: Answer<StockResponse> | undefined
}

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
    const query = new URL(request.url).searchParams
    const wanted = params['ticker'] ?? query.get('ticker')?.trim()
    const range = parseRange(query.get('range'))
    if (!wanted) return { kind, ticker: undefined, range, answer: undefined } satisfies TickerScreenData
    const ticker = parseTicker(wanted)
    if (ticker === undefined) {
      const refused: TickerScreenData = { kind, ticker: wanted, range, answer: notATicker }
      return data(refused, { status: notATicker.status })
    }
    if (params['ticker'] === undefined) return redirect(tickerPath(kind, ticker))
    const answer = await context.get(apiContext).getStock({ kind, ticker, range })
    const loaded: TickerScreenData = { kind, ticker, range, answer }
    return answer.ok ? loaded : data(loaded, { status: pageStatus(answer.status) })
  }
}

/** The address of the search for an asset kind. */
export function searchPath(kind: AssetKind): string {
  return kind === 'crypto' ? '/crypto' : '/stocks'
}

/** The address of a ticker's screen. */
export function tickerPath(kind: AssetKind, ticker: string): string {
  return `${searchPath(kind)}/${encodeURIComponent(ticker)}`
}

/** The address of a ticker's screen over a range; the default range is the plain address. */
export function rangePath(kind: AssetKind, ticker: string, range: PriceRange): string {
  const path = tickerPath(kind, ticker)
  return range === DEFAULT_PRICE_RANGE ? path : `${path}?range=${range}`
}

/** Where the text of the search field leads: what cannot be a ticker stays in the query, since '..' in a path is no name.
 *  @param typed  not empty */
export function searchTarget(kind: AssetKind, typed: string): string {
  const ticker = parseTicker(typed)
  return ticker === undefined
    ? `${searchPath(kind)}?${new URLSearchParams({ ticker: typed.trim() })}`
    : tickerPath(kind, ticker)
}

/** To a visitor a source is unavailable, whatever it did. */
const pageStatus = (status: number) => (status === 502 ? 503 : status)

function parseRange(text: string | null): PriceRange {
  return PRICE_RANGES.find((range) => range === text) ?? DEFAULT_PRICE_RANGE
}
