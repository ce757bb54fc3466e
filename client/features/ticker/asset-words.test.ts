import { expect, it } from 'vitest'

import { describeAsset } from './asset-words.ts'

it.each([
  [{ kind: 'stock', type: 'equity', exchange: 'NASDAQ' }, 'Stock · Nasdaq'],
  [{ kind: 'stock', type: 'etf', exchange: 'NasdaqGM' }, 'ETF · Nasdaq'],
  [{ kind: 'stock', type: 'index', exchange: 'Nasdaq GIDS' }, 'Index · Nasdaq'],
  [{ kind: 'stock', exchange: 'Nasdaq' }, 'Nasdaq'],
  [{ kind: 'stock', type: 'equity', exchange: 'Nasdaq Stockholm' }, 'Stock · Nasdaq Stockholm'],
  [{ kind: 'stock', type: 'equity' }, 'Stock'],
  [{ kind: 'crypto' }, 'Coin'],
  [{ kind: 'stock' }, ''],
] as const)('describes the asset %j as "%s"', (asset, words) => {
  expect(describeAsset(asset)).toBe(words)
})
