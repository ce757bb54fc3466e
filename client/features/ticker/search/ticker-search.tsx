import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

import { searchPath, tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind, FoundAsset } from '../../../../shared/market-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { useStoredValue } from '../../../lib/stored-value.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { describeAsset } from '../asset-words.ts'
import { searchTarget } from '../load-ticker.ts'
import { isSame, recentTickers } from './recent-tickers.ts'
import { SEARCH_KEY, searchShortcut } from './search-shortcut.tsx'
import styles from './ticker-search.module.css'
import { useAssetSearch, type AssetSearch } from './use-asset-search.ts'

/** Two presses that follow each other within this are one. */
const DOUBLE_PRESS_MS = 800

/** The search on top of the screen. Without scripts the same form leads to the same place.
 *  @param api  asked for suggestions */
export function TickerSearch({
  kind,
  ticker,
  api,
}: {
  kind: AssetKind
  ticker: string | undefined
  api: ApiClient
}) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const lead = useLeadOnce()
  const [typed, setTyped] = useState<string>()
  const search = useAssetSearch(api, typed ?? '')
  const recent = useStoredValue(recentTickers)
  const isHydrated = useHydrated()
  const hasShortcut = useStoredValue(searchShortcut) && isHydrated
  useShortcut(SEARCH_KEY, { isOn: hasShortcut }, () => {
    fieldRef.current?.focus()
    fieldRef.current?.select()
  })
  useFieldFollows(fieldRef, { kind, ticker }, () => setTyped(undefined))

  // Before any search the recent ones stand on the page already.
  const isEmptied = ticker !== undefined && typed?.trim() === ''
  const others = recent.filter((asset) => ticker === undefined || !isSame(asset, { kind, ticker }))
  const options: readonly FoundAsset[] = isEmptied ? others : search.results

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('ticker')
    if (typeof text !== 'string' || text.trim() === '') return
    setTyped(undefined)
    lead(searchTarget(kind, text), event.timeStamp)
  }
  return (
    <form className={styles.form} action={searchPath(kind)} method="get" onSubmit={submit}>
      <Combobox
        className={styles.field}
        label="Enter Ticker"
        name="ticker"
        defaultValue={ticker}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-keyshortcuts={hasShortcut ? SEARCH_KEY : undefined}
        adornment={hasShortcut && <kbd className={styles.key}>{SEARCH_KEY}</kbd>}
        inputRef={fieldRef}
        options={options}
        toKey={(asset) => `${asset.kind} ${asset.ticker}`}
        toText={(asset) => asset.ticker}
        renderOption={(asset) => <Suggestion asset={asset} />}
        listLabel={isEmptied ? 'Recent tickers' : 'Suggestions'}
        status={isEmptied ? describeRecent(others.length) : describeSearch(search)}
        onTextChange={setTyped}
        onChoose={(asset) => {
          setTyped(undefined)
          lead(tickerPath(asset.kind, asset.ticker))
        }}
      />
      <Button type="submit">Get Data</Button>
    </form>
  )
}

function Suggestion({ asset }: { asset: FoundAsset }) {
  return (
    <>
      <span className={styles.first}>
        <strong className={styles.ticker}>{asset.ticker}</strong>{' '}
        <span className={styles.what}>{describeAsset(asset)}</span>
      </span>{' '}
      <span className={styles.name}>{asset.name}</span>
    </>
  )
}

function describeSearch({ status, results }: AssetSearch): string | undefined {
  if (status === 'failed') return 'Suggestions are not available right now'
  if (status !== 'answered') return undefined
  if (results.length === 0) return 'No suggestions'
  return results.length === 1 ? '1 suggestion' : `${results.length} suggestions`
}

function describeRecent(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? '1 recent ticker' : `${count} recent tickers`
}

/** The field follows the address without losing the focus; what was typed before the scripts came stays. */
function useFieldFollows(
  fieldRef: { readonly current: HTMLInputElement | null },
  { kind, ticker }: { kind: AssetKind; ticker: string | undefined },
  onChange: () => void,
): void {
  const address = `${kind} ${ticker ?? ''}`
  const followed = useRef(address)
  useEffect(() => {
    if (followed.current === address) return
    followed.current = address
    if (fieldRef.current) fieldRef.current.value = ticker ?? ''
    onChange()
  }, [fieldRef, address, ticker, onChange])
}

/** Navigates, but not a second time to where a double press has led already. */
function useLeadOnce(): (target: string, pressedAtMs?: number) => void {
  const navigate = useNavigate()
  const last = useRef<{ target: string; pressedAtMs: number; isUnderWay: boolean }>(undefined)
  return (target, pressedAtMs = performance.now()) => {
    const before = last.current
    if (before?.target === target) {
      if (before.isUnderWay || pressedAtMs - before.pressedAtMs < DOUBLE_PRESS_MS) return
    }
    const press = { target, pressedAtMs, isUnderWay: true }
    last.current = press
    const arrive = async () => {
      try {
        await navigate(target)
      } finally {
        press.isUnderWay = false
      }
    }
    void arrive()
  }
}
