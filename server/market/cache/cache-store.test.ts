import { describe, expect, it } from 'vitest'

import { DAY_MS } from '../../lib/dates.ts'
import { found, itKeepsTheStoreContract } from '../testing/store-contract.ts'
import { createMemoryStore } from './cache-store.ts'

describe('createMemoryStore', () => {
  itKeepsTheStoreContract(() => createMemoryStore({ maxCharacters: 10_000 }))

  it('evicts the least recently used first', async () => {
    const store = createMemoryStore({ maxCharacters: 1_000 })
    const entry = found('x'.repeat(60))
    await store.set('a', entry, DAY_MS)
    await store.set('b', entry, DAY_MS)
    await store.get('a')
    await store.set('c', entry, DAY_MS)
    expect(await store.get('a')).toEqual(entry)
    expect(await store.get('b')).toBeUndefined()
    expect(await store.get('c')).toEqual(entry)
  })

  it('does not let unbounded keys evict others', async () => {
    const store = createMemoryStore({ maxCharacters: 10_000 })
    await store.set('prices:stock:ACME:1Y', found('prices'), DAY_MS)
    const unknown = { ...found(''), outcome: 'unknown-ticker', message: 'no such ticker' } as const
    for (let ticker = 0; ticker < 1_000; ticker++) {
      await store.set(`prices:stock:A${ticker}:1Y`, unknown, DAY_MS)
      await store.set(`search:yahoo:a${ticker}`, found([]), DAY_MS)
    }
    expect(await store.get('prices:stock:ACME:1Y')).toEqual(found('prices'))
    expect(await store.get('prices:stock:A0:1Y')).toBeUndefined()
    expect(await store.get('prices:stock:A999:1Y')).toEqual(unknown)
  })

  it('does not let long histories or years evict the lists of tickers', async () => {
    const store = createMemoryStore({ maxCharacters: 1_000_000 })
    const list = found('x'.repeat(150_000))
    await store.set('listing:sec', list, DAY_MS)
    await store.set('prices:stock:ACME:1Y', found('a year'), DAY_MS)
    for (let ticker = 0; ticker < 20; ticker++) {
      await store.set(`prices:stock:A${ticker}:MAX`, found('x'.repeat(150_000)), DAY_MS)
    }
    expect(await store.get('prices:stock:ACME:1Y')).toEqual(found('a year'))
    const kept = await store.listKeys({ prefix: 'prices:', limit: 100 })
    expect(kept.map(({ key }) => key).sort()).toEqual([
      'prices:stock:A18:MAX',
      'prices:stock:A19:MAX',
      'prices:stock:ACME:1Y',
    ])
    for (let ticker = 0; ticker < 100; ticker++) {
      await store.set(`prices:stock:A${ticker}:1Y`, found('x'.repeat(15_000)), DAY_MS)
    }
    expect(await store.get('prices:stock:ACME:1Y')).toBeUndefined()
    expect(await store.get('listing:sec')).toEqual(list)
  })

  it('holds one answer for each key', async () => {
    const store = createMemoryStore({ maxCharacters: 10_000 })
    const later = '2026-11-20T15:00:01.000Z'
    const unknown = { ...found('', later), outcome: 'unknown-ticker', message: 'gone' } as const
    await store.set('a', found('old'), DAY_MS)
    await store.set('a', unknown, DAY_MS)
    expect(await store.get('a')).toEqual(unknown)
    await store.set('a', found('back', later), DAY_MS)
    expect(await store.get('a')).toEqual(found('back', later))
  })
})
