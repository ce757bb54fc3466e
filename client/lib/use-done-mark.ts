import { useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

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
