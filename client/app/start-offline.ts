const OFFLINE = 'You are offline. Nothing is lost: try again once you are connected.'
/** Between the note and what was pressed, and between it and the edge of the screen, in pixels. */
const GAP = 8

/** While the device is offline, a press of a link or a form of this site leaves the page as it is, with what was typed and
 *  the focus, and says why beside it: otherwise the browser would replace the page with its own error. Whatever a script
 *  has handled by then explains itself.
 *  @returns ends that */
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
    // Neither an island that waits to hydrate nor its component may take it.
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
  // Before every other listener for forms, and after those of components for links.
  document.addEventListener('submit', onSubmit, { capture: true, signal })
  document.addEventListener('site:leave', onLeave, { capture: true, signal })
  window.addEventListener('click', onClick, { signal })
  window.addEventListener('online', forget, { signal })
  signal.addEventListener('abort', forget)
  return () => stop.abort()
}

const isOurs = ({ origin }: URL) => origin === window.location.origin

/** An empty href is the page itself, requested again. */
const isOnThisPage = ({ hash, pathname, search }: URL, link: HTMLAnchorElement) =>
  (hash !== '' || link.getAttribute('href')?.endsWith('#') === true) &&
  pathname === window.location.pathname &&
  search === window.location.search

/** Puts the note below what was pressed, or above it at the lower edge of the screen, within its dialog if it is in one. */
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
