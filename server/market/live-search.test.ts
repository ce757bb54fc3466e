import { afterEach, expect, it } from 'vitest'

import { stretchWaits } from '../lib/patience.ts'
import type { ReadThroughCache } from './cache/read-through.ts'
import { createLiveSearch } from './live-search.ts'
import type { LiveSources } from './live-sources.ts'
import { createFakeClock } from './testing/fake-clock.ts'

afterEach(() => stretchWaits(1))

it('uses spellings that were late, and company titles wait for them', async () => {
  // A search then waits for 15 ms.
  stretchWaits(0.01)
  const spellings = Promise.withResolvers<ReadonlyMap<string, readonly string[]>>()
  const listing = (id: string, rows: readonly unknown[]) => ({
    id,
    name: id,
    url: '',
    loadListing: async () => ({ rows }),
  })
  const sources = {
    clock: createFakeClock(),
    guard: { run: (_source: string, _part: string, work: () => Promise<unknown>) => work() },
    listings: [listing('sec', [['ACME', 'ACME WIDGETS CORP', 'NYSE', '1']])],
    coins: listing('coingecko', []),
  } as unknown as LiveSources
  const cache = {
    load: async (_key: string, _freshness: unknown, load: () => Promise<unknown>) => ({
      value: await load(),
      retrievedAt: '',
      isStale: false,
    }),
    peek: async () => undefined,
  } as unknown as ReadThroughCache
  const search = createLiveSearch({ cache, sources, listSpellings: () => spellings.promise })
  expect((await search.search('ACME')).value.results[0]?.name).toMatch(/acme widgets/i)
  const titles = search.listCompanyTitles()
  spellings.resolve(new Map([['ACME', ['AcMe Widgets Corp']]]))
  expect([...(await titles)]).toEqual([['1', 'AcMe Widgets Corp']])
})
