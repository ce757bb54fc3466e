import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

const subscribeToNothing = () => () => undefined

/** @returns false on the server and while the browser takes its page over, true from then on: for what only a browser knows */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const subscribeToConnection = (notify: () => void) => {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** @returns true while the browser knows that it has no connection: then a failure is neither ours nor a source's */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  )
}

/** For pages that mailed links lead to: once their work is done the address loses its query, which names a person, and the
 *  entry in the browser's history remembers that it was done, for those who come back to it or reload.
 *  `wasDone` is for use after hydration only: the server does not know it. */
export function useDoneMark(): { wasDone: boolean; markDone: () => void } {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const [wasDone] = useState(() => (state as { isDone?: boolean } | null)?.isDone === true)
  const markDone = useCallback(() => {
    void navigate(pathname, { replace: true, preventScrollReset: true, state: { isDone: true } })
  }, [navigate, pathname])
  return { wasDone, markDone }
}
