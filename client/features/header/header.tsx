import { readTickerPath } from '../../../shared/asset-address.ts'
import { Island } from '../../lib/island.tsx'
import { classNames, looks } from '../../ui/primitives.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { TickerSearch } from '../ticker/search/ticker-search.tsx'
import styles from './header.module.css'

const SCREENS = [
  { path: '/newsletter', label: 'Newsletter' },
  { path: '/stocks', label: 'Stocks' },
  { path: '/crypto', label: 'Crypto' },
]

/** The logo with the site's name, links to the three main screens, and the site's one search field: in the same place on
 *  every page.
 *  @param path  of the current page
 *  @param typed  what was searched for, if the page says that it cannot be a ticker */
export function Header({
  siteName,
  path,
  typed,
}: {
  siteName: string
  path: string
  typed?: string | undefined
}) {
  const shown = readTickerPath(path)
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
        <div className={classNames(styles.search, looks.onScreen)}>
          <Island
            name="search"
            // The search screens use it at once.
            when={shown?.ticker === undefined && shown ? 'soon' : 'touch'}
            of={TickerSearch}
            props={{
              kind: shown?.kind ?? 'stock',
              ticker: shown && (shown.ticker ?? typed),
              isAction: shown !== undefined,
            }}
          />
        </div>
      </div>
    </header>
  )
}

const isWithin = (screen: string, path: string) => path === screen || path.startsWith(`${screen}/`)
