import { startConsent } from '../features/consent/start-consent.ts'
import { startSearch } from '../features/ticker/search/start-search.ts'
import { reportFailedStart } from '../lib/load-chunk.ts'
import { startIslands } from './start-islands.ts'
import '../styles/base.css'

// All that runs on every page. No React: that comes with the first island.
for (const start of [startIslands, startSearch, startConsent]) {
  try {
    start()
  } catch (error) {
    // One that fails takes nothing from the others.
    reportFailedStart(error)
  }
}

// From here on presses are heard.
document.documentElement.dataset['scripted'] = 'yes'

// While developing, the styles of pages whose code the browser never gets.
if (import.meta.env.DEV)
  for (const load of Object.values(import.meta.glob(['../pages/*.tsx', '!../pages/*.test.tsx']))) void load()
