import { promises as fs, readdirSync } from 'node:fs'
import path from 'node:path'

import { Kysely, PostgresDialect, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AppError } from '../lib/errors.ts'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Database, Tables } from './database.ts'
import { isDatabaseGone } from './database-unavailable.ts'
import { migrateToLatest } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const FOLDER = path.join(import.meta.dirname, '../../migrations')
const ALL = readdirSync(FOLDER)
  .map((file) => path.parse(file).name)
  .sort()

let database: TestDatabase
let others: Database[]

function useEmptyDatabases(): void {
  beforeEach(async () => {
    database = await createEmptyTestDatabase()
    others = []
  })
  afterEach(async () => {
    await Promise.all(others.map((other) => other.destroy()))
    await database.close()
  })
}

/** Opens a pool of its own, as another process would. */
function openOther({ connections = 10 } = {}): Database {
  const pool = new pg.Pool({ connectionString: database.url, max: connections })
  const other = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  others.push(other)
  return other
}

async function countLocks(db: Database): Promise<{ held: number; waitedFor: number }> {
  const { rows } = await sql<{ granted: boolean }>`select granted from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  const held = rows.filter(({ granted }) => granted).length
  return { held, waitedFor: rows.length - held }
}

/** Creates the tables of an older version, whose next migration changes insider_line. */
async function migrateToOlder(): Promise<{ pending: string[] }> {
  const older = '2026-12-25-notes-of-filings'
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER })
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(older)
  if (error !== undefined) throw error
  return { pending: ALL.filter((name) => name > older) }
}

const NO_LOCKS = { held: 0, waitedFor: 0 }

describe('migrateToLatest', () => {
  useEmptyDatabases()

  it('applies every migration to an empty database once, even if called twice on a pool of one connection', async () => {
    const db = database.url === undefined ? database.db : openOther({ connections: 1 })
    const applied = await Promise.all([migrateToLatest(db), migrateToLatest(db)])
    expect(applied).toEqual([ALL, []])
    expect(await countLocks(database.db)).toEqual(NO_LOCKS)
  })

  it('reports why a migration failed, rolls back, releases its lock, and continues once it is fixed', async () => {
    await sql`create table market_cache ()`.execute(database.db)
    await expect(migrateToLatest(database.db)).rejects.toThrow(
      new AppError(
        'not-ready',
        'This database has tables of another program: relation "market_cache" already exists. Nothing was done. Look at DATABASE_URL, or create a database for this program alone (createdb).',
      ),
    )
    expect(await countLocks(database.db)).toEqual(NO_LOCKS)
    await sql`drop table market_cache`.execute(database.db)
    expect(await migrateToLatest(database.db)).toEqual(ALL)
  })
})

describe('migrateToLatest of an older version', () => {
  it('reports that a newer version changed the tables, and does nothing', async () => {
    const migrated = await createTestDatabase()
    const { db } = migrated
    const name = '9999-12-31-of-tomorrow'
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '9999')`.execute(db)
    await expect(migrateToLatest(db)).rejects.toThrow(
      'This database was changed by a newer version of the program (9999-12-31-of-tomorrow), and this one does not know how to use it. Nothing was done.',
    )
    expect(await countLocks(db)).toEqual(NO_LOCKS)
    // The next tests on this database belong to this version.
    await sql`delete from kysely_migration where name = ${name}`.execute(db)
    await migrated.close()
  })
})

describe('migrateToLatest of a version from elsewhere', () => {
  it('says which migration belongs before one that is applied, and does nothing', async () => {
    const migrated = await createTestDatabase()
    const { db } = migrated
    const [late = ''] = ALL.slice(-2)
    const { rows } = await sql<{ timestamp: string }>`
      select timestamp from kysely_migration where name = ${late}`.execute(db)
    await sql`delete from kysely_migration where name = ${late}`.execute(db)
    await expect(migrateToLatest(db)).rejects.toThrow(
      `This version brings changes of the tables that belong before ones this database already has (${late}): they cannot be applied any more. Nothing was done. ` +
        'It happens where another version, such as a branch, was started on this database. Start that version, or restore a backup from before it with this one: lunchpail restore FILE --yes',
    )
    expect(await countLocks(db)).toEqual(NO_LOCKS)
    // The next tests on this database find it as it was.
    await sql`insert into kysely_migration (name, timestamp) values (${late}, ${rows[0]?.timestamp})`.execute(
      db,
    )
    await migrated.close()
  })
})

