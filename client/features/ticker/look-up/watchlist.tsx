import { useEffect, useState } from 'react'

import type { QuotesResponse } from '../../../../shared/overview-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { useStoredValue } from '../../../lib/use-browser.ts'
import { askForPart } from '../load-ticker.ts'
import { isSame, setWatched, watchlist, type RecentTicker } from '../search/recent-tickers.ts'
import styles from './look-up-screen.module.css'
import { QuoteRow } from './quote-row.tsx'

/** What the visitor watches, with today's change. It is last in its column: only the browser knows it, and nothing else should
 *  move when it appears.
 *  @param api  for cached quotes */
export function Watchlist({ api }: { api: ApiClient }) {
  const watched = useStoredValue(watchlist)
  const quotes = useQuotes(api, watched)
  return (
    <section aria-labelledby="watchlist">
      <h2 id="watchlist">Watchlist</h2>
      <p className={styles.about}>
        {watched.length === 0
          ? 'Press “+ Watch” beside a price, and it stands here. The list is kept in this browser alone.'
          : 'The change since the close before. The list is kept in this browser alone.'}
      </p>
      {watched.length > 0 && (
        <ul className={styles.rows}>
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
                onClick={() => setWatched(asset, false)}
              >
                ×
              </button>
            </QuoteRow>
          ))}
        </ul>
      )}
    </section>
  )
}

/** @returns undefined while loading; an empty list if the quotes cannot be loaded */
function useQuotes(api: ApiClient, assets: readonly RecentTicker[]): QuotesResponse['quotes'] | undefined {
  const [quotes, setQuotes] = useState<QuotesResponse['quotes']>()
  useEffect(() => {
    if (assets.length === 0) return undefined
    let isWanted = true
    const ask = async () => {
      const answer = await askForPart('Failed to fetch quotes', () => api.getQuotes({ assets }))
      if (isWanted) setQuotes(answer.ok ? answer.data.quotes : [])
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [api, assets])
  return quotes
}
