import { startConsent } from '../features/consent/start-consent.ts'
import { startSearch } from '../features/ticker/search/start-search.ts'
import { reportFailedStart } from '../lib/load-chunk.ts'
import { startIslands } from './start-islands.ts'
import { startOffline } from './start-offline.ts'
import '../styles/base.css'

// Everything that runs on every page. No React: that arrives with the first island.
for (const start of [startOffline, startIslands, startSearch, startConsent]) {
  try {
    start()
  } catch (error) {
    // One that fails does not affect the others.
    reportFailedStart(error)
  }
}

// From here on clicks are handled.
document.documentElement.dataset['scripted'] = 'yes'

// In development, the styles of pages whose code never reaches the browser.
if (import.meta.env.DEV)
  for (const load of Object.values(import.meta.glob(['../pages/*.tsx', '!../pages/*.test.tsx']))) void load()
