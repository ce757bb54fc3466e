/** Holds everything back while the server cannot be reached. One for all messages of a process: when the server is gone,
 *  a hundred recipients learn nothing that the first did not. */
export interface Circuit {
  /** True after a failure, until a message was answered: then only one is tried. */
  readonly isTrial: boolean
  /** @returns milliseconds to wait before the next trial, longer each time */
  trip(): number
  /** A server answered. */
  reset(): void
}

export function createCircuit(options: { pauseMs: number; maxPauseMs: number }): Circuit {
  let failures = 0
  return {
    get isTrial() {
      return failures > 0
    },
    trip() {
      failures += 1
      return Math.min(options.maxPauseMs, options.pauseMs * 2 ** (failures - 1))
    },
    reset() {
      failures = 0
    },
  }
}
