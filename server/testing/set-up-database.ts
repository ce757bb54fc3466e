import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { Database } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Call this once per file: a database for its tests.
 *  @param reset  what each test starts with */
export function setUpDatabase(reset: (db: Database) => Promise<void>): { readonly db: Database } {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => reset(database.db))
  return {
    get db() {
      return database.db
    },
  }
}
