import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type ComponentProps,
  type FormEvent,
} from 'react'
import { flushSync } from 'react-dom'

import { searchPath } from '../../../../shared/asset-address.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { browserApiClient } from '../../../lib/browser-api-client.ts'
import { loadChunk, logFailure } from '../../../lib/load-chunk.ts'
import { Button } from '../../../ui/button.tsx'
import { searchTarget } from '../load-ticker.ts'
import type { SearchSuggestions } from './search-suggestions.tsx'
import { SEARCH_KEY } from './start-search.ts'
import styles from './ticker-search.module.css'

/** The ticker search. Without scripts the same form leads to the same place. Suggestions are loaded once the field is used.
 *  @param api  for suggestions
 *  @param isAction  whether it is the screen's main action */
export function TickerSearch({
  kind,
  ticker,
  api = browserApiClient,
  isAction = true,
}: {
  kind: AssetKind
  ticker: string | undefined
  api?: ApiClient
  isAction?: boolean
}) {
  const id = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  const { suggestions, load, reset } = useSuggestions(fieldRef, ticker)
  const lead = (target: string) => {
    reset()
    const leave = new CustomEvent('site:leave', { detail: target, bubbles: true, cancelable: true })
    if (fieldRef.current?.form?.dispatchEvent(leave) !== false) window.location.assign(target)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('ticker')
    if (typeof text !== 'string' || text.trim() === '') return
    lead(searchTarget(kind, text))
  }
  return (
    <form
      className={styles.form}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers older than two years know no <search>
      role="search"
      action={searchPath(kind)}
      method="get"
      onSubmit={submit}
      onPointerEnter={load}
    >
      <div className={styles.box}>
        <label className={styles.label} htmlFor={id}>
          Enter Ticker
        </label>
        <input
          className={styles.input}
          id={id}
          name="ticker"
          defaultValue={ticker}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          ref={fieldRef}
          onFocus={load}
        />
        <kbd className={styles.key}>{SEARCH_KEY}</kbd>
      </div>
      <Button type="submit" variant={isAction ? 'primary' : 'secondary'}>
        Get Data
      </Button>
      {suggestions && (
        <suggestions.Component
          key={suggestions.place}
          api={api}
          kind={kind}
          ticker={ticker}
          typedFirst={suggestions.typedFirst}
          inputRef={fieldRef}
          onChoose={lead}
        />
      )}
    </form>
  )
}

declare global {
  interface DocumentEventMap {
    /** The search leads to this address. The screen may show that, and a listener that cancels the event keeps the page. */
    'site:leave': CustomEvent<string>
  }
}

interface LoadedSuggestions {
  readonly Component: ComponentType<ComponentProps<typeof SearchSuggestions>>
  readonly typedFirst: string | undefined
  /** Suggestions with a different `place` start without what was typed before. */
  readonly place: number
}

/** @returns no suggestions until they are loaded; if that fails, the search works without them */
function useSuggestions(fieldRef: { readonly current: HTMLInputElement | null }, ticker: string | undefined) {
  const [suggestions, setSuggestions] = useState<LoadedSuggestions>()
  const isAsked = useRef(false)
  const load = useCallback(() => {
    if (isAsked.current) return
    isAsked.current = true
    const loadNow = async () => {
      try {
        const { SearchSuggestions: Component } = await loadChunk(() => import('./search-suggestions.tsx'))
        const field = fieldRef.current
        const isTypedIn = field !== null && document.activeElement === field && field.value !== (ticker ?? '')
        const typedFirst = isTypedIn ? field.value : undefined
        // Renders at once, so that nobody types between reading the field here and in the component.
        flushSync(() => setSuggestions({ Component, typedFirst, place: 0 }))
      } catch (error) {
        isAsked.current = false
        logFailure('Failed to load suggestions', error)
      }
    }
    void loadNow()
  }, [fieldRef, ticker])
  // Somebody who types before the scripts have loaded focused the field before anything could notice.
  useEffect(() => {
    if (document.activeElement === fieldRef.current) load()
  }, [fieldRef, load])
  return {
    suggestions,
    load,
    reset: useCallback(
      () =>
        setSuggestions((before) => before && { ...before, typedFirst: undefined, place: before.place + 1 }),
      [],
    ),
  }
}
