import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { found, itKeepsTheStoreContract } from '../testing/store-contract.ts'
import type { CacheStore } from './cache-store.ts'
import { deleteExpiredMarketData } from './cache-store.ts'
import { createPostgresStore } from './shared-state.ts'

describe('createPostgresStore', () => {
  const opened = setUpDatabase((db) => db.deleteFrom('market_cache').execute())
  let store: CacheStore
  beforeEach(() => void (store = createPostgresStore(opened.db)))
  itKeepsTheStoreContract(() => store)

  /** Ages all entries by an interval. */
  const letPass = (interval: string) =>
    sql`update market_cache set keep_until = keep_until - ${interval}::interval`.execute(opened.db)

  it('returns what was stored, and nothing for another key', async () => {
    const entry = found({ name: 'Åsa \u0000 "☕"', closes: [1.5, null], tags: {} })
    await store.set('prices:A', entry, DAY_MS)
    expect(await store.get('prices:A')).toEqual(entry)
    expect(await store.get('prices:B')).toBeUndefined()
  })

  it('stores failures and unknown tickers unchanged', async () => {
    const times = { retrievedAt: '2026-11-20T15:00:00.000Z', freshUntil: '2026-11-20T15:00:10.000Z' }
    const failed = {
      outcome: 'failed',
      code: 'source-failed',
      source: 'Yahoo Finance',
      concerns: 'source',
      message: 'down',
      retryAfterSeconds: 30,
      ...times,
    } as const
    const unknown = { outcome: 'unknown-ticker', message: 'no such ticker', ...times } as const
    await store.set('failed:a', failed, 10_000)
    await store.set('a', unknown, 10_000)
    expect(await store.get('failed:a')).toEqual(failed)
    expect(await store.get('a')).toEqual(unknown)
  })

  it('keeps the newest long histories within a limit of bytes', async () => {
    // Random text that does not compress: each history takes about 130 kB.
    const history = () => found(randomBytes(100_000).toString('base64'))
    const bounded = createPostgresStore(opened.db, { maxLongBytes: 300_000, trimLongEvery: 4 })
    await bounded.set('prices:stock:ACME:1Y', found('a year', '2026-11-20T14:00:00.000Z'), DAY_MS)
    const list = { ...history(), retrievedAt: '2026-11-20T14:00:00.000Z' }
    await bounded.set('listing:sec', list, DAY_MS)
    for (let number = 0; number < 8; number++) {
      const retrievedAt = `2026-11-20T15:00:${10 + number}.000Z`
      await bounded.set(`prices:stock:A${number}:MAX`, { ...history(), retrievedAt }, DAY_MS)
    }
    const kept = await bounded.listKeys({ prefix: 'prices:', limit: 100 })
    expect(kept.map(({ key }) => key)).toEqual([
      'prices:stock:A7:MAX',
      'prices:stock:A6:MAX',
      'prices:stock:ACME:1Y',
    ])
    expect(await bounded.get('listing:sec')).toEqual(list)
  })

  it('keeps the newest of all other answers within a limit of bytes', async () => {
    const year = () => found(randomBytes(7_500).toString('base64'))
    const bounded = createPostgresStore(opened.db, { maxShortBytes: 32_000, trimShortEvery: 4 })
    await store.set('prices:stock:ACME:MAX', found(randomBytes(100_000).toString('base64')), DAY_MS)
    await store.set('search:yahoo:acme', found(randomBytes(7_500).toString('base64')), DAY_MS)
    await store.set('listing:coingecko', found(randomBytes(7_500).toString('base64')), DAY_MS)
    for (let number = 0; number < 8; number++) {
      const retrievedAt = `2026-11-20T15:00:${10 + number}.000Z`
      await bounded.set(`prices:stock:A${number}:1Y`, { ...year(), retrievedAt }, DAY_MS)
    }
    const rows = await opened.db.selectFrom('market_cache').select('key').orderBy('retrieved_at').execute()
    expect(rows.map(({ key }) => key).sort()).toEqual([
      'listing:coingecko',
      'prices:stock:A5:1Y',
      'prices:stock:A6:1Y',
      'prices:stock:A7:1Y',
      'prices:stock:ACME:MAX',
      'search:yahoo:acme',
    ])
  })

  it('keeps the newest unbounded entries within a limit', async () => {
    const bounded = createPostgresStore(opened.db, { maxEndless: 4, trimEvery: 3 })
    await bounded.set('prices:stock:ACME:1Y', found('prices', '2026-11-20T14:00:00.000Z'), DAY_MS)
    for (let number = 0; number < 12; number++) {
      const at = `2026-11-20T15:00:${10 + number}.000Z`
      const entry =
        number % 2 === 0
          ? found([], at)
          : ({ ...found('', at), outcome: 'unknown-ticker', message: 'no such ticker' } as const)
      await bounded.set(number % 2 === 0 ? `search:yahoo:${number}` : `prices:${number}`, entry, DAY_MS)
    }
    const rows = await opened.db.selectFrom('market_cache').select('key').orderBy('retrieved_at').execute()
    expect(rows.map(({ key }) => key)).toEqual([
      'prices:stock:ACME:1Y',
      'search:yahoo:8',
      'prices:9',
      'search:yahoo:10',
      'prices:11',
    ])
  })

  it('stores a century of days', async () => {
    const closes = Array.from({ length: 26_000 }, (_, day) => ({ date: `day ${day}`, close: day / 7 }))
    await store.set('a', found(closes), DAY_MS)
    expect(await store.get('a')).toEqual(found(closes))
  })

  it('replaces an expired entry even if a fast clock made it look newer', async () => {
    await store.set('a', found('of tomorrow', '2026-11-21T15:00:00.000Z'), 10_000)
    await letPass('11 seconds')
    await store.set('a', found('of today'), DAY_MS)
    expect(await store.get('a')).toEqual(found('of today'))
  })

  it('replaces an entry from before the clock was set back', async () => {
    await store.set('a', found('before', '2026-11-20T23:00:00.000Z'), DAY_MS)
    await store.set('a', found('after'), DAY_MS)
    expect(await store.get('a')).toEqual(found('after'))
  })

  it('returns no expired entry, and the nightly cleanup deletes it', async () => {
    await store.set('short', found(1), 60_000)
    await store.set('long', found(2), 120_000)
    await letPass('61 seconds')
    expect(await store.get('short')).toBeUndefined()
    expect(await store.get('long')).toEqual(found(2))
    await deleteExpiredMarketData(opened.db)
    expect(await opened.db.selectFrom('market_cache').select('key').execute()).toEqual([{ key: 'long' }])
  })
})
