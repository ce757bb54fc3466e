/** The specified message for a part of the site that failed to load. */
export const CHUNK_FAILED_MESSAGE = 'Loading chunk failed'
const CHUNK_TIMEOUT_MS = 120_000

class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Waits for a part of the site that loads on demand.
 *  @throws ChunkLoadError when it fails or takes longer than two minutes */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(CHUNK_FAILED_MESSAGE, { cause: 'time-out' })),
      CHUNK_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error
    throw new ChunkLoadError(CHUNK_FAILED_MESSAGE, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Says above the page, which stays as the server rendered it, that its scripts failed to load, with a way to try again. */
export function reportFailedStart(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log there is
  console.error(error)
  const bar = document.createElement('p')
  bar.className = 'failed-start'
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
