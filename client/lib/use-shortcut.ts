import { useEffect, useRef } from 'react'

const TEXT_ENTRY = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Runs `onPress` when a key is pressed anywhere on the page, but not while somebody types or a dialog is open.
 *  Shift is let through: on many keyboards it is how the key is reached.
 *  @param key  as in KeyboardEvent.key
 *  @param isOn  a single key as a shortcut must be one that can be switched off (WCAG 2.1.4) */
export function useShortcut(key: string, { isOn }: { isOn: boolean }, onPress: () => void): void {
  const onPressRef = useRef(onPress)
  useEffect(() => {
    onPressRef.current = onPress
  }, [onPress])
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(`${TEXT_ENTRY}, dialog`)) return
      event.preventDefault()
      onPressRef.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key, isOn])
}
