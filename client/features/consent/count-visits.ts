import { readChoice } from './consent-choice.ts'

/** Reports this page and for how long it was seen: when the reader goes on, closes it or puts it into the background. One
 *  that comes back to the front is reported as resumed, so that it counts once. Its path alone, never what stands after a
 *  question mark.
 *  @returns reports what was seen up to then, and stops */
export function countVisits(): () => void {
  const stop = new AbortController()
  let shownAt: number | undefined
  let isResumed = false
  // Where the visitor came from belongs to the first view alone.
  let referrer = findReferrer()

  const resume = () => {
    if (document.visibilityState === 'visible') shownAt ??= performance.now()
  }
  const report = () => {
    if (shownAt === undefined) return
    const seconds = Math.round((performance.now() - shownAt) / 1000)
    shownAt = undefined
    // The answer may have been changed since, in another tab too.
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

/** @returns scheme and host of the page whose link was followed: what was searched for there stays in the browser; ''
 *  where there is none, for a page of ours, and for a page that was loaded again */
function findReferrer(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.referrer === '' || (navigation && navigation.type !== 'navigate')) return ''
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? '' : origin
}
