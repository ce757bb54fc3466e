import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { Database } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Call this in a file or a suite, above its hooks: a database for its tests, open from beforeAll to the end.
 *  @param reset  what each test starts with */
export function setUpDatabase(reset?: (db: Database) => Promise<unknown>): TestDatabase {
  // Filled in place, so that the file can name it before it is open.
  const opened = {} as TestDatabase
  beforeAll(async () => void Object.assign(opened, await createTestDatabase()))
  afterAll(() => opened.close())
  if (reset) beforeEach(() => reset(opened.db))
  return opened
}
