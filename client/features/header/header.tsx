import { readTickerPath, searchPath } from '../../../shared/asset-address.ts'
import { Island } from '../../lib/island.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { TickerSearch } from '../ticker/search/ticker-search.tsx'
import styles from './header.module.css'

const SCREENS = [
  { path: '/newsletter', label: 'Newsletter' },
  { path: '/stocks', label: 'Stocks' },
  { path: '/crypto', label: 'Crypto' },
]

/** The logo with the site's name, the search, and links to the three main screens. On phones start-search.ts unfolds the
 *  search.
 *  @param path  of the current page */
export function Header({ siteName, path }: { siteName: string; path: string }) {
  const shown = readTickerPath(path)
  // The search page has a large one of its own; a ticker's page has it in the header, open on phones too.
  const hasSearch = shown === undefined || shown.ticker !== undefined
  const kind = shown?.kind ?? 'stock'
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <a className={styles.home} href="/" aria-label={`${siteName}, home`}>
          <Wordmark name={siteName} />
        </a>
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.links}>
            {SCREENS.map((screen) => (
              <li key={screen.path}>
                <a
                  className={styles.link}
                  href={screen.path}
                  aria-current={isWithin(screen.path, path) ? 'page' : undefined}
                >
                  {screen.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shown === undefined && (
          <a
            className={styles.opener}
            href={searchPath(kind)}
            aria-label="Search"
            aria-expanded="false"
            aria-controls="header-search"
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
              <path d="M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14M15.6 15.6l5.4 5.4" />
            </svg>
          </a>
        )}
        {hasSearch && (
          <div className={styles.search} id="header-search" data-open={shown && true}>
            <Island
              name="search"
              when="touch"
              of={TickerSearch}
              props={{
                kind,
                ticker: shown?.ticker,
                look: 'compact' as const,
                isAction: shown !== undefined,
              }}
            />
          </div>
        )}
      </div>
    </header>
  )
}

const isWithin = (screen: string, path: string) => path === screen || path.startsWith(`${screen}/`)
