import path from 'node:path'
import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { Newsletter } from '../letter/index.ts'
import type { SourceReport } from '../records/collect-records.ts'
import { afterWait } from '../lib/patience.ts'
import { unpackError, type PackedError } from './packed-error.ts'

/** Limits V8's heap in such a process, which holds few buffers outside it. Building a recorded week takes 320 MB in all. */
const MAX_HEAP_MB = 512
/** A process that has not stopped by then is killed. Its own limit for stopping is shorter. */
const STOPS_WITHIN_MS = 10_000

/** The tasks that run in a process of their own; their arguments and answers are plain data. */
export interface ApartTasks {
  readonly build: {
    readonly asked: {
      readonly asOf: string
      readonly records: Parameters<Newsletter['build']>[3]
      readonly order: Parameters<Newsletter['build']>[4]
    }
    /** The edition's subject. */
    readonly answer: string
  }
  readonly collect: { readonly asked: Record<string, never>; readonly answer: SourceReport[] }
}

export type ApartOrder = {
  [Name in keyof ApartTasks]: { readonly task: Name; readonly asked: ApartTasks[Name]['asked'] }
}[keyof ApartTasks]

/** A message from such a process. */
export type ApartMessage =
  | { readonly type: 'progress'; readonly line: string }
  | { readonly type: 'done'; readonly answer: unknown }
  | { readonly type: 'failed'; readonly error: PackedError }

/** Runs long work in separate processes, so that readers served by this one do not wait for it. */
export interface Apart {
  /** @param options.onProgress  receives sentences for people
   *  @param options.signal  ends the work
   *  @throws what the work throws there; Error if the process ends before it is done */
  run<Name extends keyof ApartTasks>(
    task: Name,
    asked: ApartTasks[Name]['asked'],
    options: {
      readonly onProgress?: ((line: string) => void) | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<ApartTasks[Name]['answer']>
  /** Ends all running work, and waits for the end. */
  close(): Promise<void>
}

/** @param options.program  the file of the program that such a process runs
 *  @param options.env  the environment of the processes, by default the one this process started with: a NODE_ENV declared to
 *    libraries later would change their mode */
export function createApart({
  program = path.join(import.meta.dirname, `working-process${path.extname(import.meta.url)}`),
  env = { ...process.env },
}: { program?: string; env?: NodeJS.ProcessEnv } = {}): Apart {
  const running = new Map<Promise<unknown>, () => void>()
  return {
    async run(task, asked, { onProgress, signal }) {
      signal?.throwIfAborted()
      const child = fork(program, [], {
        serialization: 'advanced',
        env,
        execArgv: [...withoutEnvFiles(process.execArgv), `--max-old-space-size=${MAX_HEAP_MB}`],
        // Its log goes into this process's log.
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      let endPatience: (() => void) | undefined
      const stop = () => {
        child.kill('SIGTERM')
        endPatience ??= afterWait(STOPS_WITHIN_MS, () => child.kill('SIGKILL'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<ApartTasks[typeof task]['answer']>()
      child.on('message', (message: ApartMessage) => {
        if (message.type === 'progress') onProgress?.(message.line)
        if (message.type === 'done') resolve(message.answer as ApartTasks[typeof task]['answer'])
        if (message.type === 'failed') reject(unpackError(message.error))
      })
      const watchEnd = async () => {
        try {
          const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
          // Its last messages may still be on their way.
          if (child.connected) await once(child, 'disconnect')
          reject(endedEarly(task, killedBy ?? `code ${code}`))
        } catch (error) {
          // The process could not be started.
          reject(error)
        } finally {
          endPatience?.()
          signal?.removeEventListener('abort', stop)
          running.delete(isOver)
        }
      }
      const isOver = watchEnd()
      running.set(isOver, stop)
      signal?.addEventListener('abort', stop, { once: true })
      // A process that could not be started has no channel; its error event reports that.
      if (child.connected) {
        child.send({ task, asked } satisfies { task: keyof ApartTasks; asked: unknown }, (error) => {
          // If the process has ended, its exit event reports that.
          if (error !== null && child.connected) reject(error)
        })
      }
      return promise
    },
    async close() {
      for (const stop of running.values()) stop()
      await Promise.all(running.keys())
    },
  }
}

/** Removes --env-file and --env-file-if-exists: `env` has what those files held when this process started, and they may have been
 *  edited or moved since. */
const withoutEnvFiles = (flags: readonly string[]) =>
  flags.filter(
    (flag, index) =>
      !/^--env-file(?:-if-exists)?(?:=|$)/.test(flag) &&
      !/^--env-file(?:-if-exists)?$/.test(flags[index - 1] ?? ''),
  )

const WORK = { build: 'builds editions', collect: 'reads the public records' } as const

const endedEarly = (task: keyof ApartTasks, how: string) =>
  new Error(
    `The process that ${WORK[task]} ended with ${how} before it was done. What was stored by then is kept. ` +
      `SIGKILL or SIGABRT: there was not enough memory, or it took more than ${MAX_HEAP_MB} MB; the log has what it said last.`,
  )
