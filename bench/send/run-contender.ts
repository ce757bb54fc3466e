import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { MEMORY_FLAGS } from '../attacks/site.ts'
import type { Job } from './contender.ts'
import { next } from './sinks.ts'

/** The work of one process, measured from its first query to its last outcome. */
export interface Run {
  readonly submitted: number
  readonly seconds: number
  /** User and system time of all threads of the process; not of Postgres and the sink. */
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export interface StartedContender {
  /** Starts sending, and waits until it ends. */
  send(): Promise<Run>
  /** Starts sending without waiting, for a process that will be killed. */
  sendUnwatched(): void
  /** Ends it at once, by SIGKILL. */
  kill(): Promise<void>
}

/** Starts a contender in its own process.
 *  @returns once it has opened everything, before it begins */
export async function startContender(job: Job): Promise<StartedContender> {
  const profiling =
    job.profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${job.profileFolder}`]
  const child = fork(path.join(import.meta.dirname, 'contender-child.ts'), [JSON.stringify(job)], {
    // The same memory for all.
    execArgv: [...MEMORY_FLAGS, ...profiling],
    // Without this cache of compiled code Node would load its TypeScript compiler.
    env: { ...process.env, NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') },
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${job.contender} ended with ${String(signal ?? code)}`)
  })
  // It ends after its work, and when it is killed.
  ended.catch(() => undefined)
  await next(child, ended, 'ready')
  return {
    async send() {
      const startedMs = performance.now()
      child.send('go')
      const { submitted, cpuSeconds, peakBytes } = await next(child, ended, 'done')
      const seconds = (performance.now() - startedMs) / 1000
      if (child.exitCode === null) await once(child, 'exit')
      return { submitted, seconds, cpuSeconds, peakBytes }
    },
    sendUnwatched: () => void child.send('go'),
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
