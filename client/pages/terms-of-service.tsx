import { LegalPage } from '../features/legal/legal-page.tsx'
import { termsSections } from '../features/legal/terms-sections.tsx'
import { useSite } from '../lib/island.tsx'

export function Component() {
  const site = useSite()
  return (
    <LegalPage
      title="Terms of Use"
      lastModified={{ text: 'July 20, 2024', isoDate: '2024-07-20' }}
      textChanged="2026-11-23"
      intro={
        <p>
          In short: {site.name} is free and for grown-ups. It informs and does not advise. We take care, but
          we cannot vouch for every figure, so check the record before you act. You can leave at any time.
        </p>
      }
      sections={termsSections(site)}
    />
  )
}
