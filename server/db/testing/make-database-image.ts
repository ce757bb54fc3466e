import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import { MIGRATED_IMAGE } from '../../testing/test-database.ts'
import type { Tables } from '../database.ts'
import { migrateToLatest } from '../migrate.ts'

/** Runs once before the tests that begin with an embedded database: writes a migrated one to a file.
 *  @returns deletes it */
export default async function makeDatabaseImage(): Promise<() => Promise<void>> {
  // Another project of the same run has made it.
  if (process.env[MIGRATED_IMAGE] !== undefined) return () => Promise.resolve()
  const folder = await mkdtemp(path.join(tmpdir(), 'lunchpail-test-'))
  const file = path.join(folder, 'migrated.tar')
  process.env[MIGRATED_IMAGE] = file
  const embedded = await PGlite.create('memory://')
  const pool = new pg.Pool(createPgConfig(embedded))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrateToLatest(db)
  const image = await embedded.dumpDataDir('none')
  await db.destroy()
  await embedded.close()
  await writeFile(file, image.stream())
  return () => rm(folder, { recursive: true })
}
