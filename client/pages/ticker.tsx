import { useLoaderData } from 'react-router'

import type { TickerScreenData } from '../features/ticker/load-ticker.ts'
import { TickerScreen } from '../features/ticker/ticker-screen.tsx'
import { browserApiClient } from '../lib/browser-api-client.ts'

export function Component() {
  return <TickerScreen data={useLoaderData<TickerScreenData>()} api={browserApiClient} />
}
