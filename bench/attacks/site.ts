import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { findFreePort } from '../../e2e/support/site.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import type { Figure } from './figures.ts'
import { assertLoopback, createClient, type Answer, type Asked } from './loopback.ts'

/** The flags that `npm start` passes. */
export const MEMORY_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=32',
  '--heap-growing-percent=50',
]
const STARTS_WITHIN_MS = 60_000
const STOPS_WITHIN_MS = 10_000
// Linux counts CPU time in hundredths of a second on every platform that Node runs on.
const TICKS_PER_SECOND = 100

/** A site in its own process, with the code of a given folder. */
export interface AttackedSite {
  readonly ask: (asked: Asked) => Promise<Answer>
  readonly origin: string
  readonly pid: number
  /** Undefined if its database is embedded. */
  readonly databaseUrl: string | undefined
  /** User and system time of its process so far, seconds. */
  cpuSeconds(): number
  /** The most memory that its process has held, MB. */
  peakMb(): number
  stop(): Promise<void>
}

/** Starts the built site of a folder on a free port of this machine. The attacking process poses as a proxy in front of it, so
 *  that it can be many clients. Its database is a new one on the server of TEST_DATABASE_URL, or embedded.
 *  @throws Error with its output, if it does not serve within a minute */
export async function startSite(
  folder: string,
  settings: Record<string, string> = {},
): Promise<AttackedSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lunchpail-attacked-'))
  const database = await createDatabase()
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...MEMORY_FLAGS, 'dist/app/main.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: path.join(folder, 'node_modules/.cache/node'),
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: origin,
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      ...(database && { DATABASE_URL: database.url }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await end(child)
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await serving(child)
  } catch (error) {
    await stop()
    throw error
  }
  const pid = child.pid ?? 0
  return {
    ask: createClient(origin),
    origin,
    pid,
    databaseUrl: database?.url,
    cpuSeconds: () => readCpuSeconds(pid),
    peakMb: () => readStatusMb(pid, 'VmHWM'),
    stop,
  }
}

/** Starts a site, attacks it, and stops it. */
export async function withSite<Result>(
  folder: string,
  settings: Record<string, string>,
  attack: (site: AttackedSite) => Promise<Result>,
): Promise<Result> {
  const site = await startSite(folder, settings)
  try {
    return await attack(site)
  } finally {
    await site.stop()
  }
}

/** An embedded database runs in the site's process and takes more memory than everything else in it. */
export function describePeak(site: AttackedSite): Pick<Figure, 'measured' | 'value'> {
  const measured =
    site.databaseUrl === undefined ? 'memory, most, with the embedded database' : 'memory, most'
  return { measured, value: `${site.peakMb().toFixed(0)} MB` }
}

/** The outcome of a command observed from outside. */
export interface Watched {
  /** User and system time of the command and its children, as far as they were observed. A busy machine does not change
   *  it. */
  readonly cpuSeconds: number
  /** The most that it and its children held at one time, MB. */
  readonly peakMb: number
  /** True if it exceeded its limits and was killed. */
  readonly isCutOff: boolean
  readonly words: string
}

/** Runs a Node program in a folder until it ends or exceeds a limit.
 *  @param words  what follows `node` */
export async function watchCommand(
  folder: string,
  words: readonly string[],
  settings: Record<string, string>,
  bounds: { cpuSeconds: number; seconds: number; memoryMb: number },
): Promise<Watched> {
  const startedMs = performance.now()
  // Its own process group, so that its children end with it.
  const child = spawn(process.execPath, words, {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (written = `${written}${chunk.toString()}`.slice(-1_000)))
  let peakMb = 0
  let isCutOff = false
  // Processes that have ended still count.
  const cpu = new Map<number, number>()
  const cpuSeconds = () => [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0)
  const watch = setInterval(() => {
    const tree = listTree(child.pid ?? 0)
    for (const pid of tree) cpu.set(pid, Math.max(cpu.get(pid) ?? 0, readCpuSeconds(pid)))
    const heldMb = tree.reduce((sum, pid) => sum + readStatusMb(pid, 'VmRSS'), 0)
    peakMb = Math.max(peakMb, heldMb)
    const isOver =
      heldMb > bounds.memoryMb ||
      cpuSeconds() > bounds.cpuSeconds ||
      performance.now() - startedMs > bounds.seconds * 1_000
    if (isCutOff || !isOver) return
    isCutOff = true
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  }, 25)
  try {
    await closed
  } finally {
    clearInterval(watch)
  }
  return { cpuSeconds: cpuSeconds(), peakMb, isCutOff, words: written.trim() }
}

async function serving(child: ChildProcess): Promise<void> {
  let written = ''
  child.stderr?.on('data', (chunk: Buffer) => (written = `${written}${chunk.toString()}`.slice(-4_000)))
  await new Promise<void>((resolve, reject) => {
    const patience = setTimeout(
      () => reject(new Error('the site did not serve within a minute')),
      STARTS_WITHIN_MS,
    )
    child.once('exit', (code) => {
      clearTimeout(patience)
      reject(new Error(`the site ended with code ${code}:\n${written}`))
    })
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (!line.includes('"msg":"serving"')) return
      clearTimeout(patience)
      resolve()
    })
  })
}

/** Ends a process, by force if it takes longer than ten seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  // A blocked process does not react to SIGTERM.
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
  await exited
  clearTimeout(impatience)
}

/** Creates a database on the server of TEST_DATABASE_URL.
 *  @returns undefined if no server is named
 *  @throws TypeError if that is not on this machine */
async function createDatabase(): Promise<TestDatabase | undefined> {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined || server === '') return undefined
  assertLoopback(`http://${new URL(server).host}`)
  process.env['LUNCHPAIL_TEST_POSTGRES'] = server
  return createEmptyTestDatabase()
}

/** User and system time of a process so far. */
export function readCpuSeconds(pid: number): number {
  const fields = readProc(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
}

/** Memory of a process, MB: the most it has held, or what it holds now. */
export function readStatusMb(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const line = readProc(`${pid}/status`)
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  return Number.parseInt(line?.slice(name.length + 1) ?? '0', 10) / 1_024
}

/** A process with its children and their descendants. */
function listTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: Number(
        readProc(`${name}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      ),
    }))
  const tree = [root]
  for (const pid of tree)
    tree.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

/** @returns '' for a process that has just ended */
function readProc(name: string): string {
  try {
    return readFileSync(path.join('/proc', name), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}
