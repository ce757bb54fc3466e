import { sql } from 'kysely'

import type { Database } from '../../server/db/database.ts'
import { createTestDatabase } from '../../server/testing/test-database.ts'

export interface BenchDatabase {
  readonly db: Database
  readonly url: string
  /** Drops the database. */
  close(): Promise<void>
}

/** Creates and migrates a database on the server of TEST_DATABASE_URL.
 *  @throws if that is not set or not reachable */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined || serverUrl === '') {
    throw new Error(
      'bench:send needs a Postgres: set TEST_DATABASE_URL, such as postgres://postgres@127.0.0.1:5432/postgres',
    )
  }
  process.env['LUNCHPAIL_TEST_POSTGRES'] = serverUrl
  const database = await createTestDatabase()
  const { db, url } = database
  if (url === undefined) throw new Error('The database has no address for other processes')
  return { db, url, close: () => database.close() }
}

/** Creates exactly that many subscribers, reader1@mail.example and so on, with nothing sent to any of them. */
export async function fillSubscribers(db: Database, count: number): Promise<void> {
  await forgetSending(db)
  await sql`truncate subscriber, suppression restart identity cascade`.execute(db)
  await sql`
    insert into subscriber (email, email_hash, consented_at, confirmed_at)
    select 'reader' || n || '@mail.example', encode(sha256(('reader' || n)::bytea), 'hex'), now(), now()
    from generate_series(1, ${count}::integer) as n order by n`.execute(db)
  await sql`vacuum analyze subscriber`.execute(db)
}

/** Deletes what any contender has sent, so that each starts from the same state. */
export async function forgetSending(db: Database): Promise<void> {
  await sql`truncate delivery, edition, mail_gate, mail_day restart identity cascade`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  // Pending writes of one run must not slow down the next.
  await sql`checkpoint`.execute(db)
}
