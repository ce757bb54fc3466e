import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { checkTool, serverVersion } from '../db/backup.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { addSubscribers, readers } from '../testing/edition-fixtures.ts'
import { programFile } from '../testing/program-file.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'

const serverUrl = process.env['LUNCHPAIL_TEST_POSTGRES'] ?? ''
const rethrow = (error: Error) => {
  throw error
}

/** Stands in for pg_restore: writes some SQL, and then goes on for as long as anybody reads. */
const endless = (statement: string) => `#!/bin/sh
[ "$1" = --version ] && exec echo 'pg_restore (PostgreSQL) 99.0'
echo '${statement}'
touch "$0.begun"
while echo '-- more'; do sleep 0.05; done
`

async function lacksPsql(): Promise<boolean> {
  const server = await openDatabase({ url: serverUrl }, rethrow)
  try {
    return (await checkTool('psql', await serverVersion(server.db))) !== undefined
  } finally {
    await server.close()
  }
}

describe.skipIf(serverUrl === '' || (await lacksPsql()))('restore on a real Postgres', () => {
  const folder = setUpFolder()
  let url: string
  let server: OpenedDatabase
  beforeEach(async () => {
    writeFileSync(path.join(folder, 'any.dump'), 'PGDMP')
    const database = await createTestDatabase()
    url = database.url ?? ''
    await addSubscribers(database.db, readers(2))
    // The command refuses to work beside another connection.
    await database.close()
    server = await openDatabase({ url: serverUrl }, rethrow)
  })
  afterEach(() => server.close())

  function startRestore(statement: string) {
    writeFileSync(path.join(folder, 'pg_restore'), endless(statement), { mode: 0o755 })
    const child = spawn(process.execPath, [programFile('lunchpail'), 'restore', 'any.dump', '--yes'], {
      cwd: folder,
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_ENV: 'test',
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let words = ''
    child.stderr.on('data', (text: Buffer) => (words += text.toString()))
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as unknown, words })) }
  }

  const listStates = async () => {
    const { rows } = await sql<{ state: string }>`
        select state from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}`.execute(
      server.db,
    )
    return rows.map(({ state }) => state)
  }

  async function expectUnchanged(): Promise<void> {
    const opened = await openDatabase({ url }, rethrow)
    const { db } = opened
    expect(await db.selectFrom('subscriber').select('email').orderBy('id').execute()).toEqual(
      readers(2).map((email) => ({ email })),
    )
    const { rows } = await sql`
        select nspname as name from pg_namespace where nspname ~ '^(public|lunchpail)' union all
        select relname from pg_class where relname = 'half'`.execute(db)
    expect(rows).toEqual([{ name: 'public' }])
    await opened.close()
  }

  it('leaves everything as it was if it is killed', async () => {
    const { child, ended } = startRestore('create table public.half (id integer);')
    await vi.waitFor(async () => {
      expect(existsSync(path.join(folder, 'pg_restore.begun'))).toBe(true)
      expect(await listStates()).toContain('idle in transaction')
    }, 120_000)
    child.kill('SIGKILL')
    await ended
    await vi.waitFor(async () => expect(await listStates()).toEqual([]), 120_000)
    await expectUnchanged()
  })

  it('leaves everything as it was if the database refuses a statement, and says why', async () => {
    const { ended } = startRestore('create table public.half (id integer); select missing;')
    const { code, words } = await ended
    expect(words).toMatch(/^psql failed: ERROR: {2}column "missing" does not exist\n/)
    expect(code).toBe(1)
    await expectUnchanged()
  })
})
