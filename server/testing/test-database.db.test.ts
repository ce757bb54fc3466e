import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { describeSchema, emptyDatabase } from '../db/testing/used-databases.ts'
import { addSubscribers, beginMonday, readers, setDatabaseClock } from './edition-fixtures.ts'
import { createEmptyTestDatabase, createTestDatabase, emptyTables } from './test-database.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']

describe.skipIf(postgresUrl === undefined)(
  'createTestDatabase on a real Postgres (the embedded one is in memory)',
  () => {
    let server: OpenedDatabase

    beforeEach(async () => {
      server = await openDatabase({ url: postgresUrl ?? '' }, (error) => {
        throw error
      })
    })
    afterEach(async () => {
      vi.unstubAllEnvs()
      await server.close()
    })

    const nameOf = (url: string | undefined) => new URL(url ?? '').pathname.slice(1)
    async function listExisting(names: string[]) {
      const { rows } = await sql<{ name: string }>`select datname as name from pg_database
        where datname in (${sql.join(names)})`.execute(server.db)
      return rows.map(({ name }) => name).sort()
    }

    it('creates many databases concurrently, each with its own URL, and drops them', async () => {
      const databases = await Promise.all(Array.from({ length: 8 }, () => createEmptyTestDatabase()))
      const names = databases.map(({ url }) => nameOf(url)).sort()
      expect(await listExisting(names)).toEqual(names)
      await Promise.all(databases.map((database) => database.close()))
      expect(await listExisting(names)).toEqual([])
    })

    it('gives another process the same tables by URL', async () => {
      const database = await createTestDatabase()
      await sql`insert into source_budget (source, calls) values ('yahoo', '{}')`.execute(database.db)
      const other = await openDatabase({ url: database.url ?? '' }, vi.fn())
      const { rows } = await sql`select source from source_budget`.execute(other.db)
      expect(rows).toEqual([{ source: 'yahoo' }])
      await other.close()
      await database.close()
    })

    it('drops a database by force if a connection was left open', async () => {
      const database = await createEmptyTestDatabase()
      const onLost = vi.fn<(error: Error) => void>()
      const left = await openDatabase({ url: database.url ?? '' }, onLost)
      await sql`select 1`.execute(left.db)
      await database.close()
      expect(await listExisting([nameOf(database.url)])).toEqual([])
      await vi.waitFor(() => {
        expect(onLost).toHaveBeenCalled()
      })
      await left.close()
    })

    it('explains what to do if the user may not create databases', async ({ skip }) => {
      const { rows } = await sql<{ isSuperuser: boolean }>`select rolsuper as "isSuperuser" from pg_roles
        where rolname = current_user`.execute(server.db)
      skip(rows[0]?.isSuperuser !== true, 'only a superuser can become pg_monitor, which may not')
      const url = new URL(postgresUrl ?? '')
      url.searchParams.set('options', '-crole=pg_monitor')
      vi.stubEnv('LUNCHPAIL_TEST_POSTGRES', url.href)
      await expect(createTestDatabase()).rejects.toThrow(
        'Each test makes a database of its own, and the user of TEST_DATABASE_URL may not create one. ' +
          'Let a superuser run: alter role pg_monitor createdb',
      )
    })
  },
)

describe('createTestDatabase after one was closed', () => {
  const listIds = async () => {
    const opened = await createTestDatabase()
    const { db } = opened
    await addSubscribers(db, ['ada@mail.example'])
    const ids = await db.selectFrom('subscriber').select('id').execute()
    const { rows } = await sql<{
      isLate: boolean
    }>`select lunchpail_now() > '2040-01-01' as "isLate"`.execute(db)
    await opened.close()
    return { ids, isLate: rows[0]?.isLate }
  }

  it('returns a database without rows, with fresh ids and its own clock', async () => {
    const before = await createTestDatabase()
    await addSubscribers(before.db, ['bob@mail.example', 'eve@mail.example'])
    await setDatabaseClock(before.db, '2040-06-01T00:00:00Z')
    await before.close()
    const first = await listIds()
    expect(first).toEqual({ ids: [expect.anything()], isLate: false })
    expect(await listIds()).toEqual(first)
  })

  it.each(['alter table subscriber rename to readers', 'begin; drop table subscriber cascade'])(
    'returns a database as migrated after: %s',
    async (change) => {
      const before = await createTestDatabase()
      await sql.raw(change).execute(before.db)
      await before.close()
      expect((await listIds()).ids).toHaveLength(1)
    },
  )
})

describe('emptyDatabase', () => {
  it('reports a change to tables, indexes, triggers, functions or schemas, and no change if there was none', async () => {
    const database = await createTestDatabase()
    const migrated = await describeSchema((statement) => sql.raw(statement).execute(database.db))
    const isEmptiedAfter = async (change: string) => {
      const transaction = await database.db.startTransaction().execute()
      await sql.raw(change).execute(transaction)
      const isEmptied = await emptyDatabase((statement) => sql.raw(statement).execute(transaction), migrated)
      await transaction.rollback().execute()
      return isEmptied
    }
    expect(await isEmptiedAfter("insert into source_budget (source, calls) values ('yahoo', '{}')")).toBe(
      true,
    )
    const unnoticed: string[] = []
    for (const change of [
      'alter table source_budget alter calls drop not null',
      'drop table job_lease',
      'create schema readers',
      'create index by_reader on subscriber (email, id)',
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on subscriber execute function refuse()`,
    ]) {
      if (await isEmptiedAfter(change)) unnoticed.push(change)
    }
    expect(unnoticed).toEqual([])
    await database.close()
  })
})

describe('emptyTables', () => {
  it.each([3, 3_000])(
    'deletes %d rows and those that refer to them, restarts their ids, and leaves other tables',
    async (count) => {
      const database = await createTestDatabase()
      const { db } = database
      await beginMonday(db, count)
      await sql`insert into delivery (edition_id, subscriber_id, position, updated_at)
        select edition.id, subscriber.id, subscriber.id, lunchpail_now() from edition, subscriber`.execute(db)
      await sql`insert into source_budget (source, calls) values ('yahoo', '{}')`.execute(db)
      await emptyTables(db, ['subscriber', 'suppression'])
      await addSubscribers(db, readers(1))
      const { rows } = await sql`select (select count(*)::int from delivery) as deliveries,
        (select count(*)::int from edition) as editions, (select count(*)::int from source_budget) as budgets,
        (select array_agg(id::int) from subscriber) as ids`.execute(db)
      expect(rows).toEqual([{ deliveries: 0, editions: 1, budgets: 1, ids: [1] }])
      await database.close()
    },
  )
})
