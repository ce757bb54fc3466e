import { useLoaderData } from 'react-router'

import type { TickerScreenData } from '../features/ticker/load-ticker.ts'
import { LookUpScreen } from '../features/ticker/look-up/look-up-screen.tsx'
import { Island } from '../lib/island.tsx'

/** The ticker screen before any search. */
export function Component() {
  return (
    <Island name="look-up" when="now" of={LookUpScreen} props={{ data: useLoaderData<TickerScreenData>() }} />
  )
}
