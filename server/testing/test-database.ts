import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'

import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'

/** Names the file of a migrated embedded database: beginning with it takes a quarter of the time of making it anew. */
export const MIGRATED_IMAGE = 'LUNCHPAIL_TEST_IMAGE'
// The error codes of Postgres.
const INSUFFICIENT_PRIVILEGE = '42501'
const OBJECT_IN_USE = '55006'

export interface TestDatabase extends OpenedDatabase {
  /** For another process, or another pool; undefined in memory. */
  readonly url: string | undefined
}

/** A fresh, migrated database: in memory by default; on the server of LUNCHPAIL_TEST_POSTGRES one of its own, dropped at
 *  close. The Vitest project "postgres" sets that variable from TEST_DATABASE_URL.
 *  @throws where the user may not create databases: the error says what to do */
export async function createTestDatabase(): Promise<TestDatabase> {
  const image = process.env[MIGRATED_IMAGE]
  if (image !== undefined && !process.env['LUNCHPAIL_TEST_POSTGRES']) {
    return {
      ...(await openDatabase({ memory: true, image: await openAsBlob(image) }, rethrow)),
      url: undefined,
    }
  }
  const database = await createEmptyTestDatabase()
  try {
    await migrateToLatest(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** The same without any table. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
  if (!serverUrl) return { ...(await openDatabase({ memory: true }, rethrow)), url: undefined }
  const name = `lunchpail_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, (server) => createOnServer(server, name))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const opened = await openDatabase({ url: url.href }, rethrow)
  return {
    ...opened,
    url: url.href,
    async close() {
      await opened.close()
      await onServer(serverUrl, (server) => dropOnServer(server, name))
    },
  }
}

async function createOnServer(server: Database, name: string): Promise<void> {
  try {
    // Nobody can be connected to template0, so that many may copy it at once.
    await sql`create database ${sql.id(name)} template template0`.execute(server)
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await sql<{ role: string }>`select quote_ident(current_user) as role`.execute(server)
    throw new Error(
      `Each test makes a database of its own, and the user of TEST_DATABASE_URL may not create one. ` +
        `Let a superuser run: alter role ${rows[0]?.role} createdb`,
      { cause: error },
    )
  }
}

async function dropOnServer(server: Database, name: string): Promise<void> {
  try {
    // Postgres gives connections that are ending five seconds; by force it would end them with an error.
    await sql`drop database ${sql.id(name)}`.execute(server)
  } catch (error) {
    if (codeOf(error) !== OBJECT_IN_USE) throw error
    await sql`drop database ${sql.id(name)} with (force)`.execute(server)
  }
}

/** On a connection of its own, which ends with the work. */
async function onServer(url: string, work: (server: Database) => Promise<unknown>): Promise<void> {
  const server = await openDatabase({ url }, rethrow)
  try {
    await work(server.db)
  } finally {
    await server.close()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function rethrow(error: Error): never {
  throw error
}
