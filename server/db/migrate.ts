import { promises as fs } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'

import type { Database } from './database.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')
// Must never change: an old and a new version may start together.
const LOCK = sql`hashtextextended('lunchpail migrations', 0)`

/** Brings the schema up to date; of several processes that start at once, one does it and the others wait.
 *  @returns the names of the migrations applied now, oldest first
 *  @throws the first migration's error; none of those that were due is applied then */
export async function migrateToLatest(db: Database): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // The migrator takes a lock of its own only after it has looked over the tables of all schemas, which fails when
    // one of them is dropped meanwhile. Postgres frees both if the connection is lost.
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await runMigrations(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

async function runMigrations(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
