import { describe, expect, it } from 'vitest'

import { endsInClose } from './ends-in-close.ts'
import type { StockResponse } from './market-contract.ts'

type Meta = Pick<StockResponse['meta'], 'kind' | 'session' | 'retrievedAt'>

const ends = (lastDay: string, meta: Partial<Meta>) =>
  endsInClose({
    dates: ['2026-11-02', lastDay],
    meta: { kind: 'stock', retrievedAt: '2026-11-20T21:05:00Z', ...meta },
  })

describe('a series of prices', () => {
  it.each<[string, boolean, string, Partial<Meta>]>([
    ['while the exchange is open', false, '2026-11-20', { session: 'open' }],
    ['once it is closed', true, '2026-11-20', { session: 'closed' }],
    ['of a coin, which trades at all hours', false, '2026-11-19', { kind: 'crypto' }],
    ['of a day before the answer, its hours not known', true, '2026-11-19', {}],
    ['of the day of the answer, its hours not known', false, '2026-11-20', {}],
    ['of a day that has begun in the east alone', false, '2026-11-21', {}],
  ])('%s ends in a close: %s', (_what, expected, lastDay, meta) => {
    expect(ends(lastDay, meta)).toBe(expected)
  })

  it('without prices ends in none', () => {
    const meta: Meta = { kind: 'stock', retrievedAt: '2026-11-20T21:05:00Z' }
    expect(endsInClose({ dates: [], meta })).toBe(false)
  })
})
