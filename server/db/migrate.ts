import { promises as fs } from 'node:fs'
import path from 'node:path'

import { FileMigrationProvider, Migrator } from 'kysely/migration'

import type { Database } from './database.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations')

/** Brings the schema up to date, under the migrator's own lock: several processes may start at once.
 *  @returns the names of the migrations applied now, oldest first
 *  @throws the first migration's error; what came before it stays applied */
export async function migrateToLatest(db: Database, options: { schema?: string } = {}): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS }),
    ...(options.schema === undefined ? {} : { migrationTableSchema: options.schema }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
