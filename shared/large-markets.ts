import type { AssetKind } from './market-contract.ts'

/** What the search page shows first, by the common names: sources have longer ones. */
export const LARGE_MARKETS: Readonly<Record<AssetKind, Readonly<Record<string, string>>>> = {
  stock: { '^GSPC': 'S&P 500', '^IXIC': 'Nasdaq', '^DJI': 'Dow', '^RUT': 'Russell 2000' },
  crypto: { BTC: 'Bitcoin', ETH: 'Ether', SOL: 'Solana', XRP: 'XRP' },
}
