import { useLoaderData } from 'react-router'

import type { TickerScreenData } from '../features/ticker/load-ticker.ts'
import { TickerScreen } from '../features/ticker/ticker-screen.tsx'
import { Island } from '../lib/island.tsx'

/** One stock or coin. */
export function Component() {
  return (
    <Island name="ticker" when="now" of={TickerScreen} props={{ first: useLoaderData<TickerScreenData>() }} />
  )
}
