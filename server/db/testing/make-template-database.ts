import { makeTemplateDatabase } from '../../testing/test-database.ts'

/** Runs once before the tests on Postgres: makes the migrated database of which each of them begins with a copy.
 *  @returns drops it */
export default async function setUp(): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? () => Promise.resolve() : makeTemplateDatabase(url)
}
