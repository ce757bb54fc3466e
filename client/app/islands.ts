import type { ComponentType } from 'react'

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
