import type { MarketAssetId, MarketHistory } from '../series/analyse-markets.ts'

const TICKERS: Readonly<Record<MarketAssetId, string>> = {
  sp500: '^GSPC',
  bitcoin: 'BTC-USD',
  ether: 'ETH-USD',
}

/** An asset's closes, as they were read when the week of February 2, 2025 was over.
 *  @param closes  by day, 'YYYY-MM-DD' */
export function createHistory(
  asset: MarketAssetId,
  closes: Readonly<Record<string, number>>,
  sourceName = 'Yahoo Finance',
): MarketHistory {
  return {
    asset,
    ticker: TICKERS[asset],
    closes: Object.entries(closes).map(([date, close]) => ({ date, close, adjustedClose: close })),
    retrievedAt: '2025-02-03T00:00:05.000Z',
    sourceName,
    sourceUrl: 'https://finance.yahoo.com/quote/%5EGSPC',
  }
}
