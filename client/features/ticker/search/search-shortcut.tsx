import { useHydrated, useStoredValue } from '../../../lib/use-browser.ts'
import { classNames, looks } from '../../../ui/primitives.tsx'
import { SEARCH_KEY, searchShortcut } from './start-search.ts'
import styles from './search-shortcut.module.css'

/** Shows the search key and turns it on and off, since a spoken or stray character can trigger a single-key shortcut. It is hidden,
 *  with its place reserved, until scripts have loaded: without them there is no shortcut. */
export function SearchShortcutSwitch() {
  const isHydrated = useHydrated()
  const isOn = useStoredValue(searchShortcut)
  return (
    <p className={classNames(styles.shortcut, !isHydrated && looks.unseen)}>
      <span>
        The key <kbd>{SEARCH_KEY}</kbd> {isOn ? 'leads to the search field.' : 'is off.'}
      </span>
      <button
        type="button"
        aria-label={`${isOn ? 'Turn off' : 'Turn on'} the search key`}
        onClick={() => searchShortcut.set(isOn ? false : undefined)}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </button>
    </p>
  )
}
