import { rangePath, SHOWN_RANGES, type ShownRange } from '../../../../shared/asset-address.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import { showsOnClick, type ShowPrices } from '../use-ticker.ts'
import styles from './range-links.module.css'

/** The ranges as links, so that each can be shared. */
export function RangeLinks({
  kind,
  ticker,
  current,
  compare,
  onShow,
}: {
  kind: AssetKind
  ticker: string
  current: ShownRange
  compare: string | undefined
  onShow: ShowPrices
}) {
  return (
    <nav className={styles.nav} aria-label="Price range">
      <ul className={styles.ranges}>
        {SHOWN_RANGES.map((range) => (
          <li key={range}>
            <a
              className={styles.range}
              href={rangePath(kind, ticker, range, compare)}
              aria-current={range === current ? 'true' : undefined}
              onClick={showsOnClick(onShow, { range, compare: compare ?? null })}
            >
              {range}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
