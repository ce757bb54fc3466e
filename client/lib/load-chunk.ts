/** The specified message for a part of the site that failed to load. */
export const CHUNK_FAILED_MESSAGE = 'Loading chunk failed'
const CHUNK_TIMEOUT_MS = 120_000

class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Loads a part of the site on demand. While the device is offline it is not requested, since a browser may remember a failed
 *  import. It is requested, or requested again, once the device is back online.
 *  @throws ChunkLoadError if it fails or takes longer than two minutes while the device is online */
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

// Outside browsers, as in tests, `onLine` is missing.
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

/** Whether the page already says that a part of it failed to load. One message, with one way to try again, is enough for all
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

/** Reports a failure that is not shown to the visitor; as specified, only to the browser's console. */
export function logFailure(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- a browser has no other log
  console.error(message, cause)
}
