import { findYahooType, isIndexSymbol, isPrice } from './yahoo-session.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import { toCoin } from '../ask-in-order.ts'
import type { RelatedSheet } from './provider.ts'
import {
  factOf,
  isFiniteNumber,
  isRecord,
  isSameSymbol,
  MOST_AHEAD_MS,
  readTime,
  recordsOf,
  textOf,
} from './read-field.ts'

/** Yahoo recommends five. */
const MOST_RELATED = 25
/** Percent in a day; a larger number is not a real change, nor can it be formatted. */
const LARGEST_CHANGE = 1_000_000_000

/** @returns those symbols of /v6/finance/recommendationsbysymbol that our pages can show, without `symbol` itself */
export function listRecommended(recommendation: unknown, symbol: string): string[] {
  const recommended = isRecord(recommendation) ? recommendation['recommendedSymbols'] : undefined
  const symbols = recordsOf(recommended, MOST_RELATED)
    .map((item) => parseTicker(textOf(item['symbol']) ?? ''))
    .filter((item) => item !== undefined)
  return [...new Set(symbols.filter((item) => !isSameSymbol(item, symbol)))]
}

/** Days between the quotes of one list: a holiday abroad. An older one is of a security that is no longer traded. */
const MOST_DAYS_APART = 10

/** Reads quotes one by one; those without a price or change, out of date, of a time ahead or not asked for
 *  are left out. */
export function parseQuotes(quotes: readonly unknown[], asked: readonly string[], now: Date): RelatedSheet {
  const latest = new Date(now.getTime() + MOST_AHEAD_MS).toISOString()
  const timeOf = (quote: Record<string, unknown>) => readTime(quote['regularMarketTime'])
  const found = recordsOf(quotes, MOST_RELATED)
    .filter((quote) => asked.some((symbol) => isSameSymbol(symbol, textOf(quote['symbol']) ?? '')))
    .filter((quote) => (timeOf(quote) ?? '') <= latest)
  const asOf = found
    .map(timeOf)
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  const current = found.filter((quote) => {
    const time = timeOf(quote)
    return !time || !asOf || Date.parse(asOf) - Date.parse(time) <= MOST_DAYS_APART * DAY_MS
  })
  return { quotes: current.map(parseQuote).filter((quote) => quote !== undefined), asOf }
}

function parseQuote(quote: Record<string, unknown>): RelatedSheet['quotes'][number] | undefined {
  const symbol = parseTicker(textOf(quote['symbol']) ?? '')
  const price = quote['regularMarketPrice']
  const changePercent = quote['regularMarketChangePercent']
  const type = isIndexSymbol(symbol) ? 'index' : findYahooType(textOf(quote['quoteType']))
  if (symbol === undefined || !isPrice(price, type) || !isFiniteNumber(changePercent)) return undefined
  if (Math.abs(changePercent) > LARGEST_CHANGE || (price > 0 && changePercent <= -100)) return undefined
  const isCrypto = type === 'coin'
  // Our pages show coins in dollars.
  if (isCrypto && !symbol.endsWith('-USD')) return undefined
  const name = factOf(quote['longName']) ?? factOf(quote['shortName']) ?? symbol
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
