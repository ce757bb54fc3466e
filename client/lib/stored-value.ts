/** A value that this browser stores. If the browser refuses, the value lasts as long as the page. */
export interface StoredValue<Value> {
  /** The current value; the same object until it changes. */
  get: () => Value
  /** @param value  undefined removes the stored value */
  set: (value: Value | undefined) => void
  subscribe: (onChange: () => void) => () => void
  /** The value on the server, and before anything was stored. */
  initial: Value
}

/** @param key  its name in the browser's storage, including the version of its format
 *  @param parse  reads the JSON value, which anyone may have written; undefined if it is useless */
export function createStoredValue<Value>({
  key,
  initial,
  parse,
}: {
  key: string
  initial: Value
  parse: (json: unknown) => Value | undefined
}): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let unkept: { text: string | null } | undefined
  let last: { text: string | null; value: Value } | undefined

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    unkept = undefined
    notify()
  }
  return {
    initial,
    get() {
      const { text } = unkept ?? { text: readText(key) }
      if (last?.text !== text) last = { text, value: parseText(text, parse) ?? initial }
      return last?.value ?? initial
    },
    set(value) {
      const text = value === undefined ? null : JSON.stringify(value)
      unkept = writeText(key, text) ? undefined : { text }
      notify()
    },
    subscribe(onChange) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(onChange)
      return () => {
        listeners.delete(onChange)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // The visitor has turned storage off, so nothing is stored.
    return null
  }
}

/** @returns whether the browser stored it */
function writeText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    // Storage is turned off, or full.
    return false
  }
}

function parseText<Value>(
  text: string | null,
  parse: (json: unknown) => Value | undefined,
): Value | undefined {
  if (text === null) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    // We did not write this, so it is ignored.
    return undefined
  }
}
