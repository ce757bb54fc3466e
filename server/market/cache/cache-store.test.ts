import { describe, expect, it } from 'vitest'

import { type FoundEntry, createMemoryStore } from './cache-store.ts'

const DAY_MS = 86_400_000
const found = (value: unknown, retrievedAt = '2026-11-20T15:00:00.000Z'): FoundEntry => ({
  outcome: 'found',
  value,
  retrievedAt,
  freshUntil: '2026-11-20T15:15:00.000Z',
})

describe('createMemoryStore', () => {
  it('evicts the least recently used first', async () => {
    const store = createMemoryStore({ maxCharacters: 400 })
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

  it('does not replace an answer with an older one', async () => {
    const store = createMemoryStore({ maxCharacters: 10_000 })
    await store.set('a', found('new', '2026-11-20T15:00:01.000Z'), DAY_MS)
    await store.set('a', found('old', '2026-11-20T15:00:00.000Z'), DAY_MS)
    expect(await store.get('a')).toMatchObject({ value: 'new' })
  })

  it('returns only an entry newer than the given time', async () => {
    const store = createMemoryStore({ maxCharacters: 10_000 })
    await store.set('a', found(1), DAY_MS)
    expect(await store.get('a', { newerThan: '2026-11-20T15:00:00.000Z' })).toBeUndefined()
    expect(await store.get('a', { newerThan: '2026-11-20T14:59:59.999Z' })).toEqual(found(1))
  })

  it('lists found entries under a prefix, newest first', async () => {
    const store = createMemoryStore({ maxCharacters: 10_000 })
    await store.set('prices:A', found(1, '2026-11-20T15:00:00.000Z'), DAY_MS)
    await store.set('prices:B', found(2, '2026-11-20T15:00:02.000Z'), DAY_MS)
    await store.set('prices:C', found(3, '2026-11-20T15:00:01.000Z'), DAY_MS)
    await store.set('profile:D', found(4), DAY_MS)
    await store.set('prices:E', { ...found(5), outcome: 'unknown-ticker', message: 'no' }, DAY_MS)
    expect(await store.listKeys({ prefix: 'prices:', limit: 2 })).toEqual([
      { key: 'prices:B', retrievedAt: '2026-11-20T15:00:02.000Z' },
      { key: 'prices:C', retrievedAt: '2026-11-20T15:00:01.000Z' },
    ])
  })
})
