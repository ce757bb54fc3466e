import { data, redirect, type LoaderFunctionArgs } from 'react-router'

import { asksForTable, parseTicker, tickerPath } from '../../../shared/asset-address.ts'
import type { AssetKind } from '../../../shared/market-contract.ts'
import type { TradesResponse } from '../../../shared/trades-contract.ts'
import type { Answer, PageApi } from '../../lib/api-client.ts'
import { apiContext } from '../../lib/loading.ts'
import {
  askForLetters,
  askForPrices,
  failed,
  findOtherPage,
  mayHaveTrades,
  notATicker,
  readWanted,
  TRADES_FAILED,
  type TickerScreenData,
} from './load-ticker.ts'

/** The longest that the prices wait for the trades, counted from the start of the page. */
const TRADES_WAIT_MS = 1_000
/** If the prices were slow, they wait at least this long, since trades are checked against prices. */
const CHECK_WAIT_MS = 250

/** Loads /stocks and /crypto, with or without a ticker. Failures are rendered with their own status. The search form sends
 *  ?ticker=, which redirects to that ticker's own address. */
export function createTickerLoader(kind: AssetKind) {
  return async ({ params, request, context }: LoaderFunctionArgs) => {
    const startedAt = performance.now()
    const { search, searchParams: query } = new URL(request.url)
    const wanted = params['ticker'] ?? query.get('ticker')?.trim()
    const wantedPrices = readWanted(query)
    const { range } = wantedPrices
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
    const hasTrades = mayHaveTrades(kind, ticker)
    const waitForTrades = hasTrades ? startWaiting(askForTrades(api, ticker)) : undefined
    const waitForLetters = hasTrades ? startWaiting(askForLetters(api, ticker)) : undefined
    const prices = await askForPrices(api, { kind, ticker, ...wantedPrices })
    const loaded: TickerScreenData = {
      kind,
      ticker,
      ...prices,
      ...(asksForTable(query) && { isTableOpen: true }),
    }
    const { answer } = loaded
    const otherPage = findOtherPage(kind, answer, search)
    if (otherPage !== undefined) return redirect(otherPage)
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
    const { status, code, retryAfterSeconds } = answer
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
    const others =
      code === 'not-at-source' ? { trades: await waitForTrades?.(), letters: await waitForLetters?.() } : {}
    return data({ ...loaded, ...others }, { status: pageStatus(status), headers })
  }
}

/** Requests the trades; if a source failed, the server has already logged why. */
const askForTrades = (api: PageApi, ticker: string): Promise<Answer<TradesResponse>> =>
  api.getTrades({ ticker }).catch((error: unknown) => failed(TRADES_FAILED, error))

/** Starts the clock now, while the caller awaits something else.
 *  @returns a function that waits for the request for the time left; undefined if it has not arrived by then */
function startWaiting<Value>(asked: Promise<Value>): () => Promise<Value | undefined> {
  const startedAt = performance.now()
  return () => {
    const leftMs = Math.max(CHECK_WAIT_MS, TRADES_WAIT_MS - (performance.now() - startedAt))
    const timeIsUp = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), leftMs)
    })
    return Promise.race([asked, timeIsUp])
  }
}

/** For a visitor a failed source is unavailable, however it failed. */
const pageStatus = (status: number) => (status === 502 ? 503 : status)
