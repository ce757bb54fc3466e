import { setPriority } from 'node:os'

import type { Deps } from '../deps.ts'
import { prepareLoading } from '../lib/prepare-loading.ts'
import type { ApartMessage, ApartOrder } from './run-apart.ts'

// Does one piece of long work for the server that started it, with the same settings, and ends. It also ends with that server.

/** The niceness of this process: readers come first when both want the same core. */
const PRIORITY = 10
const STOPS_WITHIN_MS = 8_000

setPriority(PRIORITY)
prepareLoading()
const stopping = new AbortController()
const stop = () => {
  stopping.abort()
  setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('SIGHUP', stop)
process.on('disconnect', stop)
const ordered = new Promise<ApartOrder>((resolve) => process.once('message', resolve))

const { declareBuiltRuntime, loadConfig } = await import('../config/config.ts')
const { createDeps } = await import('../deps.ts')
const { packError } = await import('./packed-error.ts')

let deps: Deps | undefined
try {
  const config = loadConfig()
  if (config.mode !== 'development') declareBuiltRuntime()
  deps = await createDeps(config)
  await say({ type: 'done', answer: await work(deps, await ordered) })
} catch (error) {
  await say({ type: 'failed', error: packError(error) })
} finally {
  await deps?.close()
  if (process.connected) process.disconnect()
}

function work({ newsletter, collect }: Deps, order: ApartOrder): Promise<unknown> {
  const { signal } = stopping
  if (order.task === 'collect') return collect(signal)
  const { asOf, ...how } = order.asked
  const onProgress = (line: string) => void say({ type: 'progress', line })
  return newsletter.buildAndStore(asOf, { ...how, onProgress, signal })
}

/** Sends a message to the server; if that has ended, nobody listens any more. */
function say(message: ApartMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })
}
