import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { addNewcomers, addSubscribers, anEdition, readers } from '../../testing/edition-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { findEditionHead, storeEdition } from './editions.ts'
import { freezeEdition } from './freeze-edition.ts'

const MONDAY = '2026-11-23'

describe.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
  'a subscriber who is erased while everyone is being written down (the embedded database has one connection)',
  () => {
    let opened: TestDatabase
    beforeEach(async () => {
      opened = await createTestDatabase()
      await addSubscribers(opened.db, readers(50))
      await storeEdition(opened.db, anEdition())
      // A real list of a million takes long enough for that.
      await sql`
        create function take_time() returns trigger language plpgsql
        as 'begin perform pg_advisory_xact_lock_shared(1); return new; end'`.execute(opened.db)
      await sql`create trigger take_time before insert on delivery for each row execute function take_time()`.execute(
        opened.db,
      )
    })
    afterEach(() => opened.close())

    it('is left out, and everyone else is written down', async () => {
      const { db } = opened
      const freezing = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(trx)
        const started = freezeEdition(db, MONDAY, { by: 'hand' })
        await expect.poll(() => countWaiting(db)).toBe(1)
        await sql`delete from subscriber where id = 40`.execute(db)
        return { started }
      })
      await freezing.started
      expect(await findEditionHead(db, MONDAY)).toMatchObject({ state: 'frozen' })
      const { rows } = await sql`
        select expected_count as expected, (select count(*)::integer from delivery) as count,
          (select count(*)::integer from delivery where subscriber_id = 40) as erased from edition`.execute(
        db,
      )
      expect(rows).toEqual([{ expected: 49, count: 49, erased: 0 }])
    })
  },
)

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where not granted and locktype = 'advisory' and datname = current_database()`.execute(db)
  return rows.length
}

describe('the edition after one that ended before everybody’s turn', () => {
  let opened: TestDatabase
  beforeEach(async () => {
    opened = await createTestDatabase()
  })
  afterEach(() => opened.close())

  it('goes first to those who were not tried; whoever strangers may have signed up still follows all others', async () => {
    const { db } = opened
    const visitors = ['got1', 'got2', 'missed1', 'missed2'].map((name) => `${name}@form.example`)
    await addSubscribers(db, readers(8))
    await addNewcomers(db, visitors)
    await storeEdition(db, anEdition())
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await sql`
      update delivery set state = 'skipped', reason = 'expired',
        attempts = case email when 'reader5@mail.example' then 1 else 0 end
      from subscriber
      where subscriber.id = subscriber_id and (email like 'missed%' or email ~ '^reader[5-8]@')`.execute(db)
    await sql`update delivery set state = 'submitted' where state = 'pending'`.execute(db)
    await sql`update edition set state = 'finished', finished_at = lunchpail_now()`.execute(db)
    const left = (await listInOrder(db, MONDAY)).filter(({ state }) => state === 'skipped')
    const leftOf = (domain: string) =>
      left.flatMap(({ email }) => (email.endsWith(domain) && !email.startsWith('reader5@') ? [email] : []))

    await addNewcomers(db, ['new@form.example'])
    await storeEdition(db, anEdition({ slotDate: '2026-11-30' }))
    await freezeEdition(db, '2026-11-30', { by: 'hand' })
    const order = (await listInOrder(db, '2026-11-30')).map(({ email }) => email)
    expect(order.slice(0, 3)).toEqual(leftOf('@mail.example'))
    expect(order.slice(3, 8).toSorted()).toEqual(readers(5))
    expect(order.slice(8, 10)).toEqual(leftOf('@form.example'))
    expect(order.slice(10, 12).toSorted()).toEqual(visitors.slice(0, 2))
    expect(order.slice(12)).toEqual(['new@form.example'])
  })
})

async function listInOrder(db: Database, slotDate: string): Promise<{ email: string; state: string }[]> {
  const { rows } = await sql<{ email: string; state: string }>`
    select subscriber.email, delivery.state
    from delivery join edition on edition.id = edition_id join subscriber on subscriber.id = subscriber_id
    where slot_date = ${slotDate} order by position`.execute(db)
  return rows
}
