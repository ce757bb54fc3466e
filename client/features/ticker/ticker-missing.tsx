import { tickerPath } from '../../../shared/asset-address.ts'
import type { AssetKind, FoundAsset } from '../../../shared/market-contract.ts'
import type { ErrorCode } from '../../../shared/problem-contract.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import { useOffline } from '../../lib/use-browser.ts'
import { Button } from '../../ui/button.tsx'
import { classNames, handles, looks } from '../../ui/primitives.tsx'
import { describeAsset } from './asset-words.ts'
import chartStyles from './chart/price-chart.module.css'
import styles from './ticker-missing.module.css'
import { useAssetSearch } from './search/use-asset-search.ts'

const MAX_SUGGESTIONS = 5

/** Assets to offer if none has a name similar to what was requested. */
const POPULAR: Readonly<Record<AssetKind, readonly FoundAsset[]>> = {
  stock: [
    { kind: 'stock', ticker: 'AAPL', name: 'Apple', type: 'equity' },
    { kind: 'stock', ticker: 'MSFT', name: 'Microsoft', type: 'equity' },
    { kind: 'stock', ticker: 'SPY', name: 'SPDR S&P 500 ETF Trust', type: 'etf' },
  ],
  crypto: [
    { kind: 'crypto', ticker: 'BTC', name: 'Bitcoin', type: 'coin' },
    { kind: 'crypto', ticker: 'ETH', name: 'Ethereum', type: 'coin' },
  ],
}

/** Placeholder for an asset that is loading, with the heights of what will appear. */
export function TickerLoading({ ticker }: { ticker: string }) {
  return (
    <div className={styles.loading} aria-busy="true">
      <div className={styles.overview}>
        <h1 className={looks.quiet}>{ticker}</h1>
        <output className={classNames(styles.text, looks.quiet)}>Loading...</output>
      </div>
      <div className={chartStyles.box}>
        <div className={styles.plot} />
      </div>
    </div>
  )
}

/** Retrying what could not be loaded. */
export interface Retry {
  isRetrying: boolean
  /** The outcome of the last retry; undefined before one has ended. */
  outcome: 'failed' | 'loaded' | undefined
  retry: () => void
}

/** The main data could not be loaded: the specified message, and what to do next.
 *  @param detail  the API's own message, shown if only it says what to do
 *  @param suggestions  what may have been meant, most likely first
 *  @param api  to look up what else a text may mean: an unknown ticker, a name of several words */
export function TickerError({
  kind,
  ticker,
  code,
  detail,
  suggestions,
  retry,
  api,
}: {
  kind: AssetKind
  ticker: string
  code: ErrorCode
  detail: string
  suggestions: readonly FoundAsset[]
  retry: Retry
  api: ApiClient
}) {
  const isOffline = useOffline()
  const advice = isOffline ? OFFLINE : adviseOn({ code, detail }, kind)
  const mayBeName = code === 'invalid-ticker'
  const mayBeOther = code === 'unknown-ticker' || code === 'not-at-source'
  const mayBeMore = mayBeOther && suggestions.length < MAX_SUGGESTIONS
  const found = useAssetSearch(api, mayBeName || mayBeMore ? ticker : '')
  const meant = joinFound(suggestions, found.results).filter(
    (asset) => asset.kind !== kind || asset.ticker !== ticker,
  )
  const isUnknown = mayBeName || code === 'unknown-ticker'
  return (
    <div className={classNames(styles.error, (mayBeName || (isUnknown && mayBeMore)) && styles.expecting)}>
      <h1 className={styles.ticker}>{ticker}</h1>
      <div className={styles.message} role="alert">
        <p className={styles.failed}>Failed to fetch data</p>
        <p className={styles.advice}>{advice.text}</p>
      </div>
      {advice.canRetry && <RetryButton {...retry} />}
      {meant.length > 0 ? (
        <Suggestions title="Did you mean" suggestions={meant} />
      ) : (
        isUnknown && <Suggestions title="Or look at one of these" suggestions={POPULAR[kind]} />
      )}
    </div>
  )
}

function joinFound(...lists: readonly (readonly FoundAsset[])[]): FoundAsset[] {
  const byAddress = new Map<string, FoundAsset>()
  for (const asset of lists.flat()) {
    const address = tickerPath(asset.kind, asset.ticker)
    if (!byAddress.has(address)) byAddress.set(address, asset)
  }
  return [...byAddress.values()].slice(0, MAX_SUGGESTIONS)
}

/** A button that requests the same address again; without scripts its form does. It keeps the focus while it waits. */
function RetryButton({ isRetrying, outcome, retry }: Retry) {
  return (
    <form className={styles.retry} aria-busy={isRetrying} onSubmit={handles(retry)}>
      <Button type="submit" aria-disabled={isRetrying}>
        {isRetrying ? 'Trying again...' : 'Try again'}
      </Button>
      {outcome === 'failed' && !isRetrying && <p>{RETRY_FAILED}</p>}
    </form>
  )
}

/** The message after a failed retry. */
export const RETRY_FAILED = 'Still no data.'

function Suggestions({ title, suggestions }: { title: string; suggestions: readonly FoundAsset[] }) {
  return (
    <section className={styles.suggestions}>
      <h2>{title}</h2>
      <ul>
        {suggestions.map((asset) => (
          <li key={`${asset.kind} ${asset.ticker}`}>
            <a className={styles.suggestion} href={tickerPath(asset.kind, asset.ticker)}>
              <strong>{asset.ticker}</strong>{' '}
              <span className={classNames(styles.name, looks.quiet)}>{asset.name}</span>{' '}
              <span className={classNames(styles.what, looks.small)}>{describeAsset(asset)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Advice {
  text: string
  canRetry: boolean
}

const OFFLINE: Advice = {
  text: 'You are offline. Check your connection, then try again.',
  canRetry: true,
}

function adviseOn({ code, detail }: { code: ErrorCode; detail: string }, kind: AssetKind): Advice {
  const asset = kind === 'crypto' ? 'coin' : 'stock or fund'
  const known: Readonly<Partial<Record<ErrorCode, Advice>>> = {
    'invalid-ticker': {
      text: 'This cannot be a ticker: it may have 1 to 15 letters, digits and the signs . - ^ = and no spaces.',
      canRetry: false,
    },
    'unknown-ticker': {
      text: `No ${asset} is known by this ticker. Check the spelling and try again.`,
      canRetry: false,
    },
    'not-at-source': {
      text: `This ${asset} is listed, or was until now, but the source of the prices does not have it. Try again later.`,
      canRetry: false,
    },
    // Only the API knows which tickers the sample data has.
    'sample-only': { text: detail, canRetry: true },
    'too-many-requests': {
      text: 'Too many requests came from your address. Wait a minute, then try again.',
      canRetry: true,
    },
  }
  return (
    known[code] ?? {
      text: 'The source of the prices gave no usable answer. Your ticker may well be right: try again in a minute.',
      canRetry: true,
    }
  )
}
