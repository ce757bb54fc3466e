import { once } from 'node:events'
import type { Writable } from 'node:stream'

import { AppError } from '../lib/errors.ts'

/** Whoever read a command's output has gone, or its file takes no more. */
export class OutputClosedError extends AppError {
  override readonly name = 'OutputClosedError'

  constructor(cause?: unknown) {
    super('internal', 'The output was closed before its end.', { cause })
  }
}

/** Resolves when what was written has room again; at once while it has.
 *  @throws OutputClosedError when it will never have */
export async function waitUntilDrained(stream: Writable): Promise<void> {
  if (stream.writableNeedDrain && !stream.destroyed) {
    const settled = new AbortController()
    const { signal } = settled
    try {
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
    } catch (error) {
      throw new OutputClosedError(error)
    } finally {
      settled.abort()
    }
  }
  if (stream.destroyed) throw new OutputClosedError(stream.errored ?? undefined)
}
