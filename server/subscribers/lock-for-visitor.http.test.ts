import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../db/open-database.ts'
import { createSigner } from '../signing/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { keys } from './subscriber-fixtures.ts'
import { createSubscriberSite } from './testing/mount-routes.ts'

const READERS = Array.from({ length: 12 }, (_, index) => `reader${index + 1}@mail.example`)
const signer = createSigner(keys.secretKey)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Holds every subscriber's row as the freeze of an edition does, on a connection of its own, while `work` runs. */
async function whileFrozen(work: () => Promise<void>): Promise<void> {
  const other = await openDatabase({ url: database.url! }, (error) => {
    throw error
  })
  try {
    await other.db.transaction().execute(async (trx) => {
      await sql`select id from subscriber for key share`.execute(trx)
      await work()
    })
  } finally {
    await other.close()
  }
}

// The embedded database has one connection: nobody else can hold anything there.
describe.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])('while the rows of all subscribers are locked', () => {
  it('who unsubscribes is told to come back, in seconds, and others are served then; nothing is lost', async () => {
    const { http, subscribers } = createSubscriberSite(database.db)
    for (const email of READERS) await subscribers.subscribe(email)
    const rows = await database.db.selectFrom('subscriber').select(['id', 'email']).orderBy('id').execute()
    const tokens = rows.map(({ id }) => signer.signUnsubscribe(id))
    const ask = async (email: string, index: number) =>
      index % 2 === 0
        ? http.delete('/api/unsubscribe').send({ email })
        : http
            .post(`/api/unsubscribe/one-click?token=${tokens[index]}`)
            .type('form')
            .send({ 'List-Unsubscribe': 'One-Click' })
    await whileFrozen(async () => {
      const startedAt = performance.now()
      const answers = await Promise.all(READERS.slice(0, 10).map(ask))
      expect(performance.now() - startedAt).toBeLessThan(8_000)
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503))
      for (const { headers, body } of answers) {
        expect(headers['retry-after']).toBe('15')
        expect(body).toMatchObject({ code: 'not-ready' })
      }
      expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
    })
    expect(await subscribers.count()).toBe(12)
    for (const answer of await Promise.all(READERS.map(ask))) expect(answer.status).toBe(200)
    expect(await subscribers.count()).toBe(0)
  })
})
