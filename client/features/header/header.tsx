import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, NavLink, useLocation } from 'react-router'

import { readTickerPath, searchPath } from '../../../shared/asset-address.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import { browserApiClient } from '../../lib/browser-api-client.ts'
import { classNames } from '../../ui/primitives.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { TickerSearch } from '../ticker/search/ticker-search.tsx'
import styles from './header.module.css'

const SCREENS = [
  { path: '/newsletter', label: 'Newsletter' },
  { path: '/stocks', label: 'Stocks' },
  { path: '/crypto', label: 'Crypto' },
]

/** The mark with the site's name, the search, and the ways to the three screens that people come for.
 *  @param api  asked for suggestions */
export function Header({ siteName, api = browserApiClient }: { siteName: string; api?: ApiClient }) {
  const { pathname } = useLocation()
  const shown = readTickerPath(pathname)
  const rowRef = useRef<HTMLDivElement>(null)
  const [openAt, setOpenAt] = useState<string>()
  // The page of the search has it, large; a ticker's page has it in the header, open on phones too.
  const hasSearch = shown === undefined || shown.ticker !== undefined
  const isOpen = openAt === pathname || shown?.ticker !== undefined
  const kind = shown?.kind ?? 'stock'

  const open = () => {
    // Now, not with the next render: a phone shows its keyboard for a focus that comes of a touch.
    flushSync(() => setOpenAt(pathname))
    rowRef.current?.querySelector('input')?.focus()
  }
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.home} to="/" aria-label={`${siteName}, home`}>
          <Wordmark name={siteName} />
        </Link>
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.links}>
            {SCREENS.map(({ path, label }) => (
              <li key={path}>
                <NavLink className={() => styles.link} to={path}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {shown === undefined && (
          <Link
            className={styles.opener}
            to={searchPath(kind)}
            aria-label="Search"
            aria-expanded={isOpen}
            aria-controls="header-search"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (isOpen) setOpenAt(undefined)
              else open()
            }}
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
              <path d="M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14M15.6 15.6l5.4 5.4" />
            </svg>
          </Link>
        )}
        {hasSearch && (
          <div className={classNames(styles.search, isOpen && styles.open)} id="header-search" ref={rowRef}>
            <TickerSearch
              kind={kind}
              ticker={shown?.ticker}
              api={api}
              look="compact"
              isAction={shown !== undefined}
              onReveal={open}
            />
          </div>
        )}
      </div>
    </header>
  )
}
