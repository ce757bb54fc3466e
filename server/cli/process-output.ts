import type { CommandOutput } from './handover.ts'
import { OutputClosedError, waitUntilDrained } from './wait-until-drained.ts'

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
  // Words for people that nobody reads are no reason to stop.
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
