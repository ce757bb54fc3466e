import type { CommandOutput } from './handover.ts'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { AppError } from '../lib/errors.ts'

interface ProcessStreams {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** A process's own output. A pipe that is closed early, as by `| head`, and a full disk end the command instead of
 *  crashing it. */
export function createProcessOutput({
  stdout,
  stderr,
}: ProcessStreams): CommandOutput & { hasFailed(): boolean } {
  let failure: Error | undefined
  stdout.on('error', (error) => {
    if (failure === undefined && 'code' in error && error.code !== 'EPIPE') {
      stderr.write(`The output cannot be written: ${error.message}\n`)
    }
    failure ??= error
    process.exitCode = 1
  })
  // A command continues even if it cannot print words for people.
  stderr.on('error', () => undefined)
  return {
    write(text) {
      if (failure === undefined) stdout.write(text)
    },
    writeError: (text) => void stderr.write(text),
    isTerminal: stderr.isTTY,
    async caughtUp() {
      await waitUntilDrained(stdout)
      if (failure !== undefined) throw new OutputClosedError(failure)
    },
    hasFailed: () => failure !== undefined,
  }
}

/** The reader of a command's output has gone, or its file is full. */
export class OutputClosedError extends AppError {
  override readonly name = 'OutputClosedError'

  constructor(cause?: unknown) {
    super('internal', 'The output was closed before its end.', { cause })
  }
}

/** Resolves when there is room to write again; immediately if there is.
 *  @throws OutputClosedError if there never will be */
export async function waitUntilDrained(stream: Writable): Promise<void> {
  if (stream.writableNeedDrain && !stream.destroyed) {
    const ended = new AbortController()
    const { signal } = ended
    try {
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
    } catch (error) {
      throw new OutputClosedError(error)
    } finally {
      ended.abort()
    }
  }
  if (stream.destroyed) throw new OutputClosedError(stream.errored ?? undefined)
}

/** Runs work that Ctrl-C, SIGTERM and a lost terminal (SIGHUP) end in good order through its signal. A second Ctrl-C or SIGTERM ends
 *  the process at once; not so a second SIGHUP, since the shell and the system may send one each. */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGHUP', stop)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    return await work(stopping.signal)
  } finally {
    // A server runs many commands, so the listeners must not pile up.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop)
  }
}
