import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import { EMPTY_IMAGE, MIGRATED_IMAGE } from '../../testing/test-database.ts'
import type { Tables } from '../database.ts'
import { migrateToLatest } from '../migrate.ts'

/** Runs once before tests on embedded databases: writes a migrated and an empty one to files.
 *  @returns a function that deletes them */
export default async function makeDatabaseImage(): Promise<() => Promise<void>> {
  // Already made by another project of the same run.
  if (process.env[MIGRATED_IMAGE] !== undefined) return () => Promise.resolve()
  // Two databases are made here and no more: compiling them better than that takes longer than it saves.
  setFlagsFromString('--liftoff-only')
  const folder = await mkdtemp(path.join(tmpdir(), 'lunchpail-test-'))
  process.env[MIGRATED_IMAGE] = path.join(folder, 'migrated.tar')
  process.env[EMPTY_IMAGE] = path.join(folder, 'empty.tar')
  // Leaving out what no test uses makes an image 16 MB instead of 40, and every test that loads one pays for its size.
  const embedded = await PGlite.create({ dataDir: 'memory://', initDbStartParams: ['--wal-segsize=1'] })
  await embedded.exec('update pg_database set datistemplate = false')
  for (const unused of ['template0', 'template1']) await embedded.exec(`drop database ${unused}`)
  await writeFile(process.env[EMPTY_IMAGE], (await embedded.dumpDataDir('none')).stream())
  const pool = new pg.Pool(createPgConfig(embedded))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrateToLatest(db)
  const image = await embedded.dumpDataDir('none')
  await db.destroy()
  await embedded.close()
  await writeFile(process.env[MIGRATED_IMAGE], image.stream())
  return () => rm(folder, { recursive: true })
}
