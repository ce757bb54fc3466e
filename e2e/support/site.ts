import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = path.join(import.meta.dirname, '../..')

export interface RunningSite {
  /** http://127.0.0.1:PORT */
  url: string
  dataDir: string
  /** Every line of its log so far. */
  log: readonly string[]
  process: ChildProcess
  /** Asks it to stop as an operator would.
   *  @returns its exit code */
  stop(): Promise<number | null>
}

/** Starts the built site as `npm start` does, on a free port and with data of its own. */
export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lunchpail-site-'))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const log: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the site ended with code ${code}:\n${log.join('\n')}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line)
      const entry = JSON.parse(line) as { msg?: string; port?: number }
      if (entry.msg === 'serving' && entry.port !== undefined) resolve(entry.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    log,
    process: child,
    async stop() {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}
