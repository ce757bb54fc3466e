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
import { useNavigate } from 'react-router'

import { searchPath } from '../../../../shared/asset-address.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import type { ApiClient } from '../../../lib/api-client.ts'
import { loadChunk, logFailure } from '../../../lib/load-chunk.ts'
import { useStoredValue } from '../../../lib/stored-value.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/primitives.tsx'
import { searchTarget } from '../load-ticker.ts'
import type { SearchSuggestions } from './search-suggestions.tsx'
import { SEARCH_KEY, searchShortcut } from './search-shortcut.tsx'
import styles from './ticker-search.module.css'

/** Two presses that follow each other within this are one. */
const DOUBLE_PRESS_MS = 800

/** The search for a ticker. Without scripts the same form leads to the same place; what it suggests while somebody types is
 *  loaded once the field is used.
 *  @param api  asked for suggestions
 *  @param look  'large' as the first thing of a page, 'compact' in the header
 *  @param isAction  whether it is what the screen is for
 *  @param onReveal  called before the search key moves the focus to the field, which may be hidden */
export function TickerSearch({
  kind,
  ticker,
  api,
  look,
  isAction = true,
  onReveal,
}: {
  kind: AssetKind
  ticker: string | undefined
  api: ApiClient
  look: 'large' | 'compact'
  isAction?: boolean
  onReveal?: () => void
}) {
  const id = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  const lead = useLeadOnce()
  const isHydrated = useHydrated()
  const hasShortcut = useStoredValue(searchShortcut) && isHydrated
  const { suggestions, load, reset } = useSuggestions(fieldRef, ticker)
  useShortcut(SEARCH_KEY, { isOn: hasShortcut }, () => {
    onReveal?.()
    fieldRef.current?.focus()
    fieldRef.current?.select()
  })
  useFieldFollows(fieldRef, { kind, ticker }, reset)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('ticker')
    if (typeof text !== 'string' || text.trim() === '') return
    reset()
    lead(searchTarget(kind, text), event.timeStamp)
  }
  return (
    <form
      className={classNames(styles.form, look === 'large' && styles.large)}
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
          aria-keyshortcuts={hasShortcut ? SEARCH_KEY : undefined}
          ref={fieldRef}
          onFocus={load}
        />
        {hasShortcut && <kbd className={styles.key}>{SEARCH_KEY}</kbd>}
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
          offersRecent={look === 'compact'}
          inputRef={fieldRef}
          onChoose={(target) => {
            reset()
            lead(target)
          }}
        />
      )}
    </form>
  )
}

interface LoadedSuggestions {
  readonly Component: ComponentType<ComponentProps<typeof SearchSuggestions>>
  readonly typedFirst: string | undefined
  /** Suggestions of another place know nothing of what was typed before. */
  readonly place: number
}

/** @returns nothing until they are loaded; where they cannot be, the search does without */
function useSuggestions(
  fieldRef: { readonly current: HTMLInputElement | null },
  ticker: string | undefined,
): { suggestions: LoadedSuggestions | undefined; load: () => void; reset: () => void } {
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
        // At once, so that no letter is typed between this look at the field and theirs.
        flushSync(() => setSuggestions({ Component, typedFirst, place: 0 }))
      } catch (error) {
        isAsked.current = false
        logFailure('Failed to load suggestions', error)
      }
    }
    void loadNow()
  }, [fieldRef, ticker])
  // Somebody who types before the scripts are there gave the field the focus before anything could hear of it.
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
