import type { FoundAsset } from '../../../shared/market-contract.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { AssetFinder } from './provider.ts'
import { factOf, isRecord, recordsOf, textOf } from './read-field.ts'
import {
  CrumbRefusedError,
  parseYahooAnswer,
  YAHOO,
  yahooFaults,
  YahooNotFoundError,
  findYahooType,
} from './yahoo-session.ts'
import { nameCoin } from './yahoo-related.ts'

const SEARCH = 'https://query2.finance.yahoo.com/v1/finance/search'
const MAX_QUOTES = 10

/** Yahoo's own search, which needs no crumb. Its order is kept; hits that our pages cannot show are left out. */
export function createYahooFinder(deps: { fetch: UpstreamFetch; userAgent: string }): AssetFinder {
  return {
    id: 'yahoo',
    name: YAHOO,
    url: 'https://finance.yahoo.com/lookup',

    async findAssets(text) {
      const query = new URLSearchParams({ q: text, quotesCount: String(MAX_QUOTES), newsCount: '0' })
      const response = await deps.fetch(`${SEARCH}?${query}`, { headers: { 'User-Agent': deps.userAgent } })
      try {
        return parseSearch(parseYahooAnswer(response, await response.text()))
      } catch (error) {
        // Without a crumb and a symbol, 401 and 404 are ordinary refusals.
        if (error instanceof CrumbRefusedError || error instanceof YahooNotFoundError) {
          throw yahooFaults.refused(response)
        }
        throw error
      }
    },
  }
}

/** Reads the answer of /v1/finance/search.
 *  @throws SourceError if it contains no list */
export function parseSearch(body: unknown): FoundAsset[] {
  const quotes = isRecord(body) ? body['quotes'] : undefined
  if (!Array.isArray(quotes)) throw yahooFaults.failed(`${YAHOO} sent search results that cannot be read.`)
  const byAddress = new Map<string, FoundAsset>()
  for (const quote of recordsOf(quotes, 5 * MAX_QUOTES)) {
    const found = parseHit(quote)
    if (found && !byAddress.has(`${found.kind} ${found.ticker}`)) {
      byAddress.set(`${found.kind} ${found.ticker}`, found)
    }
  }
  return [...byAddress.values()]
}

function parseHit(quote: Record<string, unknown>): FoundAsset | undefined {
  const symbol = parseTicker(textOf(quote['symbol']) ?? '')
  const quoteType = textOf(quote['quoteType'])?.toUpperCase()
  if (symbol === undefined || quoteType === 'OPTION') return undefined
  // Some names are padded to a column: 'AbbVie Inc.          R'.
  const name = (factOf(quote['longname']) ?? factOf(quote['shortname']))?.replaceAll(/\s+/g, ' ')
  if (quoteType === 'CRYPTOCURRENCY') {
    // A coin in another currency would lead to the page with its price in dollars.
    const ticker = /^(.+)-USD$/.exec(symbol)?.[1]
    return ticker === undefined
      ? undefined
      : { ticker, name: name === undefined ? ticker : nameCoin(name), kind: 'crypto', type: 'coin' }
  }
  const type = findYahooType(quoteType)
  const exchange = textOf(quote['exchDisp'])
  return {
    ticker: symbol,
    name: name ?? symbol,
    kind: 'stock',
    ...(type === undefined ? {} : { type }),
    ...(exchange === undefined ? {} : { exchange }),
  }
}
