import { useEffect, useRef, useState } from 'react'

import type { QuotesResponse } from '../../../../shared/overview-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { useStoredValue } from '../../../lib/use-browser.ts'
import { askForPart } from '../load-ticker.ts'
import { isSame, setWatched, watchlist, type RecentTicker } from '../search/recent-tickers.ts'
import styles from './look-up-screen.module.css'
import { QuoteRow, QuoteSources } from './quote-row.tsx'

/** What the visitor watches, with the newest known change. It is last in its column: only the browser knows it, and nothing else should
 *  move when it appears.
 *  @param api  for cached quotes */
export function Watchlist({ api }: { api: ApiClient }) {
  const watched = useStoredValue(watchlist)
  const quotes = useQuotes(api, watched)
  const headingRef = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="watchlist">
      <h2 id="watchlist" ref={headingRef} tabIndex={-1}>
        Watchlist
      </h2>
      <p className={styles.about}>
        {watched.length === 0
          ? 'Press “+ Watch” beside a price, and it stands here. The list is kept in this browser alone.'
          : 'The change since the close before. The list is kept in this browser alone.'}
      </p>
      {watched.length > 0 && (
        <ul>
          {watched.map((asset) => (
            <QuoteRow
              key={`${asset.kind} ${asset.ticker}`}
              {...asset}
              quote={quotes && (quotes.find((quote) => isSame(quote, asset)) ?? null)}
            >
              <button
                type="button"
                className={styles.remove}
                aria-label={`Stop watching ${asset.ticker}`}
                onClick={() => {
                  setWatched(asset, false)
                  // The button that was pressed is gone, so the focus moves.
                  headingRef.current?.focus({ preventScroll: true })
                }}
              >
                ×
              </button>
            </QuoteRow>
          ))}
        </ul>
      )}
      {watched.length > 0 && quotes !== undefined && quotes.length > 0 && (
        <p className={styles.note}>
          Prices: <QuoteSources quotes={quotes} />
        </p>
      )}
    </section>
  )
}

/** Time enough for expired prices to be renewed; longer than a browser keeps the answer that had them. */
const RENEWED_MS = 15_000

/** Asks once more if prices had expired.
 *  @returns undefined while loading; an empty list if the quotes cannot be loaded */
function useQuotes(api: ApiClient, assets: readonly RecentTicker[]): QuotesResponse['quotes'] | undefined {
  const [quotes, setQuotes] = useState<QuotesResponse['quotes']>()
  useEffect(() => {
    if (assets.length === 0) return undefined
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    /** @returns whether prices had expired */
    const ask = async () => {
      const answer = await askForPart('Failed to fetch quotes', () => api.getQuotes({ assets }))
      if (!isWanted) return false
      setQuotes((before = []) => (answer.ok ? answer.data.quotes : before))
      return answer.ok && answer.data.quotes.some(({ stale }) => stale)
    }
    const askTwice = async () => {
      if (await ask()) timer = setTimeout(() => void ask(), RENEWED_MS)
    }
    void askTwice()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, assets])
  return quotes
}
