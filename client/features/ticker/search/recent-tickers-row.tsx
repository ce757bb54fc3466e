import { useEffect, useRef, useState } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import { useStoredValue } from '../../../lib/use-browser.ts'
import styles from './recent-tickers-row.module.css'
import { recentTickers } from './recent-tickers.ts'

const HINTS: Readonly<Record<AssetKind, string>> = {
  stock: 'By ticker or name: AAPL or Apple.',
  crypto: 'By ticker or name: BTC or bitcoin.',
}

/** The tickers last shown in this browser, in one row. If there are none, a hint of the same height takes its place: only the
 *  browser knows them, and nothing should move when they appear. */
export function RecentTickersRow({ kind }: { kind: AssetKind }) {
  const recent = useStoredValue(recentTickers)
  const hintRef = useRef<HTMLParagraphElement>(null)
  const [isCleared, setCleared] = useState(false)
  // The clicked button is gone, so the message takes the focus and is read out.
  useEffect(() => {
    if (isCleared) hintRef.current?.focus()
  }, [isCleared])

  if (recent.length === 0) {
    return (
      <p className={styles.row} ref={hintRef} tabIndex={isCleared ? -1 : undefined}>
        <span className={styles.quiet}>{isCleared ? 'Recent tickers are cleared.' : HINTS[kind]}</span>
      </p>
    )
  }
  return (
    <section className={styles.row} aria-label="Recent tickers">
      <span className={styles.quiet} title="Kept in this browser only">
        Recent
      </span>
      <ul className={styles.chips}>
        {recent.map(({ kind, ticker, name }) => (
          <li key={`${kind} ${ticker}`}>
            <a className={styles.chip} href={tickerPath(kind, ticker)} title={name}>
              {ticker}
              {kind === 'crypto' && <span className={styles.quiet}>Coin</span>}
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.clear}
        aria-label="Clear recent tickers"
        onClick={() => {
          setCleared(true)
          recentTickers.set(undefined)
        }}
      >
        Clear
      </button>
    </section>
  )
}
