import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

const SHARED = path.join(import.meta.dirname, '../../../../shared')
const REPLAY = path.join(SHARED, 'upstream/replay.mjs')

/** Recorded answers of real sources, which are not part of the project. */
export const RECORDINGS = path.join(SHARED, 'samples')

/** Whether the recordings and their server are next to the project; tests that need them are skipped otherwise. */
export const hasRecordings = existsSync(REPLAY) && existsSync(RECORDINGS)

/** The replay enforces the SEC's limit of requests per second; with this each of its seconds takes a millisecond. */
const HURRIED = `data:text/javascript,${encodeURIComponent(
  'const { now } = Date; const start = now(); Date.now = () => start + (now() - start) * 1000',
)}`

export interface Replay {
  readonly baseUrl: string
  stop(): void
}

/** Serves the recordings under the sources' own paths.
 *  @param options.endDate    last day of price histories, 'YYYY-MM-DD'; by default the newest session
 *  @param options.isHurried  true: the clock of the replay runs a thousand times as fast */
export async function startReplay(options: { endDate?: string; isHurried?: true } = {}): Promise<Replay> {
  const hurried = options.isHurried ? ['--import', HURRIED] : []
  const moved = options.endDate === undefined ? [] : ['--end-date', options.endDate]
  const replay = spawn(process.execPath, [...hurried, REPLAY, '--port', '0', ...moved], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { baseUrl: await readAddress(replay), stop: () => replay.kill() }
}

async function readAddress(replay: ChildProcess): Promise<string> {
  if (!replay.stdout) throw new Error('the replay has no output')
  for await (const line of createInterface({ input: replay.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('the replay ended before it listened')
}
