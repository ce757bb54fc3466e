import { Worker } from 'node:worker_threads'

import type { YamlAnswer } from './yaml-worker.ts'

const LIMITS = { maxBytes: 8_000_000, timeoutMs: 30_000, maxMemoryMb: 512 }

/** Parses YAML in a thread of its own: a megabyte takes a second, and what never ends is ended. Every scalar is text.
 *  @returns lists, texts, and objects of them
 *  @throws TypeError when it is no whole YAML, is too large, has aliases (which can stand for gigabytes), or takes too long */
export async function parseYaml(
  bytes: Uint8Array,
  { maxBytes, timeoutMs, maxMemoryMb }: typeof LIMITS = LIMITS,
): Promise<unknown> {
  if (bytes.length > maxBytes) throw new TypeError(`it has more than ${maxBytes / 1_000_000} MB`)
  const text = new TextDecoder().decode(bytes)
  // A whole file ends with a line end; YAML that is cut off is often YAML still.
  if (!text.endsWith('\n')) throw new TypeError('it is cut off in the middle of a line')
  const worker = new Worker(new URL('yaml-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const fail = (reason: string) => reject(new TypeError(reason))
      timer = setTimeout(() => fail(`it took longer than ${timeoutMs / 1000} seconds to read`), timeoutMs)
      worker.once('message', (answer: YamlAnswer) => {
        if ('reason' in answer) fail(`it is no YAML that can be read: ${answer.reason}`)
        else resolve(answer.value)
      })
      worker.once('error', (error: unknown) =>
        fail(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`),
      )
      worker.once('exit', () => fail('the reader ended without an answer'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
