import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addSubscribers, anEdition, readers } from '../../testing/edition-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { findEditionHead, freezeEdition, storeEdition } from './index.ts'

const MONDAY = '2026-11-23'

describe.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
  'a subscriber who is erased while everyone is being written down (the embedded database has one connection)',
  () => {
    let opened: TestDatabase
    beforeEach(async () => {
      opened = await createTestDatabase()
      await addSubscribers(opened.db, readers(50))
      await storeEdition(opened.db, anEdition())
      // As a million would take it.
      await sql`
        create function take_time() returns trigger language plpgsql
        as 'begin perform pg_sleep(0.01); return new; end'`.execute(opened.db)
      await sql`create trigger take_time before insert on delivery for each row execute function take_time()`.execute(
        opened.db,
      )
    })
    afterEach(() => opened.close())

    it('is not written down, and everybody else is', async () => {
      const { db } = opened
      const freezing = freezeEdition(db, MONDAY, { by: 'hand' })
      await setTimeout(200)
      await sql`delete from subscriber where id = 40`.execute(db)
      await freezing
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
