import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { countByWeek } from './overviews.ts'

const database = setUpDatabase(resetTables)

it('counts who joined and who left in each of Chicago’s weeks', async () => {
  const { db } = database
  // Sunday evening in Chicago is Monday in UTC.
  await setDatabaseClock(db, '2026-11-23T02:00:00Z')
  await sql`
    insert into subscriber (email, email_hash, consented_at, confirmed_at, withdrawn_at) values
      ('old@mail.example', 'a', '2026-01-01Z', '2026-01-01Z', null),
      (null, 'b', '2026-01-01Z', '2026-01-01Z', '2026-11-16T05:00:00Z'),
      ('new@mail.example', 'c', '2026-11-23T01:00:00Z', '2026-11-23T01:00:00Z', null),
      ('unconfirmed@mail.example', 'd', '2026-11-20Z', null, null)`.execute(db)
  expect(await countByWeek(db, 3)).toEqual([
    { from: '2026-11-16', joined: 1, left: 0, readers: 2 },
    { from: '2026-11-09', joined: 0, left: 1, readers: 1 },
    { from: '2026-11-02', joined: 0, left: 0, readers: 2 },
  ])
})
