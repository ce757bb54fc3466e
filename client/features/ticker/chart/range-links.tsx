import { Link } from 'react-router'

import { PRICE_RANGES, rangePath } from '../../../../shared/asset-address.ts'
import type { AssetKind, PriceRange } from '../../../../shared/market-contract.ts'
import styles from './range-links.module.css'

/** The ranges as links, so that each can be shared. */
export function RangeLinks({
  kind,
  ticker,
  current,
  compare,
}: {
  kind: AssetKind
  ticker: string
  current: PriceRange
  compare: string | undefined
}) {
  return (
    <nav className={styles.nav} aria-label="Price range">
      <ul className={styles.ranges}>
        {PRICE_RANGES.map((range) => (
          <li key={range}>
            <Link
              className={styles.range}
              to={rangePath(kind, ticker, range, compare)}
              aria-current={range === current ? 'true' : undefined}
              preventScrollReset
            >
              {range}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
