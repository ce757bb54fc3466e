import type { Clock } from '../lib/clock.ts'
import { type Sourced, describeSource } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import { loadedNow, type Feed } from './feeds.ts'
import { startOfRange } from './trading-days.ts'
import type { Asset } from './providers/provider.ts'
import { createSampleFinder, createSampleProvider } from './providers/sample.ts'

/** The embedded samples. They cost nothing, so they are not cached. */
export function createSampleFeed(deps: { clock: Clock; siteUrl: string }): Feed {
  const { clock } = deps
  const provider = createSampleProvider(deps)
  const finder = createSampleFinder(deps)
  const sourced = <Data>(asset: Asset, data: Data): Loaded<Sourced<Data>> =>
    loadedNow(clock, { source: describeSource(provider, asset), data })

  return {
    isSample: true,
    choose(candidates) {
      const known = candidates.filter((asset) => provider.covers(asset))
      return known.length > 0 ? known : candidates
    },
    findListedName: () => undefined,
    requireKnown: () => Promise.resolve(),
    suggest: (text) => finder.findAssets(text),
    async loadPrices(asset, span) {
      const to = clock.now()
      return sourced(asset, await provider.getPrices(asset, { from: startOfRange(span, to), to }))
    },
    async peekPrices(asset) {
      if (!provider.covers(asset)) return undefined
      const to = clock.now()
      return sourced(asset, await provider.getPrices(asset, { from: startOfRange('1Y', to), to }))
    },
    loadDay: async (asset) => sourced(asset, await provider.getDay(asset)),
    loadProfile: async (asset) => sourced(asset, await provider.getProfile(asset)),
    loadFacts: () => Promise.resolve(undefined),
    loadStats: async (asset) => sourced(asset, await provider.getStats(asset)),
    loadRelated: async (asset) => sourced(asset, await provider.getRelated(asset)),
    async search(text) {
      const results = await finder.findAssets(text)
      return loadedNow(clock, { results, sources: [{ name: finder.name, url: finder.url }] })
    },
  }
}
