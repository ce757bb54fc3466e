import { useCallback, useState, type ReactNode } from 'react'
import { ScrollRestoration, useNavigation, useRouteLoaderData } from 'react-router'

import type { Site } from '../../lib/api-client.ts'
import { ROOT_ROUTE_ID } from '../../lib/use-site.ts'
import { ConsentGate } from '../consent/index.ts'
import { Footer } from '../footer/index.ts'
import { Header } from '../header/index.ts'
import styles from './layout.module.css'
import { useArrival } from './use-arrival.ts'

/** What every screen stands in, errors too: skip link, header, <main id="main">, footer.
 *  The site's settings are absent where loading them failed. */
export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<Site>(ROOT_ROUTE_ID)
  const isLoading = useNavigation().state !== 'idle'
  const { mainRef, announcement } = useArrival()
  const [areCookieChoicesOpen, setCookieChoicesOpen] = useState(false)
  const closeCookieChoices = useCallback(() => setCookieChoicesOpen(false), [])
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.progress} hidden={!isLoading} />
      <Header siteName={site?.name ?? 'Home'} />
      <main className={styles.main} id="main" tabIndex={-1} ref={mainRef} aria-busy={isLoading}>
        {children}
      </main>
      <Footer site={site} onCookieChoices={() => setCookieChoicesOpen(true)} />
      <ConsentGate isReopened={areCookieChoicesOpen} onClose={closeCookieChoices} />
      <p className={styles.announcement} aria-live="polite">
        {announcement}
      </p>
      {/* Writes no inline script outside React Router's framework mode: the Content-Security-Policy allows none. */}
      <ScrollRestoration />
    </div>
  )
}
