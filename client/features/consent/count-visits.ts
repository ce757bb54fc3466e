import { readChoice } from './consent-choice.ts'

/** Reports this page and how long it was visible, when the reader moves on, closes it or puts it in the background. A page
 *  that returns to the foreground is reported as resumed, so that it counts once. Reports the path only, never the query.
 *  @returns a function that reports what was seen so far, and stops */
export function countVisits(): () => void {
  const stop = new AbortController()
  let shownAt: number | undefined
  let isResumed = false
  // Where the visitor came from belongs to the first view only.
  let referrer = findReferrer()

  const resume = () => {
    if (document.visibilityState === 'visible') shownAt ??= performance.now()
  }
  const report = () => {
    if (shownAt === undefined) return
    const seconds = Math.round((performance.now() - shownAt) / 1000)
    shownAt = undefined
    // The visitor may have changed the answer since, possibly in another tab.
    if (readChoice() !== 'accepted') return
    const visit = { path: location.pathname, seconds, referrer, isResumed }
    navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(visit)], { type: 'application/json' }))
    referrer = ''
    isResumed = true
  }
  resume()
  const { signal } = stop
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') report()
      else resume()
    },
    { signal },
  )
  window.addEventListener(
    'pagehide',
    () => {
      report()
      // If the back button brings the page back, that is a new view.
      isResumed = false
    },
    { signal },
  )
  window.addEventListener('pageshow', resume, { signal })
  return () => {
    stop.abort()
    report()
  }
}

/** @returns scheme and host of the page whose link was followed, without its search terms; '' if there is none, for our own
 *  pages, and for a reloaded page */
function findReferrer(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.referrer === '' || (navigation && navigation.type !== 'navigate')) return ''
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? '' : origin
}
