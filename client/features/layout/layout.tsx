import { use, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { SiteContext } from '../../lib/island.tsx'
import { ConsentBanner } from '../consent/consent-banner.tsx'
import { Footer } from '../footer/footer.tsx'
import { Header } from '../header/header.tsx'
import styles from './layout.module.css'

/** The frame of every screen, errors too: skip link, header, <main id="main">, footer.
 *  What shows the API brings a <main> of its own. The site's settings are absent if loading them failed. */
export function Layout({ children }: { children: ReactNode }) {
  const site = use(SiteContext)
  const { pathname, search } = useLocation()
  const Main = pathname === '/api/docs' ? 'div' : 'main'
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header
        siteName={site?.name ?? 'Home'}
        path={pathname}
        typed={new URLSearchParams(search).get('ticker') ?? undefined}
      />
      <Main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </Main>
      <Footer site={site} />
      <ConsentBanner />
    </div>
  )
}
