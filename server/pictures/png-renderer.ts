import path from 'node:path'
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'

import { heldBytes } from '../http/compress.ts'
import { AppError } from '../lib/errors.ts'
import { currentAskers } from '../lib/askers.ts'
import { createFairQueue, type QueueFullError } from '../lib/fair-queue.ts'
import { createKeptOnce } from '../lib/once.ts'
import { afterWait } from '../lib/patience.ts'
import type { RenderedJob, RenderJob } from './render-worker.ts'

/** A picture takes about a fifth of a second, and a shared page attracts many requests at once. Beyond this queue, or this wait,
 *  "come back later" is better than waiting. */
const MAX_WAITING = 300
const QUEUE_TIMEOUT_MS = 20_000
/** Only a renderer that hangs takes this long, even on a very busy machine. */
const RENDER_TIMEOUT_MS = 60_000
const MAX_KEPT_BYTES = 16 * 1024 * 1024

/** Renders SVG to PNG. Caches pictures and draws each once for all concurrent requests; draws one at a time, taking turns
 *  between clients (see currentAskers).
 *  @throws AppError 'not-ready' if too many wait or one waits too long; Error if it cannot be rendered */
export type RenderPng = (svg: string) => Promise<Buffer>

/** @param draw  draws one picture at a time; default a separate thread */
export function createPngRenderer(draw: RenderPng = createRenderThread()): RenderPng {
  const queue = createFairQueue({
    places: 1,
    maxWaiting: MAX_WAITING,
    patienceMs: QUEUE_TIMEOUT_MS,
    describeFull: describeFullQueue,
  })
  const drawn = createKeptOnce({ maxSize: MAX_KEPT_BYTES, sizeOf: heldBytes })
  return (svg) => drawn(nameOf(svg), () => queue.run(currentAskers(), () => draw(svg)))
}

/** @returns 22 characters that identify the picture */
export const nameOf = (svg: string): string =>
  createHash('sha256').update(svg).digest('base64url').slice(0, 22)

const describeFullQueue = (cause: QueueFullError) =>
  new AppError('not-ready', 'Too many pictures are being drawn. Please try again in a few seconds.', {
    cause,
    retryAfterSeconds: 5,
  })

interface Job extends PromiseWithResolvers<Buffer> {
  readonly id: number
  readonly forget: () => void
}

/** Creates a thread that starts with the first picture and draws one at a time. */
function createRenderThread(): RenderPng {
  let worker: Worker | undefined
  let current: Job | undefined
  let lastId = 0

  function startWorker(): Worker {
    const started = new Worker(new URL(`render-worker${path.extname(import.meta.url)}`, import.meta.url))
    started.on('message', ({ id, png }: RenderedJob) => {
      if (current?.id === id) finish((job) => job.resolve(Buffer.from(png)))
    })
    started.on('error', (error) => giveUp(started, error))
    started.on('exit', () => giveUp(started, new Error('the thread that renders has ended')))
    return started
  }

  function finish(deliver: (job: Job) => void): void {
    if (current === undefined) return
    const job = current
    job.forget()
    current = undefined
    // An idle thread does not keep the process alive.
    worker?.unref()
    deliver(job)
  }

  /** Rejects the current picture; the next one gets a new thread. */
  function giveUp(ended: Worker, cause: unknown): void {
    if (worker !== ended) return
    worker = undefined
    finish((job) => job.reject(new Error('a picture could not be rendered', { cause })))
  }

  return (svg) => {
    const asked = (worker ??= startWorker())
    const forget = afterWait(RENDER_TIMEOUT_MS, () => {
      giveUp(asked, new Error(`it took more than ${RENDER_TIMEOUT_MS} ms`))
      void asked.terminate()
    })
    const job = { ...Promise.withResolvers<Buffer>(), id: ++lastId, forget }
    current = job
    asked.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    asked.postMessage({ id: job.id, svg } satisfies RenderJob)
    return job.promise
  }
}
