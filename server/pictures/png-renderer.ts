import { Worker } from 'node:worker_threads'

import { AppError } from '../errors.ts'
import type { RenderedJob, RenderJob } from './render-worker.ts'

/** Each takes about a fifth of a second; who comes after these would wait too long. */
const MAX_WAITING = 20
const RENDER_TIMEOUT_MS = 15_000

interface WaitingJob {
  resolve(png: Buffer): void
  reject(reason: Error): void
  timer: NodeJS.Timeout
}

/** SVG to PNG, one at a time, in a thread that starts with the first one.
 *  @throws AppError 'not-ready' while too many wait; Error where it cannot be rendered */
export type RenderPng = (svg: string) => Promise<Buffer>

export function createPngRenderer(): RenderPng {
  const waiting = new Map<number, WaitingJob>()
  let worker: Worker | undefined
  let lastId = 0

  function startWorker(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    started.on('message', ({ id, png }: RenderedJob) => {
      settle(id, (job) => job.resolve(Buffer.from(png)))
    })
    started.on('error', (error) => giveUp(started, error))
    started.on('exit', () => giveUp(started, new Error('the thread that renders has ended')))
    return started
  }

  function settle(id: number, done: (job: WaitingJob) => void): void {
    const job = waiting.get(id)
    if (!job) return
    clearTimeout(job.timer)
    waiting.delete(id)
    // A thread with nothing to do keeps no process alive.
    if (waiting.size === 0) worker?.unref()
    done(job)
  }

  function giveUp(ended: Worker, cause: unknown): void {
    if (worker !== ended) return
    worker = undefined
    for (const id of waiting.keys()) {
      settle(id, (job) => job.reject(new Error('a picture could not be rendered', { cause })))
    }
  }

  return (svg) => {
    if (waiting.size >= MAX_WAITING) {
      return Promise.reject(
        new AppError('not-ready', 'Too many pictures are being drawn. Please try again in a few seconds.', {
          retryAfterSeconds: 5,
        }),
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const id = ++lastId
    const asked = (worker ??= startWorker())
    const timer = setTimeout(() => {
      giveUp(asked, new Error(`it took more than ${RENDER_TIMEOUT_MS} ms`))
      void asked.terminate()
    }, RENDER_TIMEOUT_MS)
    waiting.set(id, { resolve, reject, timer })
    asked.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    asked.postMessage({ id, svg } satisfies RenderJob)
    return promise
  }
}
