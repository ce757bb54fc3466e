import {
  type ConsentChoice,
  forgetWithoutConsent,
  mayKeepTickers,
  readChoice,
  refusesTracking,
} from '../../lib/consent.ts'
import { sendJson } from '../../lib/send-json.ts'

/** Asks once whether visits may be counted and recent tickers kept, does so only after a yes, and lets the visitor change the
 *  answer from the footer.
 *  @returns a function that ends this */
export function startConsent(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const banner = document.getElementById('cookie-choices')
  const words = banner?.querySelector('[data-consent=words]')
  const buttonFor = (name: string) => banner?.querySelector<HTMLElement>(`[data-consent=${name}]`)
  const decline = buttonFor('refused')
  const accept = buttonFor('accepted')
  const closer = buttonFor('close')
  if (!banner || !words || !decline || !accept || !closer) return () => stop.abort()

  let choice = readChoice()
  let hasFailed = false
  /** The element that reopened the banner, which gets the focus back. */
  let openedBy: HTMLElement | undefined
  let stopCounting: (() => void) | undefined

  /** Whether it may be closed after a failure: a refusal applies in this browser even if the server did not get it. */
  const mayGiveUp = () => hasFailed && choice === 'refused'
  const draw = () => {
    const isRefusedByBrowser = refusesTracking()
    const hadFocus = banner.contains(document.activeElement)
    words.textContent = hasFailed
      ? 'That was not saved. Please try again.'
      : describeChoice(choice, isRefusedByBrowser)
    decline.hidden = isRefusedByBrowser && !hasFailed && choice !== 'accepted'
    accept.hidden = isRefusedByBrowser
    closer.hidden = !isRefusedByBrowser && !mayGiveUp()
    banner.hidden = !openedBy && !hasFailed && (choice !== undefined || isRefusedByBrowser)
    if (banner.hidden && hadFocus) document.querySelector('main')?.focus({ preventScroll: true })
    if (choice === 'accepted' && !isRefusedByBrowser) {
      stopCounting ??= countVisits()
    } else {
      stopCounting?.()
      stopCounting = undefined
    }
    forgetWithoutConsent()
  }
  const close = () => {
    const opener = openedBy
    openedBy = undefined
    hasFailed = false
    draw()
    opener?.focus()
  }
  const choose = async (next: ConsentChoice) => {
    if (next === 'refused') {
      refuseAtOnce()
      choice = next
      draw()
    }
    if ((await sendJson('PUT', '/api/consent', { choice: next }))?.ok) {
      choice = next
      close()
    } else {
      hasFailed = true
      draw()
    }
  }

  const onClick = ({ target }: Event) => {
    const opener = target instanceof Element && target.closest<HTMLElement>('[aria-controls=cookie-choices]')
    if (!opener) return
    openedBy = opener
    draw()
    // If a visitor reopened the banner, the focus moves into it.
    banner.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && (openedBy || mayGiveUp())) close()
  }
  // The answer may have been given on another page: in another tab, or after this one, which the back button restores.
  const followOthers = () => {
    if (document.visibilityState === 'hidden') return
    choice = readChoice() ?? choice
    draw()
  }
  decline.addEventListener('click', () => void choose('refused'), { signal })
  accept.addEventListener('click', () => void choose('accepted'), { signal })
  closer.addEventListener('click', close, { signal })
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  window.addEventListener('pageshow', followOthers, { signal })
  document.addEventListener('visibilitychange', followOthers, { signal })
  draw()
  return () => {
    stop.abort()
    stopCounting?.()
  }
}

function describeChoice(choice: ConsentChoice | undefined, isRefusedByBrowser: boolean): string {
  if (isRefusedByBrowser && choice === 'accepted') {
    return 'Your browser asks sites not to track you, so your visits are not counted any more. "Decline cookies" deletes those counted before, and the cookie.'
  }
  if (isRefusedByBrowser) {
    return 'Your browser asks sites not to track you. So no visit of yours is counted here, no recent tickers kept, and no cookie set.'
  }
  if (choice === 'accepted') {
    return mayKeepTickers()
      ? 'You accepted: a cookie counts your visits, and your browser keeps recent tickers.'
      : 'You accepted: a cookie counts your visits. Accept again to have your browser keep recent tickers, too.'
  }
  if (choice === 'refused')
    return 'You declined: no visit of yours is counted, and no recent tickers are kept.'
  // Longer words would cover more of a narrow phone than the page leaves free below.
  return 'May a cookie count and time visits, and your browser keep recent tickers?'
}

/** Reports this page and how long it was visible, when the reader moves on, closes it or puts it in the background. A page
 *  that returns to the foreground is reported as resumed, so that it counts once. Reports the path only, never the query.
 *  @returns a function that reports what was seen so far, and stops */
function countVisits(): () => void {
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
  const onVisibilityChange = () => (document.visibilityState === 'hidden' ? report() : resume())
  const onPageHide = () => {
    report()
    // If the back button brings the page back, that is a new view.
    isResumed = false
  }
  resume()
  const { signal } = stop
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('pagehide', onPageHide, { signal })
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

/** A "no" takes effect at once, in every tab, whether or not the server can be reached. The server's answer renews the cookie for
 *  its full lifetime. */
function refuseAtOnce(): void {
  const attributes = 'path=/; max-age=86400; samesite=lax'
  document.cookie =
    location.protocol === 'https:'
      ? `__Host-cookie_choice=refused; ${attributes}; secure`
      : `cookie_choice=refused; ${attributes}`
}
