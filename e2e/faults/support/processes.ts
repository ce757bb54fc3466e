import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../../..')

/** The programs that can be started: the built operator's commands and the whole built site, or only the sending part,
 *  without its waiting times of minutes. */
const PROGRAMS = {
  lunchpail: 'dist/app/lunchpail.mjs',
  site: 'dist/app/main.mjs',
  'sending-child': 'server/testing/sending-child.ts',
} as const

const COMPILED = path.join(tmpdir(), 'lunchpail-faults-compiled')
const preloadOf = (name: string) => ['--import', path.join(ROOT, `server/testing/${name}.ts`)]

export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
  readonly errors: string
}

export interface RunningProcess {
  readonly child: ChildProcess
  /** Everything it has written so far. */
  written(): string
  /** Resolves when its output contains a word.
   *  @throws Error if it ends first */
  says(word: string): Promise<void>
  /** Resolves when it has printed a word this many more times.
   *  @throws Error if it ends first */
  saysAgain(word: string, times: number): Promise<void>
  /** Resolves when it has ended, with how it ended. */
  ended(): Promise<Ended>
  /** Ends it as an operator would, and waits. */
  stop(): Promise<Ended>
  /** Ends it as a power cut would, and waits. */
  kill(): Promise<Ended>
}

/** @returns how it ended
 *  @throws Error with its output, if the exit code was not 0 */
export function requireDone(ended: Ended): Ended {
  if (ended.code === 0) return ended
  throw new Error(`It ended with ${ended.code ?? ended.signal}:\n${ended.output}${ended.errors}`)
}

export interface ProcessOptions {
  /** The offset of its own clock from real time; the database's clock is separate. */
  readonly clockShiftMs?: number
  /** Makes it print how much memory it uses at each SIGUSR2. */
  readonly reportsMemory?: boolean
  /** Its standard input. */
  readonly input?: string
}

/** @param settings  its whole environment, except PATH */
export function startProcess(
  program: keyof typeof PROGRAMS,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  { clockShiftMs, reportsMemory = false, input }: ProcessOptions = {},
): RunningProcess {
  const preloaded = [
    ...(clockShiftMs === undefined ? [] : preloadOf('shifted-clock')),
    ...(reportsMemory ? preloadOf('report-memory') : []),
  ]
  const child = spawn(process.execPath, [...preloaded, PROGRAMS[program], ...words], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      // Halves the cost of a start, of which there are about ninety.
      NODE_COMPILE_CACHE: COMPILED,
      ...settings,
      ...(clockShiftMs === undefined ? {} : { CLOCK_SHIFT_MS: String(clockShiftMs) }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdin.end(input ?? '')
  const closed = once(child, 'close').then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    output,
    errors,
  }))
  const written = () => output + errors

  const timesSaid = (word: string) => written().split(word).length - 1

  async function untilSaid(word: string, times: number): Promise<void> {
    while (timesSaid(word) < times) {
      const next = await Promise.race([closed, once(child.stdout, 'data'), once(child.stderr, 'data')])
      if (!Array.isArray(next) && timesSaid(word) < times) {
        throw new Error(`It ended with ${next.code ?? next.signal} and did not say "${word}":\n${written()}`)
      }
    }
  }

  return {
    child,
    written,
    says: (word) => untilSaid(word, 1),
    saysAgain: (word, times) => untilSaid(word, timesSaid(word) + times),
    ended: () => closed,
    stop() {
      child.kill('SIGTERM')
      return closed
    },
    kill() {
      child.kill('SIGKILL')
      return closed
    },
  }
}
