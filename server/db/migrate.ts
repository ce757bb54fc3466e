import { promises as fs } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'

import { AppError } from '../lib/errors.ts'
import type { Database } from './database.ts'
import { withoutTimeLimit } from './open-database.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')
// Must never change: an old and a new version may start at the same time.
const LOCK = sql`hashtextextended('lunchpail migrations', 0)`

/** While a migration waits to lock a table, all later readers of that table wait behind it: every request of an older server that
 *  still runs, for as long as a backup takes. So a migration waits briefly, lets go, and tries again. */
const WAITS = { lockMs: 2_000, pauseMs: 8_000, tries: 30 }
const LOCK_NOT_AVAILABLE = '55P03'

/** Brings the schema up to date; if several processes start at once, one does it and the others wait.
 *  @returns the names of the migrations applied now, oldest first
 *  @throws AppError if another version of the program changed the tables; the error of the first migration that fails: then
 *    none of the pending ones is applied */
export async function migrateToLatest(db: Database, waits = WAITS): Promise<string[]> {
  return withoutTimeLimit(() => db.connection().execute((connection) => migrateAlone(connection, waits)))
}

async function migrateAlone(connection: Database, waits: typeof WAITS): Promise<string[]> {
  // The migrator locks only after it has inspected the tables of all schemas, which fails if one is dropped meanwhile.
  // Postgres frees both locks if the connection is lost.
  await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
  try {
    await sql`set lock_timeout = ${sql.lit(waits.lockMs)}`.execute(connection)
    return await runWhenUnread(connection, waits)
  } finally {
    await sql`reset lock_timeout`.execute(connection)
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
  }
}

async function runWhenUnread(db: Database, { pauseMs, tries }: typeof WAITS): Promise<string[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runMigrations(db)
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
      if (tried === tries) {
        throw new AppError(
          'not-ready',
          'The tables could not be changed, since something has been using them all the time, such as a backup. Nothing was done. Try again when it has ended.',
          { cause: error },
        )
      }
      await setTimeout(pauseMs)
    }
  }
}

interface ComparedMigrations {
  /** Not applied yet. */
  readonly pending: readonly string[]
  /** Pending ones that belong before an applied one, and so can no longer be applied. */
  readonly late: readonly string[]
  /** Applied, but unknown to this program. */
  readonly unknown: readonly string[]
  /** Nothing is applied yet. */
  readonly isNew: boolean
}

/** Compares the migrations of this program with those that are applied; changes nothing.
 *  @returns names of migrations, oldest first */
export async function compareMigrations(db: Database): Promise<ComparedMigrations> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  const { rows } =
    tables.length === 0
      ? { rows: [] }
      : await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const known = (await fs.readdir(MIGRATIONS)).map((file) => path.basename(file, '.ts')).toSorted()
  const pending = known.filter((name) => !applied.includes(name))
  return {
    pending,
    late: pending.filter((name) => name < (applied.at(-1) ?? '')),
    unknown: applied.filter((name) => !known.includes(name)),
    isNew: applied.length === 0,
  }
}

const provider = new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS })

async function runMigrations(db: Database): Promise<string[]> {
  const { pending, late, unknown, isNew } = await compareMigrations(db)
  if (unknown.length > 0) {
    throw new AppError(
      'not-ready',
      `This database was changed by a newer version of the program (${unknown.join(', ')}), and this one does not know how to use it. ` +
        'Nothing was done. Start the newer version, or restore a backup from before the upgrade with this one: lunchpail restore FILE --yes',
    )
  }
  if (late.length > 0) {
    throw new AppError(
      'not-ready',
      `This version brings changes of the tables that belong before ones this database already has (${late.join(', ')}): they cannot be applied any more. Nothing was done. ` +
        'It happens where another version, such as a branch, was started on this database. Start that version, or restore a backup from before it with this one: lunchpail restore FILE --yes',
    )
  }
  if (isNew) await requireAllCharacters(db)
  // Saves loading the migrations.
  if (pending.length === 0) return []
  const migrator = new Migrator({ db, provider })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (isNew && isOfAnotherProgram(error)) {
    throw new AppError(
      'not-ready',
      `This database has tables of another program: ${error.message}. Nothing was done. Look at DATABASE_URL, or create a database for this program alone (createdb).`,
      { cause: error },
    )
  }
  if (error) throw error
  return results.map((result) => result.migrationName)
}

const DUPLICATE_TABLE = '42P07'
const isOfAnotherProgram = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_TABLE

/** Encodings that hold every character: SQL_ASCII stores any bytes. */
const ENCODINGS = new Set(['UTF8', 'SQL_ASCII'])

/** @throws AppError if the database cannot hold every character: names and addresses that have one would fail later, one by one */
async function requireAllCharacters(db: Database): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding ?? ''
  if (ENCODINGS.has(encoding)) return
  throw new AppError(
    'not-ready',
    `The encoding of this database is ${encoding}, in which not every name can be written. Nothing was done. ` +
      'Create one with UTF8 (createdb --encoding=UTF8 --template=template0 NAME), and name it in DATABASE_URL.',
  )
}
