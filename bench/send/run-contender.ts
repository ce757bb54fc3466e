import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { MEMORY_FLAGS } from '../attacks/site.ts'
import type { ContenderMessage, Job } from './contender.ts'

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
  await next(child, job, 'ready')
  return {
    async send() {
      const startedMs = performance.now()
      child.send('go')
      const { submitted, cpuSeconds, peakBytes } = await next(child, job, 'done')
      const seconds = (performance.now() - startedMs) / 1000
      if (child.exitCode === null) await once(child, 'exit')
      return { submitted, seconds, cpuSeconds, peakBytes }
    },
    sendUnwatched: () => void child.send('go'),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function next<Type extends ContenderMessage['type']>(
  child: ChildProcess,
  job: Job,
  type: Type,
): Promise<Extract<ContenderMessage, { type: Type }>> {
  const exit = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${job.contender} ended with ${String(signal ?? code)} before it was ${type}`)
  })
  for (;;) {
    const [message] = (await Promise.race([once(child, 'message'), exit])) as [ContenderMessage]
    if (message.type === type) return message as Extract<ContenderMessage, { type: Type }>
  }
}
