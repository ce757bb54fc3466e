import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createDeps, createServerLogger } from './deps.ts'
import { createTestConfig, createTestDeps } from './testing/app-fixture.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('forgets an address past its time each day, though another table cannot be cleaned', async () => {
  const { deps } = createTestDeps(database)
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

it('does not listen once more for the end of the process with each try to open a database that is away', async () => {
  const config = createTestConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  const log = createServerLogger(config)
  const listening = process.listenerCount('exit')
  await expect(createDeps(config, { log })).rejects.toThrow('The database does not answer')
  expect(process.listenerCount('exit')).toBe(listening)
})
