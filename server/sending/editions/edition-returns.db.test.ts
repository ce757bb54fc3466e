import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDeps } from '../../testing/app-fixture.ts'
import { addSubscribers, anEdition, readers, resetTables } from '../../testing/edition-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createSigner } from '../tokens.ts'
import { listReturns } from './edition-returns.ts'
import { listEditions } from './edition-status.ts'
import { storeEdition } from './editions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => resetTables(database.db))

/** Editions that the mail server accepted for every reader. */
async function submit(dates: readonly string[]): Promise<void> {
  for (const slotDate of dates) {
    await storeEdition(database.db, anEdition({ slotDate }))
    await sql`
      insert into delivery (edition_id, subscriber_id, position, state, updated_at)
      select edition.id, subscriber.id, subscriber.id, 'submitted', lunchpail_now()
      from edition cross join subscriber where edition.slot_date = ${slotDate}`.execute(database.db)
    await sql`update edition set frozen_at = lunchpail_now() where slot_date = ${slotDate}`.execute(
      database.db,
    )
  }
}
const note = (edition: number, kind: string, count: number) =>
  sql`insert into bounce (edition_id, subscriber_id, kind, received_at)
    select ${edition}, id, ${kind}, lunchpail_now() from subscriber order by id limit ${count}`.execute(
    database.db,
  )
const returns = async () => listReturns(database.db, await listEditions(database.db, 10))

describe('what came back about an edition', () => {
  it('is counted by kind, as a fraction of what was submitted', async () => {
    await addSubscribers(database.db, readers(1000))
    await submit(['2026-11-23', '2026-11-30'])
    await note(1, 'permanent', 20)
    await note(1, 'policy', 5)
    await note(1, 'complaint', 3)
    await note(2, 'complaint', 4)
    expect(await returns()).toMatchObject([
      { date: '2026-11-30', complained: 4, complainedFraction: 0.004, complaintsAbove: 'limit' },
      {
        date: '2026-11-23',
        submitted: 1000,
        bounced: { permanent: 20, transient: 0, policy: 5 },
        bouncedFraction: 0.025,
        complainedFraction: 0.003,
        complaintsAbove: 'wish',
        unsubscribedFraction: 0,
      },
    ])
  })

  it('has no fractions if nothing was submitted', async () => {
    await storeEdition(database.db, anEdition())
    expect(await returns()).toMatchObject([
      { submitted: 0, bouncedFraction: undefined, complainedFraction: undefined, complaintsAbove: undefined },
    ])
  })

  it('counts each reader who left once, with the newest edition they got, by the way they left', async () => {
    const { deps } = createTestDeps(database)
    const signer = createSigner('s'.repeat(40))
    // By the hashes of their addresses, so that the form finds them.
    for (const email of readers(4)) await deps.subscribers.add(email)
    await submit(['2026-11-23', '2026-11-30'])
    await deps.subscribers.unsubscribeByToken(signer.signUnsubscribe('1'))
    await deps.subscribers.unsubscribeByToken(signer.signUnsubscribe('1'), undefined, 'one-click')
    await deps.subscribers.unsubscribeByToken(signer.signUnsubscribe('2'), undefined, 'one-click')
    // Whoever comes back has not had an edition since.
    await deps.subscribers.subscribe('reader1@mail.example')
    await deps.subscribers.subscribe('reader2@mail.example')
    await deps.subscribers.unsubscribeByToken(signer.signUnsubscribe('1'))
    await deps.subscribers.unsubscribeByToken(signer.signUnsubscribe('2'))
    await deps.subscribers.unsubscribeByAddress('reader3@mail.example')
    await deps.subscribers.remove('reader4@mail.example')
    expect(await returns()).toMatchObject([
      {
        date: '2026-11-30',
        unsubscribed: { link: 1, 'one-click': 1, form: 1, mail: 0 },
        unsubscribedFraction: 0.75,
      },
      { date: '2026-11-23', unsubscribed: { link: 0, 'one-click': 0, form: 0 } },
    ])
    await deps.close()
  })
})
