import { useLoaderData } from 'react-router'

import { HowWeKnow } from '../features/editions/index.ts'
import type { HowWeKnowData } from '../features/editions/load-editions.ts'
import { useSite } from '../lib/use-site.ts'
import { Page } from '../ui/page.tsx'

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
