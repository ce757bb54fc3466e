import { useState, type RefObject } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind, FoundAsset } from '../../../../shared/market-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { useStoredValue } from '../../../lib/use-browser.ts'
import { looks } from '../../../ui/primitives.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { describeAsset } from '../asset-words.ts'
import { isSame, recentTickers } from './recent-tickers.ts'
import styles from './search-suggestions.module.css'
import { useAssetSearch, type AssetSearch } from './use-asset-search.ts'

/** The suggestions of the search field while somebody types. Loaded once the field is used.
 *  @param api  for suggestions
 *  @param ticker  the ticker on the screen
 *  @param typedFirst  what was typed before this loaded; undefined if nothing was
 *  @param onChoose  called with an address of the site */
export function SearchSuggestions({
  api,
  kind,
  ticker,
  typedFirst,
  inputRef,
  onChoose,
}: {
  api: ApiClient
  kind: AssetKind
  ticker: string | undefined
  typedFirst: string | undefined
  inputRef: RefObject<HTMLInputElement | null>
  onChoose: (target: string) => void
}) {
  const [typed, setTyped] = useState(typedFirst)
  const search = useAssetSearch(api, typed ?? '')
  const recent = useStoredValue(recentTickers)
  const isEmptied = typed?.trim() === ''
  const others = recent.filter((asset) => ticker === undefined || !isSame(asset, { kind, ticker }))
  const options: readonly FoundAsset[] = isEmptied ? others : search.results
  return (
    <Combobox
      inputRef={inputRef}
      isOpenFirst={typedFirst !== undefined}
      options={options}
      toKey={(asset) => `${asset.kind} ${asset.ticker}`}
      toText={(asset) => asset.ticker}
      renderOption={(asset) => <Suggestion asset={asset} />}
      listLabel={isEmptied ? 'Recent tickers' : 'Suggestions'}
      status={isEmptied ? describeRecent(others.length) : describeSearch(search)}
      onTextChange={setTyped}
      onChoose={(asset) => onChoose(tickerPath(asset.kind, asset.ticker))}
    />
  )
}

function Suggestion({ asset }: { asset: FoundAsset }) {
  return (
    <>
      <span className={styles.first}>
        <strong className={styles.ticker}>{asset.ticker}</strong>{' '}
        <span className={looks.fine}>{describeAsset(asset)}</span>
      </span>{' '}
      <span className={styles.name}>{asset.name}</span>
    </>
  )
}

function describeSearch({ status, results }: AssetSearch): string | undefined {
  if (status === 'failed' && !navigator.onLine) return 'No suggestions: you are offline'
  if (status === 'failed') return 'Suggestions are not available right now'
  if (status !== 'answered') return undefined
  if (results.length === 0) return 'No suggestions'
  return results.length === 1 ? '1 suggestion' : `${results.length} suggestions`
}

function describeRecent(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? '1 recent ticker' : `${count} recent tickers`
}
