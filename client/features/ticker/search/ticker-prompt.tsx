import { Link } from 'react-router'

import { tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import { RecentTickersRow } from './recent-tickers-row.tsx'
import { SearchShortcutSwitch } from './search-shortcut.tsx'
import styles from './ticker-prompt.module.css'

const EXAMPLES: Readonly<Record<AssetKind, readonly [string, string][]>> = {
  stock: [
    ['AAPL', 'Apple'],
    ['QQQ', 'A fund of the 100 largest Nasdaq companies'],
    ['OCDO.L', 'Ocado, in London'],
  ],
  crypto: [
    ['BTC', 'Bitcoin'],
    ['ETH', 'Ethereum'],
  ],
}

/** What the screen says before any search. */
export function TickerPrompt({ kind }: { kind: AssetKind }) {
  return (
    <>
      <RecentTickersRow kind={kind} />
      <div className={styles.prompt}>
        <h1>{kind === 'crypto' ? 'Look up a coin' : 'Look up a stock'}</h1>
        <p className={styles.text}>Enter a ticker to see the stock chart.</p>
        <p className={styles.quiet}>
          A ticker is the short name under which something is traded. It brings up the price history, what
          stands behind it, the key figures and related tickers.
        </p>
        <ul className={styles.examples}>
          {EXAMPLES[kind].map(([ticker, name]) => (
            <li key={ticker}>
              <Link to={tickerPath(kind, ticker)}>{ticker}</Link>
              <span>{name}</span>
            </li>
          ))}
        </ul>
        <SearchShortcutSwitch />
      </div>
    </>
  )
}
