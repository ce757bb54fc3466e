import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { readChoice } from './consent-choice.ts'

/** The key that React Router gives to the page with which a document begins. */
const FIRST_KEY = 'default'

/** While `isOn`, reports each page that was read and for how long it was seen: when the reader goes on to another one,
 *  closes the page or puts it into the background. One that comes back to the front is reported as resumed, so that it
 *  counts once. Paths alone, never what stands after a question mark. */
export function useVisits({ isOn }: { isOn: boolean }): void {
  const { pathname, key } = useLocation()
  const [firstPath] = useState(() => (key === FIRST_KEY ? pathname : undefined))
  // Where the visitor came from belongs to the first page alone.
  const isReferrerDue = useRef(true)

  useEffect(() => {
    if (pathname !== firstPath) isReferrerDue.current = false
    if (!isOn) return undefined
    let shownAt: number | undefined
    let isResumed = false
    const resume = () => {
      if (document.visibilityState === 'visible') shownAt ??= performance.now()
    }
    const report = () => {
      if (shownAt === undefined) return
      const seconds = Math.round((performance.now() - shownAt) / 1000)
      shownAt = undefined
      // The answer may have been changed since, in another tab too.
      if (readChoice() !== 'accepted') return
      const referrer = isReferrerDue.current ? findReferrer() : ''
      const visit = { path: pathname, seconds, referrer, isResumed }
      navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(visit)], { type: 'application/json' }))
      isReferrerDue.current = false
      isResumed = true
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') report()
      else resume()
    }
    const onPageHide = () => {
      report()
      // If the back button brings the page back, that is a new view.
      isResumed = false
    }
    resume()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('pageshow', resume)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('pageshow', resume)
      report()
    }
  }, [isOn, pathname, firstPath])
}

/** @returns scheme and host of the page whose link was followed: what was searched for there stays in the browser; ''
 *  where there is none, for a page of ours, and for a page that was loaded again */
function findReferrer(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.referrer === '' || (navigation && navigation.type !== 'navigate')) return ''
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? '' : origin
}
