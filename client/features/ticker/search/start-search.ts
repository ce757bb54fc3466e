import { SEARCH_KEY, searchShortcut } from './search-key.ts'

const TEXT_ENTRY = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Makes the key "/" lead to the page's search field, and a press on the header's sign open it where it is folded.
 *  @returns ends that */
export function startSearch(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const field = document.querySelector<HTMLInputElement>('form[role=search] input[name=ticker]')
  const opener = document.querySelector<HTMLElement>('[aria-controls=header-search]')
  if (!field) return () => stop.abort()

  const setOpen = (isOpen: boolean) => {
    opener?.setAttribute('aria-expanded', String(isOpen))
    document.getElementById('header-search')?.toggleAttribute('data-open', isOpen)
  }
  const onPress = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const isOpen = opener?.getAttribute('aria-expanded') !== 'true'
    setOpen(isOpen)
    // With the press: a phone shows its keyboard for no other focus.
    if (isOpen) field.focus()
  }
  // Not while somebody types or a dialog is open. Shift is let through: on many keyboards it is how the key is reached.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== SEARCH_KEY || !searchShortcut.get()) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (event.target instanceof Element && event.target.closest(`${TEXT_ENTRY}, dialog`)) return
    event.preventDefault()
    if (opener) setOpen(true)
    field.focus()
    field.select()
  }
  // A single key as a shortcut must be one that can be switched off (WCAG 2.1.4), and then is not told of.
  const tell = () => {
    const isOn = searchShortcut.get()
    document.documentElement.toggleAttribute('data-search-key', isOn)
    if (isOn) field.setAttribute('aria-keyshortcuts', SEARCH_KEY)
    else field.removeAttribute('aria-keyshortcuts')
  }
  opener?.addEventListener('click', onPress, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  signal.addEventListener('abort', searchShortcut.subscribe(tell))
  tell()
  return () => stop.abort()
}
