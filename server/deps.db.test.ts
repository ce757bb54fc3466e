import { mkdtempSync, promises as fs, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'

import { createCommandDeps } from './cli/program.ts'
import { openDatabase } from './db/open-database.ts'
import { createDeps, createServerLogger } from './deps.ts'
import { createTestConfig, createTestDeps } from './testing/app-fixture.ts'
import { setDatabaseClock } from './testing/edition-fixtures.ts'
import { setUpDatabase } from './testing/set-up-database.ts'
import { fillDataFolder } from './testing/test-database.ts'

const database = setUpDatabase()

it('forgets expired addresses each day, even if another table cannot be cleaned', async () => {
  const { deps } = createTestDeps(database)
  // The job is due from 03:30 in Chicago.
  await setDatabaseClock(database.db, '2026-11-25T18:00:00Z')
  await database.db
    .insertInto('subscriber')
    .values({
      email: 'ada@mail.example',
      email_hash: 'hash of ada',
      consented_at: null,
      recorded_at: sql<Date>`lunchpail_now() - interval '8 days'`,
    })
    .execute()
  await sql`alter table visit rename to visit_away`.execute(database.db)
  await expect(deps.jobs.clean(new AbortController().signal)).rejects.toThrow('Not done: delete old visits.')
  expect(await database.db.selectFrom('subscriber').select('email').execute()).toEqual([])
  await deps.mailer.close()
})

it('adds no listener for the end of the process each time it retries an unavailable database', async () => {
  const config = createTestConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  const logger = createServerLogger(config)
  const listening = process.listenerCount('exit')
  await expect(createDeps(config, { logger })).rejects.toThrow('The database does not answer')
  expect(process.listenerCount('exit')).toBe(listening)
})

it('says that a command has changed the tables of an earlier version, and nothing if it has made or left them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-deps-'))
  const said: string[] = []
  const run = async () => {
    const config = createTestConfig({ DATA_DIR: folder })
    await (await createCommandDeps(config, { writeError: (text) => said.push(text) })).close()
  }
  fillDataFolder(folder, { isEmpty: true })
  await run()
  expect(said).toEqual([])

  rmSync(folder, { recursive: true })
  fillDataFolder(folder, { isEmpty: true })
  const older = await openDatabase({ folder }, () => undefined)
  const migrationFolder = path.join(import.meta.dirname, '../migrations')
  const provider = new FileMigrationProvider({ fs, path, migrationFolder })
  expect((await new Migrator({ db: older.db, provider }).migrateUp()).error).toBeUndefined()
  await older.close()
  await run()
  await run()
  expect(said).toEqual([
    expect.stringMatching(
      /^The tables were changed for this version \(migrations: \d+, up to 20\S+\)\. Restart every server of an older one\.\n$/,
    ),
  ])
  rmSync(folder, { recursive: true })
})
