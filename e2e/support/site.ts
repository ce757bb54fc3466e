import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { handOver } from '../../server/cli/handover.ts'
import { MIGRATED_IMAGE } from '../../server/testing/test-database.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const SERVER = 'dist/app/main.mjs'
const PATIENT = './e2e/support/patient.ts'
const COMMANDS = 'dist/app/lunchpail.mjs'

export interface RunningSite {
  /** http://127.0.0.1:PORT, which is also its SITE_URL. */
  url: string
  port: number
  dataDir: string
  /** Every line of its log so far. */
  log: readonly string[]
  process: ChildProcess
  /** Makes the site run `lunchpail ...words`, as it does for a command typed next to it. */
  command(...words: string[]): Promise<Ended>
  /** Stops it as an operator would.
   *  @returns its exit code */
  stop(): Promise<number | null>
}

/** A process that has ended, and its output. */
export interface Ended {
  code: number | null
  output: string
  errors: string
}

/** Starts the built site as `npm start` does, on a free port and with its own data, whose tables exist already.
 *  @throws Error with its output, if it ends before it serves */
export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = createDataDir()
  if (settings['DATABASE_URL'] === undefined) fillDataDir(dataDir)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    DATA_DIR: dataDir,
    // One browser plays many readers, who share an address and its sixth of the limits.
    MARKET_CALLS_PER_MINUTE: '12000',
    ...settings,
  }
  const child = start(SERVER, [], env)
  const log: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the site ended with code ${code}:\n${[...log, errors].join('\n')}`))
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line)
      if ((JSON.parse(line) as { msg?: string }).msg === 'serving') resolve()
    })
  })
  return {
    url,
    port,
    dataDir,
    log,
    process: child,
    command: (...words) => handOverTo(dataDir, words),
    async stop() {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

/** Hands a command to the running site. A process for each command would do nothing else, and take a second of work to
 *  start. */
async function handOverTo(dataDir: string, words: string[]): Promise<Ended> {
  const written = { output: '', errors: '' }
  const code = await handOver(
    dataDir,
    { words, folder: ROOT },
    {
      write: (text) => void (written.output += text),
      writeError: (text) => void (written.errors += text),
    },
  )
  if (code === undefined) throw new Error(`no site takes commands in ${dataDir}`)
  return { code, ...written }
}

/** Runs `lunchpail ...words` to its end. */
export const runCommand = (words: readonly string[], settings: Record<string, string>) =>
  ended(start(COMMANDS, words, settings))

/** Runs the server until it ends, for settings that it must refuse. */
export const runServer = (settings: Record<string, string>) => ended(start(SERVER, [], settings))

/** Copies the tables, since creating them would take most of the start. */
export function fillDataDir(dataDir: string): void {
  const image = process.env[MIGRATED_IMAGE]
  if (image === undefined) return
  const folder = path.join(dataDir, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  execFileSync('tar', ['-xf', image, '-C', folder], { stdio: 'pipe' })
}

/** A new folder for DATA_DIR; the caller removes it. */
export function createDataDir(): string {
  return mkdtempSync(path.join(tmpdir(), 'lunchpail-site-'))
}

function start(file: string, words: readonly string[], settings: Record<string, string>) {
  // The flags with which `npm start` runs the embedded database.
  const flags = settings['DATABASE_URL'] === undefined ? ['--liftoff-only'] : []
  return spawn(process.execPath, [...flags, '--import', PATIENT, file, ...words], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ReturnType<typeof start>): Promise<Ended> {
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

/** A port known before the start, for the address that is in every mail. It is below the ports that the system assigns, since
 *  another test could otherwise be given it before the site has it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
