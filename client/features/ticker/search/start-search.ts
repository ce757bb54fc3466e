import { createStoredValue } from '../../../lib/stored-value.ts'

/** The key that leads to the search field. */
export const SEARCH_KEY = '/'

/** Whether the key is on; stored only if somebody has turned it off. */
export const searchShortcut = createStoredValue<boolean>({
  key: 'search-shortcut:1',
  initial: true,
  parse: (json) => (typeof json === 'boolean' ? json : undefined),
})

const TEXT_ENTRY = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Makes the key "/" focus the search field in the header.
 *  @returns a function that ends this */
export function startSearch(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const field = document.querySelector<HTMLInputElement>('form[role=search] input[name=ticker]')
  if (!field) return () => stop.abort()

  // Not while somebody types or a dialog is open. Shift is allowed: many keyboards need it for this key.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== SEARCH_KEY || !searchShortcut.get()) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (event.target instanceof Element && event.target.closest(`${TEXT_ENTRY}, dialog`)) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  // It must be possible to turn off a single-key shortcut (WCAG 2.1.4); then it is not shown.
  const tell = () => {
    const isOn = searchShortcut.get()
    document.documentElement.toggleAttribute('data-search-key', isOn)
    if (isOn) field.setAttribute('aria-keyshortcuts', SEARCH_KEY)
    else field.removeAttribute('aria-keyshortcuts')
  }
  document.addEventListener('keydown', onKeyDown, { signal })
  signal.addEventListener('abort', searchShortcut.subscribe(tell))
  tell()
  return () => stop.abort()
}
