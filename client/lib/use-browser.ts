import { useCallback, useState, useSyncExternalStore } from 'react'

import type { StoredValue } from './stored-value.ts'

const subscribeToNothing = () => () => undefined

/** @returns false on the server and during hydration, true afterward; for values that only a browser knows */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/** The value: `initial` until hydration, then updated after each change, including changes in other tabs. */
export function useStoredValue<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get, () => stored.initial)
}

const subscribeToConnection = (notify: () => void) => {
  const stop = new AbortController()
  for (const name of ['online', 'offline']) window.addEventListener(name, notify, { signal: stop.signal })
  return () => stop.abort()
}

/** @returns true while the browser knows that it is offline, when a failure is neither ours nor a source's */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  )
}

/** Added to the message of a form that failed while the device was offline. */
export const NOTHING_SENT = 'You are offline: nothing was sent.'

/** @returns the query that the page's address had at first; empty on the server, whose page is the same for everyone, so do not
 *  render it before hydration */
export function useFirstQuery(): URLSearchParams {
  const [query] = useState(
    () => new URLSearchParams(typeof window === 'undefined' ? '' : window.location.search),
  )
  return query
}

/** For pages that mailed links lead to. Once their work is done, the query, which names a person, is removed from the address,
 *  and the browser's history entry remembers that it was done, for visitors who return or reload. Use `wasDone` only after
 *  hydration: the server does not know it. */
export function useDoneMark(): { wasDone: boolean; markDone: () => void } {
  const [wasDone] = useState(
    () =>
      typeof window !== 'undefined' && (window.history.state as { isDone?: boolean } | null)?.isDone === true,
  )
  const markDone = useCallback(() => {
    window.history.replaceState({ isDone: true }, '', window.location.pathname)
  }, [])
  return { wasDone, markDone }
}
