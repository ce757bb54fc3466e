import { makeTemplateDatabase } from '../../testing/test-database.ts'

/** Runs once before the tests on Postgres: makes the migrated database that they copy.
 *  @returns a function that drops it */
export default async function setUp(): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? () => Promise.resolve() : makeTemplateDatabase(url)
}