describe.skipIf(postgresUrl === undefined)(
  'a new database that cannot hold every character (only on a real Postgres: the embedded one can)',
  () => {
    useEmptyDatabases()

    it('is left as it is, with a message that says which kind to create', async () => {
      const url = new URL(database.url ?? '')
      url.pathname += '_latin'
      const name = url.pathname.slice(1)
      await sql`create database ${sql.id(name)} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`.execute(
        database.db,
      )
      const latin = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url.href }) }),
      })
      try {
        await expect(migrateToLatest(latin)).rejects.toThrow('The encoding of this database is LATIN1')
        const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(latin)
        expect(rows).toEqual([])
      } finally {
        await latin.destroy()
        await sql`drop database ${sql.id(name)}`.execute(database.db)
      }
    })
  },
)

describe.skipIf(postgresUrl === undefined)(
  'twenty processes that start together (only on a real Postgres: the embedded one has one process)',
  () => {
    useEmptyDatabases()

    it('all start on an empty database while one of them applies every migration', async () => {
      const applied = await Promise.all(Array.from({ length: 20 }, () => migrateToLatest(openOther())))
      expect(applied.flat()).toEqual(ALL)
      expect(await countLocks(database.db)).toEqual(NO_LOCKS)
    })

    it('let others read a table while a backup keeps it from being changed, and change it afterwards', async () => {
      const { pending } = await migrateToOlder()
      const read = (db: Database) => sql`select count(*) from insider_line`.execute(db)
      const waitsForIt = sql<{ waits: boolean }>`
        select exists (select from pg_locks where relation = 'insider_line'::regclass and not granted) as waits`
      const applied = await openOther()
        .transaction()
        .execute(async (backup) => {
          await read(backup)
          const migrating = migrateToLatest(openOther(), { lockMs: 100, pauseMs: 10, tries: Infinity })
          await vi.waitFor(async () => {
            expect((await waitsForIt.execute(database.db)).rows).toEqual([{ waits: true }])
          })
          await read(openOther())
          return { migrating }
        })
      expect(await applied.migrating).toEqual(pending)
    })

    it('take as long as they need, though other uses of a connection are limited', async () => {
      const limited = await openDatabase({ url: database.url ?? '' }, () => {}, { longestUseMs: 100 })
      const lock = (key: string) => sql`select pg_advisory_lock(hashtextextended(${key}, 0))`
      const applied = await openOther()
        .connection()
        .execute(async (holder) => {
          await lock('lunchpail migrations').execute(holder)
          await lock('another').execute(holder)
          const migrating = migrateToLatest(limited.db)
          await vi.waitFor(async () => {
            expect(await countLocks(database.db)).toMatchObject({ waitedFor: 1 })
          })
          // It begins later, so the migrating process is past the limit too when this one is ended.
          await expect(lock('another').execute(limited.db)).rejects.toSatisfy(isDatabaseGone)
          await sql`select pg_advisory_unlock_all()`.execute(holder)
          return { migrating }
        })
      expect(await applied.migrating).toEqual(ALL)
      await limited.close()
    })

    it('report what keeps them from changing the tables', async () => {
      await migrateToOlder()
      await openOther()
        .transaction()
        .execute(async (backup) => {
          await sql`select count(*) from insider_line`.execute(backup)
          await expect(migrateToLatest(openOther(), { lockMs: 10, pauseMs: 1, tries: 2 })).rejects.toThrow(
            'something has been using them all the time, such as a backup',
          )
        })
      expect(await countLocks(database.db)).toEqual(NO_LOCKS)
    })

    it('wait for the migrating process instead of reading a table that is being dropped', async () => {
      // Many columns, so that inspecting the table takes long.
      const columns = Array.from({ length: 1500 }, (_, i) => sql`${sql.id(`column_${i}`)} integer`)
      await sql`create table wide (${sql.join(columns)})`.execute(database.db)
      let applied: Promise<string[][]> | undefined
      await openOther()
        .connection()
        .execute(async (migrating) => {
          await sql`select pg_advisory_lock(hashtextextended('lunchpail migrations', 0))`.execute(migrating)
          await migrating.transaction().execute(async (transaction) => {
            await sql`drop table wide`.execute(transaction)
            applied = Promise.all(Array.from({ length: 20 }, () => migrateToLatest(openOther())))
            await vi.waitFor(async () => {
              expect(await countLocks(database.db)).toEqual({ held: 1, waitedFor: 20 })
            })
          })
          await sql`select pg_advisory_unlock_all()`.execute(migrating)
        })
      expect((await applied)?.flat()).toEqual(ALL)
    })
  },
)
