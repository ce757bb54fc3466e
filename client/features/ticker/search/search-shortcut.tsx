import { createStoredValue, useStoredValue } from '../../../lib/stored-value.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { classNames } from '../../../ui/primitives.tsx'
import styles from './search-shortcut.module.css'

/** The key that leads to the search field. */
export const SEARCH_KEY = '/'

/** Whether the key is on; kept only where somebody has switched it off. */
export const searchShortcut = createStoredValue<boolean>({
  key: 'search-shortcut:1',
  initial: true,
  parse: (json) => (typeof json === 'boolean' ? json : undefined),
})

/** Tells of the search key and switches it off and on: a spoken or stray character can trigger a shortcut of one key.
 *  It keeps its place before the scripts are here, unseen: without them there is no shortcut. */
export function SearchShortcutSwitch() {
  const isHydrated = useHydrated()
  const isOn = useStoredValue(searchShortcut)
  return (
    <p className={classNames(styles.shortcut, !isHydrated && styles.unseen)}>
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
