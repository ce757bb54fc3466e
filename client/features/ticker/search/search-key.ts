import { createStoredValue } from '../../../lib/stored-value.ts'

/** The key that leads to the search field. */
export const SEARCH_KEY = '/'

/** Whether the key is on; stored only if somebody has switched it off. */
export const searchShortcut = createStoredValue<boolean>({
  key: 'search-shortcut:1',
  initial: true,
  parse: (json) => (typeof json === 'boolean' ? json : undefined),
})
