import { parentPort, workerData } from 'node:worker_threads'

import { parse } from 'yaml'

/** What the thread answers, once. */
export type YamlAnswer = { value: unknown } | { reason: string }

function read(text: string): YamlAnswer {
  try {
    return {
      value: parse(text, {
        // Everything stays text: a state that reads "NO" is no falsehood, a number '00172' no 172.
        schema: 'failsafe',
        maxAliasCount: 0,
        logLevel: 'error',
        prettyErrors: false,
      }),
    }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(read(String(workerData)))
