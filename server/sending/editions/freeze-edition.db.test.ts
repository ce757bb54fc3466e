import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { addSubscribers, anEdition, readers } from '../../testing/edition-fixtures.ts'
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
