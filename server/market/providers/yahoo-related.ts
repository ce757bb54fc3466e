import { isIndexSymbol } from './yahoo-session.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import { toCoin } from '../ask-in-order.ts'
import type { RelatedSheet } from './provider.ts'
import { isFiniteNumber, isRecord, isSameSymbol, readTime, recordsOf, textOf } from './read-field.ts'

/** Yahoo recommends five. */
const MOST_RELATED = 25
/** Percent in a day; a larger number is not a real change, nor can it be formatted. */
const LARGEST_CHANGE = 1_000_000_000

/** @returns those symbols of /v6/finance/recommendationsbysymbol that our pages can show, without `symbol` itself */
export function listRecommended(recommendation: unknown, symbol: string): string[] {
  const recommended = isRecord(recommendation) ? recommendation['recommendedSymbols'] : undefined
  const symbols = recordsOf(recommended, MOST_RELATED)
    .map((item) => parseTicker(textOf(item['symbol']) ?? ''))
    .filter((item) => item !== undefined && item !== symbol)
  return [...new Set(symbols.filter((item) => item !== undefined))]
}

/** Reads quotes one by one; those without a price or change, or not asked for, are left out. */
export function parseQuotes(quotes: readonly unknown[], asked: readonly string[]): RelatedSheet {
  const found = recordsOf(quotes, MOST_RELATED).filter((quote) =>
    asked.some((symbol) => isSameSymbol(symbol, textOf(quote['symbol']) ?? '')),
  )
  const times = found
    .map((quote) => readTime(quote['regularMarketTime']))
    .filter((time) => time !== undefined)
  return {
    quotes: found.map(parseQuote).filter((quote) => quote !== undefined),
    asOf: times.sort().at(-1),
  }
}

function parseQuote(quote: Record<string, unknown>): RelatedSheet['quotes'][number] | undefined {
  const symbol = parseTicker(textOf(quote['symbol']) ?? '')
  const price = quote['regularMarketPrice']
  const changePercent = quote['regularMarketChangePercent']
  if (symbol === undefined || !isFiniteNumber(price) || !isFiniteNumber(changePercent)) return undefined
  if (Math.abs(changePercent) > LARGEST_CHANGE) return undefined
  const isCrypto = quote['quoteType'] === 'CRYPTOCURRENCY'
  const name = textOf(quote['longName']) ?? textOf(quote['shortName']) ?? symbol
  return {
    kind: isCrypto ? 'crypto' : 'stock',
    ticker: isCrypto ? toCoin(symbol).ticker : symbol,
    name: isCrypto ? nameCoin(name) : name,
    price,
    changePercent,
    currency: isIndexSymbol(symbol) ? undefined : textOf(quote['currency']),
  }
}

/** Removes the currency, since Yahoo names the pair: 'Bitcoin USD'. */
export function nameCoin(name: string): string {
  return name.replace(/ USD$/, '')
}
