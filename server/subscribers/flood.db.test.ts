import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../db/open-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFixture } from './subscriber-fixtures.ts'

const ADA = 'ada@mail.example'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** What another process has, on Postgres; the embedded database is one process's alone. */
async function openSecond() {
  if (database.url === undefined) return database.db
  const second = await openDatabase({ url: database.url }, (error) => {
    throw error
  })
  onTestFinished(() => second.close())
  return second.db
}

describe('sign-ups of one address at once, at two processes', () => {
  // A thousand on Postgres; the embedded database, which one process has alone, takes seconds for as many.
  it.each([
    { subscribeConfirm: false, mail: 'Welcome to Lunchpail', active: 1 },
    { subscribeConfirm: true, mail: 'One click left: do you want Lunchpail?', active: 0 },
  ])('make one subscriber and one mail: %j', async ({ subscribeConfirm, mail, active }) => {
    await database.db.deleteFrom('notice').execute()
    await database.db.deleteFrom('subscriber').execute()
    const count = database.url === undefined ? 100 : 1_000
    const settings = { subscribeConfirm, welcomeMail: true }
    const processes = [
      createFixture(database.db, settings),
      createFixture(await openSecond(), settings),
    ] as const
    await Promise.all(
      Array.from({ length: count }, (_, index) => processes[index % 2 ? 1 : 0].subscribers.subscribe(ADA)),
    )
    await Promise.all(processes.map(({ sendNotices }) => sendNotices()))
    const mails = processes.flatMap(({ inbox }) => inbox)
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([{ to: ADA, subject: mail }])
    expect(await database.db.selectFrom('subscriber').select('email').execute()).toEqual([{ email: ADA }])
    expect(await processes[0].subscribers.count()).toBe(active)
  })
})
