import { DAY_MS } from '../../lib/dates.ts'
import { expect, it } from 'vitest'

import type { CacheStore, FoundEntry } from '../cache/cache-store.ts'

export const found = (value: unknown, retrievedAt = '2026-11-20T15:00:00.000Z'): FoundEntry => ({
  outcome: 'found',
  value,
  retrievedAt,
  freshUntil: '2026-11-20T15:15:00.000Z',
})

/** Declares the tests that every store must pass.
 *  @param open  opens an empty one for each test */
export function itKeepsTheStoreContract(open: () => CacheStore): void {
  it('never replaces an answer with an older one, whichever is written last', async () => {
    const store = open()
    const older = found('older', '2026-11-20T15:00:00.000Z')
    const newer = found('newer', '2026-11-20T15:00:00.001Z')
    await store.set('a', newer, DAY_MS)
    await store.set('a', older, DAY_MS)
    expect(await store.get('a')).toEqual(newer)
    await store.set('b', older, DAY_MS)
    await store.set('b', newer, DAY_MS)
    expect(await store.get('b')).toEqual(newer)
  })

  it('returns only an entry newer than the given time', async () => {
    const store = open()
    await store.set('a', found(1), DAY_MS)
    expect(await store.get('a', { newerThan: '2026-11-20T15:00:00.000Z' })).toBeUndefined()
    expect(await store.get('a', { newerThan: '2026-11-20T14:59:59.999Z' })).toEqual(found(1))
  })

  it('lists found entries under a prefix, newest first', async () => {
    const store = open()
    await store.set('prices:A', found(1, '2026-11-20T15:00:00.000Z'), DAY_MS)
    await store.set('prices:B', found(2, '2026-11-20T15:00:02.000Z'), DAY_MS)
    await store.set('prices:C', found(3, '2026-11-20T15:00:01.000Z'), DAY_MS)
    await store.set('prices%:D', found(4), DAY_MS)
    await store.set('prices:E', { ...found(5), outcome: 'unknown-ticker', message: 'no' }, DAY_MS)
    await store.set('prices:F', found(6), -1)
    expect(await store.listKeys({ prefix: 'prices:', limit: 10 })).toEqual([
      { key: 'prices:B', retrievedAt: '2026-11-20T15:00:02.000Z' },
      { key: 'prices:C', retrievedAt: '2026-11-20T15:00:01.000Z' },
      { key: 'prices:A', retrievedAt: '2026-11-20T15:00:00.000Z' },
    ])
    expect(await store.listKeys({ prefix: 'prices:', limit: 1 })).toHaveLength(1)
    expect(await store.listKeys({ prefix: 'prices%', limit: 10 })).toHaveLength(1)
  })
}
