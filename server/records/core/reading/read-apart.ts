import path from 'node:path'
import { fork, type ChildProcess } from 'node:child_process'

import { afterWait } from '../../../lib/patience.ts'
import { ReadingStoppedError, UnreadableFilingError } from '../unread-reason.ts'
import type { Readers } from './reading-process.ts'

/** Limits for reading one document. Over 35 PDF reports the process peaked at 190 MB, including 110 MB for the program
 *  itself. */
export interface ReadingLimits {
  readonly timeoutMs: number
  /** Limit for the whole reading process. */
  readonly maxMemoryMb: number
}

const LIMITS: ReadingLimits = { timeoutMs: 60_000, maxMemoryMb: 512 }
/** Two documents at a time use two cores, and twice the memory. */
const MAX_PROCESSES = 2
/** An idle process is ended after this. */
const IDLE_MS = 10_000

export interface ReadingJob {
  readonly reader: keyof Readers
  readonly bytes: Uint8Array
  readonly question: unknown
}
/** 'again': the document was truncated or replaced by something else (TypeError or SyntaxError), so it is worth requesting
 *  again. */
export type ReadingAnswer =
  | { readonly status: 'read'; readonly value: unknown }
  | { readonly status: 'again'; readonly reason: string }
  | { readonly status: 'unreadable'; readonly code: 'unreadable' | 'too-much'; readonly reason: string }

interface ReadingProcess {
  readonly child: ChildProcess
  readonly maxMemoryMb: number
  jobsDone: number
  idleTimer?: NodeJS.Timeout
}

const idle: ReadingProcess[] = []
let running = 0
const waiting: (() => void)[] = []
// A process that outlives this one would become a child of a container's first process, which may never collect its exit status:
// it would count against the container's limit for ever.
process.once('beforeExit', () => idle.forEach(end))

/** Reads an untrusted document in a separate process: slow parsing blocks nobody, a document that takes too much memory or
 *  time is killed with its process, and an exploited parser sees none of our settings and secrets.
 *  @param question  the reader's further arguments
 *  @throws TypeError if the document is truncated or something else: worth requesting again
 *  @throws UnreadableFilingError if it cannot be read or exceeds the limits
 *  @throws ReadingStoppedError if its process ended twice for another reason, or could not be started */
export async function readApart<Name extends keyof Readers>(
  reader: Name,
  bytes: Uint8Array,
  ...[question, limits = LIMITS]: Parameters<Readers[Name]> extends [Uint8Array, infer Question]
    ? [question: Question, limits?: ReadingLimits]
    : [question?: undefined, limits?: ReadingLimits]
): Promise<Awaited<ReturnType<Readers[Name]>>> {
  if (running >= MAX_PROCESSES) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    const answer = await readInProcess({ reader, bytes, question }, limits)
    if (answer.status === 'read') return answer.value as Awaited<ReturnType<Readers[Name]>>
    if (answer.status === 'again') throw new TypeError(answer.reason)
    throw new UnreadableFilingError(answer.reason, { code: answer.code })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function readInProcess(
  job: ReadingJob,
  limits: ReadingLimits,
  wasStopped = false,
): Promise<ReadingAnswer> {
  const used = takeProcess(limits)
  const isFresh = used.jobsDone === 0
  const end = await runJob(used, job, limits)
  if ('answer' in end) {
    used.jobsDone += 1
    giveBack(used)
    return end.answer
  }
  if ('stoppedBy' in end) {
    if (wasStopped) throw new ReadingStoppedError(`our reading of it was stopped twice (${end.stoppedBy})`)
    return readInProcess(job, limits, true)
  }
  // Leftovers of earlier documents may have tipped it over the limit: try again in a fresh process.
  if (end.isTooLarge && !isFresh) {
    return readInProcess(job, limits, wasStopped)
  }
  return { status: 'unreadable', code: 'too-much', reason: end.reason }
}

/** stoppedBy: what ended the process, or kept it from starting; the document's size and time did not. */
type JobEnd = { answer: ReadingAnswer } | { stoppedBy: string } | { reason: string; isTooLarge: boolean }

/** Resolves without an answer only after the process has ended. */
function runJob({ child }: ReadingProcess, job: ReadingJob, limits: ReadingLimits): Promise<JobEnd> {
  const { promise, resolve } = Promise.withResolvers<JobEnd>()
  let isLate = false
  const forget = afterWait(limits.timeoutMs, () => {
    isLate = true
    child.kill('SIGKILL')
  })
  const onMessage = (answer: ReadingAnswer) => resolve({ answer })
  const onError = (error: Error) => resolve({ stoppedBy: error.message })
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    if (isLate)
      resolve({ reason: `it took longer than ${limits.timeoutMs / 1000} seconds to read`, isTooLarge: false })
    else if (signal === 'SIGUSR2' || signal === 'SIGABRT')
      resolve({ reason: `it took more than ${limits.maxMemoryMb} MB of memory to read`, isTooLarge: true })
    else resolve({ stoppedBy: signal ?? `code ${code}` })
  }
  child.once('message', onMessage).once('error', onError).once('exit', onExit)
  child.ref()
  child.channel?.ref()
  // A process that could not be started has no channel; its error event reports that.
  if (child.connected) {
    child.send(job, (error) => {
      // If the process has ended, onExit reports it.
      if (error !== null && child.connected) onError(error)
    })
  }
  return promise.finally(() => {
    forget()
    child.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
}

function takeProcess({ maxMemoryMb }: ReadingLimits): ReadingProcess {
  for (let used = idle.pop(); used !== undefined; used = idle.pop()) {
    clearTimeout(used.idleTimer)
    if (used.maxMemoryMb === maxMemoryMb && used.child.connected) return used
    end(used)
  }
  const child = fork(
    new URL(`reading-process${path.extname(import.meta.url)}`, import.meta.url),
    [String(maxMemoryMb)],
    {
      serialization: 'advanced',
      // Documents may be hostile, so the process gets nothing of our environment except the path of compiled code, which halves
      // the time to start.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      execArgv: [`--max-old-space-size=${Math.round(maxMemoryMb / 2)}`, '--no-warnings'],
      // Parsers print warnings about what they repair, which are of no use to the operator.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  // It may die while idle; takeProcess then starts another.
  child.on('error', () => child.kill('SIGKILL'))
  return { child, maxMemoryMb, jobsDone: 0 }
}

function giveBack(used: ReadingProcess): void {
  // An idle process must not keep the program alive.
  used.child.unref()
  used.child.channel?.unref()
  used.idleTimer = setTimeout(() => {
    idle.splice(idle.indexOf(used), 1)
    end(used)
  }, IDLE_MS).unref()
  idle.push(used)
}

/** Ends an idle process; the program waits for its end. */
function end({ child }: ReadingProcess): void {
  child.ref()
  child.kill('SIGKILL')
}
