import { data, redirect, type LoaderFunctionArgs } from 'react-router'

import {
  DEFAULT_PRICE_RANGE,
  type AssetKind,
  type PriceRange,
  type StockResponse,
} from '../../../shared/market-contract.ts'
import { parseTicker } from '../../../shared/ticker.ts'
import type { Answer } from '../../lib/api-client.ts'
import { apiContext } from '../../lib/api-context.ts'

/** What the ticker screen draws; `answer` is undefined before any search. */
export interface TickerScreenData {
  kind: AssetKind
  ticker: string | undefined
  range: PriceRange
  answer: Answer<StockResponse> | undefined
}

const RANGES: readonly string[] = ['1M', '6M', '1Y', '5Y', 'MAX'] satisfies PriceRange[]

/** Loads the main data of /stocks/:ticker or /crypto/:ticker; failures are drawn with their own status.
 *  Without scripts the form sends ?ticker=, which leads to that ticker's own address. */
export function createTickerLoader(kind: AssetKind) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const query = new URL(request.url).searchParams
    const typed = query.get('ticker')
    if (params['ticker'] === undefined && typed?.trim()) {
      return redirect(tickerPath(kind, parseTicker(typed) ?? typed.trim()))
    }
    const range = parseRange(query.get('range'))
    if (params['ticker'] === undefined) return { kind, ticker: undefined, range, answer: undefined }
    const ticker = parseTicker(params['ticker']) ?? params['ticker']
    const answer = await context.get(apiContext).getStock({ kind, ticker, range })
    const loaded: TickerScreenData = { kind, ticker, range, answer }
    return answer.ok ? loaded : data(loaded, { status: answer.status })
  }
}

/** The address of a ticker's screen. */
export function tickerPath(kind: AssetKind, ticker: string): string {
  return `/${kind === 'crypto' ? 'crypto' : 'stocks'}/${encodeURIComponent(ticker)}`
}

function parseRange(text: string | null): PriceRange {
  return text !== null && RANGES.includes(text) ? (text as PriceRange) : DEFAULT_PRICE_RANGE
}
