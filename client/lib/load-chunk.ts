/** The specified message for a part of the site that failed to load. */
export const CHUNK_FAILED_MESSAGE = 'Loading chunk failed'
const CHUNK_TIMEOUT_MS = 120_000

class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Waits for a part of the site that loads on demand. While the device is offline it is not requested: a browser may
 *  remember the failure of an import. It is requested, or requested again, once the device is back.
 *  @throws ChunkLoadError when it fails or takes longer than two minutes while the device is online */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  while (true) {
    if (isOffline())
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    try {
      return await loadInTime(load)
    } catch (error) {
      if (!isOffline()) throw error
    }
  }
}

// Outside browsers, as in tests, it is not known: `onLine` is missing there.
const isOffline = () => 'onLine' in navigator && !navigator.onLine

async function loadInTime<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, CHUNK_TIMEOUT_MS, 'time-out')
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw new ChunkLoadError(CHUNK_FAILED_MESSAGE, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the page says already that a part of it failed to load. Said once, with one way to try again, it is true of all
 *  parts. */
export const isChunkFailureShown = (): boolean => document.querySelector('[data-chunk-failed]') !== null

/** Says above the page, which stays as the server rendered it, that its scripts failed to load, with a way to try again. */
export function reportFailedStart(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log there is
  console.error(error)
  if (isChunkFailureShown()) return
  const bar = document.createElement('p')
  bar.className = 'failed-start'
  bar.dataset['chunkFailed'] = ''
  bar.setAttribute('role', 'alert')
  const again = document.createElement('a')
  again.href = window.location.href
  again.textContent = 'Try again'
  bar.append(`${CHUNK_FAILED_MESSAGE}. `, again)
  document.body.prepend(bar)
}

/** Reports a failure that the visitor is not shown: the specified way is the browser's console alone. */
export function logFailure(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- there is no other log in a browser
  console.error(message, cause)
}
