import { Link, NavLink } from 'react-router'

import { Wordmark } from '../../ui/wordmark.tsx'
import styles from './header.module.css'

const SCREENS = [
  { path: '/newsletter', label: 'Newsletter' },
  { path: '/stocks', label: 'Stocks' },
  { path: '/crypto', label: 'Crypto' },
]

/** The mark with the site's name, and the ways to the three screens that people come for. */
export function Header({ siteName }: { siteName: string }) {
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.home} to="/" aria-label={`${siteName}, home`}>
          <Wordmark name={siteName} />
        </Link>
        <nav aria-label="Main">
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
      </div>
    </header>
  )
}
