import type { AssetType, FoundAsset } from '../../../shared/market-contract.ts'

const TYPE_WORDS: Readonly<Record<AssetType, string>> = {
  equity: 'Stock',
  etf: 'ETF',
  fund: 'Fund',
  index: 'Index',
  currency: 'Currency',
  future: 'Future',
  coin: 'Coin',
}

/** Sources write an exchange's name differently, some with its tiers. */
const NASDAQ = /^nasdaq ?(?:gs|gm|cm|gids)?$/i

/** What an asset is and where it trades, as far as its source says so: 'Stock · Nasdaq', 'Coin', ''. */
export function describeAsset({
  kind,
  type,
  exchange,
}: Pick<FoundAsset, 'kind' | 'type' | 'exchange'>): string {
  const what = type ? TYPE_WORDS[type] : kind === 'crypto' && TYPE_WORDS.coin
  return [what, exchange?.replace(NASDAQ, 'Nasdaq')].filter(Boolean).join(' · ')
}
