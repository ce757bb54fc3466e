import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { ScrollRestoration, useLocation, useNavigation, useRouteLoaderData } from 'react-router'

import { ROOT_ROUTE_ID, type Site } from '../../lib/api-client.ts'
import { ConsentGate } from '../consent/consent-gate.tsx'
import { Footer } from '../footer/footer.tsx'
import { Header } from '../header/header.tsx'
import styles from './layout.module.css'

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

/** Tells people who cannot see the page change that it has: after a navigation within the site the focus moves to <main>
 *  and the new title is announced. The browser announces the first page itself. */
function useArrival(): { mainRef: RefObject<HTMLElement | null>; announcement: string } {
  const { pathname } = useLocation()
  const mainRef = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (shownPath.current === pathname) return undefined
    shownPath.current = pathname
    mainRef.current?.focus({ preventScroll: true })
    // The effect that sets the title belongs to the same commit; it has run by the next task.
    const timer = setTimeout(() => setAnnouncement(document.title))
    return () => clearTimeout(timer)
  }, [pathname])
  return { mainRef, announcement }
}
