import type { ComponentType } from 'react'

import type { Site } from '../lib/api-client.ts'

interface IslandPart {
  /** Its file, or its chunk, as named in the build manifest: islands that hydrate at once are preloaded. */
  source?: string
  load: () => Promise<ComponentType<never>>
}

/** The parts of pages that hydrate in the browser, by name. Each loads on demand, and React with it. */
export const ISLANDS: Readonly<Record<string, IslandPart>> = {
  search: {
    source: 'search-field',
    load: async () => (await import('../features/ticker/search/ticker-search.tsx')).TickerSearch,
  },
  'sign-up': {
    load: async () => (await import('../features/subscribe/sign-up-card.tsx')).SignUpCard,
  },
  confirm: {
    source: 'client/features/subscribe/confirm-subscription.tsx',
    load: async () => (await import('../features/subscribe/confirm-subscription.tsx')).ConfirmSubscription,
  },
  unsubscribe: {
    source: 'client/features/unsubscribe/unsubscribe-result.tsx',
    load: async () => (await import('../features/unsubscribe/unsubscribe-result.tsx')).UnsubscribeResult,
  },
  'look-up': {
    source: 'client/features/ticker/look-up/look-up-screen.tsx',
    load: async () => (await import('../features/ticker/look-up/look-up-screen.tsx')).LookUpScreen,
  },
  ticker: {
    source: 'client/features/ticker/ticker-screen.tsx',
    load: async () => (await import('../features/ticker/ticker-screen.tsx')).TickerScreen,
  },
}

/** What the browser needs to take over the islands that the server rendered. */
export interface Hydration {
  site: Site
  /** The props of each island, in page order. */
  islands: readonly object[]
}

/** What the server wrote with serializeForScript. */
export const parseHydration = (json: string): Hydration => JSON.parse(json) as Hydration

/** Prefix of the ids in an island, so that no two islands share one.
 *  @param index  the island's position in page order */
export const islandKey = (index: number): string => `i${index}`
