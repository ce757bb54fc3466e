import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** @returns false on the server and while the browser takes its page over, true from then on: for what only a browser knows */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
