import { LegalPage } from '../features/legal/legal-page.tsx'
import { privacySections } from '../features/legal/privacy-sections.tsx'
import { useSite } from '../lib/island.tsx'

export function Component() {
  const site = useSite()
  return (
    <LegalPage
      title="Privacy Policy"
      lastModified={{ text: '7/20/2024', isoDate: '2024-07-20' }}
      textChanged="2026-11-29"
      intro={
        <p>
          In short: to read {site.name} you need tell us nothing. If you subscribe, we store your email
          address and when you agreed. If you accept cookies, we count page visits. We sell nothing about you,
          and you can have it all deleted.
        </p>
      }
      sections={privacySections(site)}
    />
  )
}
