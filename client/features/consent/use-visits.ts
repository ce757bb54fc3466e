import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** While `isOn`, reports each page that was read and for how long: when the reader goes on to another one, closes the
 *  page or puts it into the background. Paths alone, never what stands after a question mark. */
export function useVisits({ isOn }: { isOn: boolean }): void {
  const { pathname } = useLocation()
  // Where the visitor came from belongs to the first page alone.
  const referrer = useRef<string>(undefined)

  useEffect(() => {
    if (!isOn) return undefined
    let shownAt = document.visibilityState === 'visible' ? performance.now() : undefined
    const report = () => {
      if (shownAt === undefined) return
      const seconds = Math.round((performance.now() - shownAt) / 1000)
      shownAt = undefined
      const isFirst = referrer.current === undefined
      referrer.current ??= document.referrer
      const visit = { path: pathname, seconds, referrer: isFirst ? referrer.current : '' }
      navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(visit)], { type: 'application/json' }))
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') report()
      else shownAt = performance.now()
    }
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', report)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', report)
      report()
    }
  }, [isOn, pathname])
}
