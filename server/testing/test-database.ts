import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { migrateToLatest } from '../db/migrate.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'

const rethrow = (error: Error) => {
  throw error
}

/** A fresh, migrated database: in memory by default; on LUNCHPAIL_TEST_POSTGRES a schema of its own, dropped at close.
 *  The Vitest project "postgres" sets that variable from TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<OpenedDatabase> {
  const url = process.env['LUNCHPAIL_TEST_POSTGRES']
  if (!url) {
    const opened = await openDatabase({ memory: true }, rethrow)
    await migrateToLatest(opened.db)
    return opened
  }
  const schema = `test_${randomBytes(6).toString('hex')}`
  const opened = await openDatabase({ url, schema }, rethrow)
  await sql`create schema ${sql.id(schema)}`.execute(opened.db)
  await migrateToLatest(opened.db, { schema })
  return {
    ...opened,
    async close() {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(opened.db)
      await opened.close()
    },
  }
}
