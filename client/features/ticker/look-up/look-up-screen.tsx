import { useEffect, useState } from 'react'

import { LARGE_MARKETS, readTickerPath, tickerPath } from '../../../../shared/asset-address.ts'
import { formatDay } from '../../../../shared/format-date.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import type { Overview, Quote } from '../../../../shared/overview-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { browserApiClient } from '../../../lib/browser-api-client.ts'
import { looks, Page } from '../../../ui/primitives.tsx'
import type { TickerScreenData } from '../load-ticker.ts'
import { RecentTickersRow } from '../search/recent-tickers-row.tsx'
import { SearchShortcutSwitch } from '../search/search-shortcut.tsx'
import { TickerError, TickerLoading, type Retry } from '../ticker-missing.tsx'
import { LargestCongressTrades, LargestInsiderTrades } from './largest-trades.tsx'
import styles from './look-up-screen.module.css'
import { Change, formatQuote, QuoteDay, QuoteRow, QuoteSources } from './quote-row.tsx'
import { Watchlist } from './watchlist.tsx'

const WORDS: Readonly<Record<AssetKind, { heading: string; markets: string }>> = {
  stock: { heading: 'Look up a stock', markets: 'Indexes' },
  crypto: { heading: 'Look up a coin', markets: 'Large coins' },
}

/** A text that cannot be a ticker is not retried. */
const NO_RETRY: Retry = { isRetrying: false, outcome: undefined, retry: () => undefined }

/** The ticker screen before any search: an overview, below the search in the header.
 *  @param first  what came with the page
 *  @param api  for suggestions and the quotes of the watchlist */
export function LookUpScreen({
  first: { kind, ticker, answer, overview },
  api = browserApiClient,
}: {
  first: TickerScreenData
  api?: ApiClient
}) {
  const onItsWay = useTickerOnItsWay()
  if (onItsWay !== undefined) {
    return (
      <Page>
        <TickerLoading ticker={onItsWay} />
      </Page>
    )
  }
  // Text that cannot be a ticker stays in the query of this address.
  if (ticker !== undefined && answer?.ok === false) {
    return (
      <Page className={styles.page}>
        <TickerError
          kind={kind}
          ticker={ticker}
          code={answer.code}
          detail={answer.detail}
          suggestions={[]}
          retry={NO_RETRY}
          api={api}
        />
      </Page>
    )
  }
  const known = overview?.ok ? overview.data : undefined
  return (
    <Page className={styles.page}>
      <div className={styles.hero}>
        <h1>{WORDS[kind].heading}</h1>
        <p className={styles.lead}>Enter a ticker to see the stock chart.</p>
        <RecentTickersRow kind={kind} />
      </div>
      <Markets kind={kind} quotes={known?.markets ?? []} />
      <div className={styles.columns}>
        {kind === 'stock' && <LargestInsiderTrades largest={known?.trades?.insiders ?? null} />}
        {kind === 'stock' && (
          <LargestCongressTrades
            largest={known?.trades?.congress ?? null}
            notice={known?.trades?.notice ?? ''}
          />
        )}
        <div className={styles.side}>
          <MostLookedUp assets={known?.lookedUp ?? null} />
          <Watchlist api={api} />
        </div>
      </div>
      <SearchShortcutSwitch />
    </Page>
  )
}

/** By then the page has come, or the reader has stopped the browser, which tells nobody. */
const ON_ITS_WAY_MS = 10_000

/** The ticker that a search leads to, until its page has loaded. */
function useTickerOnItsWay(): string | undefined {
  const [onItsWay, setOnItsWay] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The back button may restore this page as it was left.
    const forget = () => setOnItsWay(undefined)
    const remember = ({ detail, defaultPrevented }: DocumentEventMap['site:leave']) => {
      if (defaultPrevented) return
      setOnItsWay(readTickerPath(detail)?.ticker)
      clearTimeout(timer)
      timer = setTimeout(forget, ON_ITS_WAY_MS)
    }
    window.addEventListener('pageshow', forget)
    document.addEventListener('site:leave', remember)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', forget)
      document.removeEventListener('site:leave', remember)
    }
  }, [])
  return onItsWay
}

function Markets({ kind, quotes }: { kind: AssetKind; quotes: readonly Quote[] }) {
  const label = WORDS[kind].markets
  const names = LARGE_MARKETS[kind]
  if (quotes.length === 0) {
    return (
      <p className={styles.unknown}>
        {label}: not known at the moment. The source could not be asked, or takes long.
      </p>
    )
  }
  const newest = quotes
    .map(({ day }) => day)
    .sort()
    .at(-1)
  const unknown = Object.keys(names).filter((ticker) => quotes.every((quote) => quote.ticker !== ticker))
  return (
    <section aria-label={label}>
      <ul className={styles.markets}>
        {quotes.map((quote) => (
          <li key={quote.ticker}>
            <a href={tickerPath(quote.kind, quote.ticker)}>
              <span className={looks.fine}>{names[quote.ticker] ?? quote.name}</span>
              <b className={styles.level}>{formatQuote(quote)}</b>
              <span>
                <Change quote={quote} />
                {quote.day !== newest && (
                  <>
                    {' '}
                    <QuoteDay day={quote.day} />
                  </>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {newest !== undefined &&
          `Last prices up to ${formatDay(newest)}, and their change since the close before. `}
        <QuoteSources quotes={quotes} />
        {unknown.length > 0 &&
          `. Not known at the moment: ${unknown.map((ticker) => names[ticker]).join(', ')}.`}
      </p>
    </section>
  )
}

/** @param assets  null if they could not be read */
function MostLookedUp({ assets }: { assets: Overview['lookedUp'] }) {
  const quotes = assets?.flatMap(({ quote }) => quote ?? []) ?? []
  return (
    <section aria-labelledby="most-looked-up">
      <h2 id="most-looked-up">Most looked up here</h2>
      {!assets?.length ? (
        <p className={styles.about}>
          {assets
            ? 'Nothing was looked up often enough in the last seven days to be listed.'
            : 'Not known at the moment.'}
        </p>
      ) : (
        <>
          <p className={styles.about}>In the last seven days. Counted without who asked.</p>
          <ul>
            {assets.map(({ kind, ticker, quote }) => (
              <QuoteRow
                key={`${kind} ${ticker}`}
                kind={kind}
                ticker={ticker}
                name={quote?.name}
                quote={quote}
              />
            ))}
          </ul>
          {quotes.length > 0 && (
            <p className={styles.note}>
              Prices: <QuoteSources quotes={quotes} />
            </p>
          )}
        </>
      )}
    </section>
  )
}
