import type { AssetKind } from '../../shared/market-contract.ts'
import { parseTicker } from '../../shared/asset-address.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import type { Asset } from './providers/provider.ts'

/** Coins whose own name ends in USD after three or more letters: CRVUSD is not CRV in dollars. */
const NAMES_ENDING_IN_USD = new Set(['CRVUSD'])

/** Lists what a typed ticker may mean, in the order in which to try: the asset of the requested kind; without a kind, the
 *  stock, then the coin. A coin written with its currency, BTC-USD or BTCUSD, is that coin for either kind.
 *  @throws InvalidInputError 'invalid-ticker' */
export function listCandidates(typed: string, kind: AssetKind | undefined): Asset[] {
  const ticker = parseTicker(typed)
  if (ticker === undefined) {
    throw new InvalidInputError(
      'invalid-ticker',
      'A ticker has 1 to 15 letters, digits or . - ^ = with at least one letter or digit, such as AAPL or BRK-B.',
    )
  }
  const stock: Asset = { kind: 'stock', ticker, symbol: ticker }
  const coin = toCoin(ticker)
  if (kind === 'crypto' || ticker === coin.symbol) return [coin]
  const hasDollars = coin.ticker !== ticker
  return kind === 'stock' && !hasDollars ? [stock] : [stock, coin]
}

/** Reads a coin's ticker: BTC, BTC-USD and BTCUSD are the same coin, which Yahoo calls BTC-USD. */
export function toCoin(ticker: string): Asset {
  const base =
    /^(.+)-USD$/.exec(ticker)?.[1] ??
    (NAMES_ENDING_IN_USD.has(ticker) ? undefined : /^(.{3,})USD$/.exec(ticker)?.[1]) ??
    ticker
  return { kind: 'crypto', ticker: base, symbol: `${base}-USD` }
}

/** Asks for each candidate until one exists.
 *  @throws AppError 'unknown-ticker' if none does; any other failure at once */
export async function findFirstKnown<Answer>(
  candidates: readonly Asset[],
  ask: (asset: Asset) => Promise<Answer>,
): Promise<Answer> {
  let unknown: AppError | undefined
  for (const asset of candidates) {
    try {
      return await ask(asset)
    } catch (error) {
      if (!isUnknownTicker(error)) throw error
      unknown ??= error
    }
  }
  throw unknown ?? new AppError('unknown-ticker', 'No ticker was asked for.')
}

export function isUnknownTicker(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unknown-ticker'
}
