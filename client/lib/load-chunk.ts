/** The specified report of a part of the site that did not come. */
export const CHUNK_FAILED_MESSAGE = 'Loading chunk failed'
const CHUNK_TIMEOUT_MS = 120_000

export class ChunkLoadError extends Error {
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
