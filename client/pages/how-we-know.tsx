import { useLoaderData } from 'react-router'

import { HowWeKnow } from '../features/editions/how-we-know.tsx'
import type { HowWeKnowData } from '../features/editions/load-editions.ts'
import { useSite } from '../lib/island.tsx'
import { Page } from '../ui/primitives.tsx'

/** How the letter's figures are checked. */
export function Component() {
  const { latest } = useLoaderData<HowWeKnowData>()
  const { contactEmail } = useSite()
  return (
    <Page>
      <HowWeKnow latest={latest} contactEmail={contactEmail} />
    </Page>
  )
}
