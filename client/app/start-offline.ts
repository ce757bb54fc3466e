const OFFLINE = 'You are offline. Nothing is lost: try again once you are connected.'
/** The gap between the note and what was pressed, and between the note and the edge of the screen, in pixels. */
const GAP = 8

/** While the device is offline, pressing a link or submitting a form of this site leaves the page as it is, with what was typed
 *  and the focus, and shows a note beside it: otherwise the browser would replace the page with its own error. Scripts that
 *  have handled the event already give their own explanation.
 *  @returns a function that ends this */
export function startOffline(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let note: HTMLElement | undefined
  const forget = () => {
    note?.remove()
    note = undefined
  }
  const hold = (event: Event, pressed: Element) => {
    event.preventDefault()
    forget()
    note = showNote(pressed)
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    const action = event.submitter?.getAttribute('formaction') ?? form.getAttribute('action')
    if (navigator.onLine || !isOurs(new URL(action ?? '', window.location.href))) return
    // Neither an island that waits to hydrate nor its component may handle the event.
    event.stopImmediatePropagation()
    hold(event, event.submitter ?? form)
  }
  const onClick = (event: MouseEvent) => {
    if (navigator.onLine || event.defaultPrevented) return
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link) return
    const target = new URL(link.href)
    if (isOurs(target) && !isOnThisPage(target, link)) hold(event, link)
  }
  const onLeave = (event: CustomEvent) => {
    if (!navigator.onLine && event.target instanceof Element) hold(event, event.target)
  }
  // Runs before every other listener for forms, and after the components' listeners for links.
  document.addEventListener('submit', onSubmit, { capture: true, signal })
  document.addEventListener('site:leave', onLeave, { capture: true, signal })
  window.addEventListener('click', onClick, { signal })
  window.addEventListener('online', forget, { signal })
  signal.addEventListener('abort', forget)
  return () => stop.abort()
}

const isOurs = ({ origin }: URL) => origin === window.location.origin

/** An empty href requests the page itself again. */
const isOnThisPage = ({ hash, pathname, search }: URL, link: HTMLAnchorElement) =>
  (hash !== '' || link.getAttribute('href')?.endsWith('#') === true) &&
  pathname === window.location.pathname &&
  search === window.location.search

/** Puts the note below what was pressed, or above it near the lower edge of the screen; inside the dialog if it is in one. */
function showNote(pressed: Element): HTMLElement {
  const note = document.createElement('p')
  note.className = 'offline-note'
  note.setAttribute('role', 'alert')
  note.textContent = OFFLINE
  ;(pressed.closest('dialog') ?? document.body).append(note)
  const at = pressed.getBoundingClientRect()
  const { top, left, width, height } = note.getBoundingClientRect()
  const isRoom = at.bottom + GAP + height <= window.innerHeight
  const wantedTop = isRoom ? at.bottom + GAP : at.top - GAP - height
  const wantedLeft = Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP))
  note.style.translate = `${wantedLeft - left}px ${wantedTop - top}px`
  return note
}
