import { sendJson } from '../../lib/send-json.ts'
import { readChoice, refuseAtOnce, refusesTracking, type ConsentChoice } from './consent-choice.ts'
import { countVisits } from './count-visits.ts'

/** Asks once whether visits may be counted, counts them after a yes, and lets the visitor change the answer from the footer.
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

  const draw = () => {
    const isRefusedByBrowser = refusesTracking()
    words.textContent = hasFailed
      ? 'That was not saved. Please try again.'
      : sayChoice(choice, isRefusedByBrowser)
    decline.hidden = isRefusedByBrowser && !hasFailed && choice !== 'accepted'
    accept.hidden = isRefusedByBrowser
    closer.hidden = !isRefusedByBrowser
    banner.hidden = !openedBy && !hasFailed && (choice !== undefined || isRefusedByBrowser)
    if (choice === 'accepted' && !isRefusedByBrowser) {
      stopCounting ??= countVisits()
    } else {
      stopCounting?.()
      stopCounting = undefined
    }
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
    if (await sendJson('PUT', '/api/consent', { choice: next })) {
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
    if (key === 'Escape' && openedBy) close()
  }
  // A page that the back button restores may have been left before the answer.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    choice = readChoice()
    draw()
  }
  decline.addEventListener('click', () => void choose('refused'), { signal })
  accept.addEventListener('click', () => void choose('accepted'), { signal })
  closer.addEventListener('click', close, { signal })
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  window.addEventListener('pageshow', onPageShow, { signal })
  draw()
  return () => {
    stop.abort()
    stopCounting?.()
  }
}

function sayChoice(choice: ConsentChoice | undefined, isRefusedByBrowser: boolean): string {
  if (isRefusedByBrowser && choice === 'accepted') {
    return 'Your browser asks sites not to track you, so your visits are not counted any more. "Decline cookies" deletes those counted before, and the cookie.'
  }
  if (isRefusedByBrowser) {
    return 'Your browser asks sites not to track you. So no visit of yours is counted here, and no cookie is set.'
  }
  if (choice === 'accepted') return 'You accepted: one cookie counts your visits.'
  if (choice === 'refused') return 'You declined: no visit of yours is counted.'
  return 'May one cookie count which pages you read, and how long?'
}
