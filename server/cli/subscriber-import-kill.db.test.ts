import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openDatabase } from '../db/open-database.ts'
import { programFile, WITH_EMBEDDED } from '../testing/program-file.ts'
import { createTestDatabase, fillDataFolder, type TestDatabase } from '../testing/test-database.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const rethrow = (error: Error) => {
  throw error
}
const readers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `reader${from + index}@mail.example\n`).join('')

describe('an import that is ended from outside', () => {
  const folder = setUpFolder()
  /** Only on a real Postgres: the embedded one belongs to one process. */
  let database: TestDatabase | undefined
  const children: ChildProcess[] = []

  beforeEach(async () => {
    database = postgresUrl === undefined ? undefined : await createTestDatabase()
    if (!database) fillDataFolder(path.join(folder, 'data'))
    // The file is a pipe, so that the test controls how much of it arrives.
    execFileSync('sh', ['-c', 'mkfifo list.csv'], { cwd: folder })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await database?.close()
  })

  /** The command itself, as an operator starts it. */
  function startImport() {
    const child = spawn(
      process.execPath,
      [WITH_EMBEDDED, programFile('lunchpail'), 'subscribers', 'import', 'list.csv', '--json'],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          DATA_DIR: path.join(folder, 'data'),
          SECRET_KEY: 's'.repeat(40),
          SUPPRESSION_KEY: 'h'.repeat(40),
          ...(database?.url === undefined ? {} : { DATABASE_URL: database.url }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    children.push(child)
    let out = ''
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    const rejected = once(child.stderr, 'data').then(([text]: Buffer[]) => String(text))
    let words = ''
    child.stderr.on('data', (text: Buffer) => (words += text.toString()))
    const list = createWriteStream(path.join(folder, 'list.csv'))
    // The reader of the pipe is killed while it is being written to.
    list.on('error', () => undefined)
    return { child, list, rejected, words: () => words, ended: once(child, 'close').then(() => out) }
  }

  async function listStored(): Promise<string[]> {
    const opened = await openDatabase(
      database?.url === undefined ? { folder: path.join(folder, 'data') } : { url: database.url },
      rethrow,
    )
    try {
      const { rows } = await sql<{ email: string }>`select email from subscriber`.execute(opened.db)
      return rows.map(({ email }) => email)
    } finally {
      await opened.close()
    }
  }

  /** Two batches, then half of a third, which is never saved: the pipe stays open. */
  async function startTwoAndAHalf() {
    const first = startImport()
    first.list.write(`email\n${readers(0, 1_000)}nonsense\n${readers(1_000, 1_250)}`)
    expect(await first.rejected).toContain('line 1002: Please enter a valid email address.')
    return first
  }

  async function expectToGoOn(): Promise<void> {
    // The second run must find the two whole batches that were saved.
    const second = startImport()
    second.list.end(`email\n${readers(0, 2_000)}`)
    expect(JSON.parse(await second.ended)).toMatchObject({
      lines: 2_000,
      added: 1_000,
      already: 1_000,
      repeated: 0,
      suppressed: 0,
      rejected: 0,
    })
    const stored = await listStored()
    expect(stored).toHaveLength(2_000)
    expect(new Set(stored).size).toBe(2_000)
  }

  it('keeps whole batches when killed, and the next run resumes without duplicates', async () => {
    const first = await startTwoAndAHalf()
    first.child.kill('SIGKILL')
    await first.ended
    expect(first.child.signalCode).toBe('SIGKILL')
    first.list.destroy()
    await expectToGoOn()
  })

  it('says on Ctrl-C what is kept, and the next run resumes', async () => {
    const first = await startTwoAndAHalf()
    first.child.kill('SIGINT')
    await expect.poll(first.words).toContain('Stopping.')
    // A pending read of the pipe ends with it.
    first.list.destroy()
    await first.ended
    expect(first.child.exitCode).toBe(1)
    expect(first.words()).toContain(
      'Stopped. Of 1000 lines all is kept (subscribed: 1000). Run it again to go on.',
    )
    await expectToGoOn()
  })
})
