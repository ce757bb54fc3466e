import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { giveBackEmbedded, loadEmbedded, takeEmbedded } from '../db/testing/embedded-databases.ts'

/** Name the files of embedded databases, a migrated one and one without any table: to begin with them takes a quarter of the
 *  time of creating them. */
export const MIGRATED_IMAGE = 'LUNCHPAIL_TEST_IMAGE'
export const EMPTY_IMAGE = 'LUNCHPAIL_TEST_EMPTY_IMAGE'
/** Names the migrated database on the server of LUNCHPAIL_TEST_POSTGRES that is copied. */
const MIGRATED_TEMPLATE = 'LUNCHPAIL_TEST_TEMPLATE'
/** Accepts no connections, so that many may copy it at once. */
const EMPTY_TEMPLATE = 'template0'
// The error codes of Postgres.
const INSUFFICIENT_PRIVILEGE = '42501'
const OBJECT_IN_USE = '55006'

export interface TestDatabase extends OpenedDatabase {
  /** For another process, or another pool; undefined in memory. */
  readonly url: string | undefined
}

/** A migrated database without rows: in memory by default, where one that was closed is emptied and taken again; on the
 *  server of LUNCHPAIL_TEST_POSTGRES one of its own, dropped at close. The Vitest project "postgres" sets that variable from
 *  TEST_DATABASE_URL.
 *  @throws where the user may not create databases: the error says what to do */
export async function createTestDatabase(): Promise<TestDatabase> {
  const image = process.env[MIGRATED_IMAGE]
  if (image !== undefined && !process.env['LUNCHPAIL_TEST_POSTGRES']) {
    const taken = await takeEmbedded(image)
    const opened = await openDatabase(taken, rethrow)
    return {
      ...opened,
      url: undefined,
      async close() {
        await opened.close()
        giveBackEmbedded(taken)
      },
    }
  }
  const template = process.env[MIGRATED_TEMPLATE]
  const database = await copyDatabase(template ?? EMPTY_TEMPLATE)
  if (template !== undefined) return database
  try {
    await migrateToLatest(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Puts a migrated embedded database into a DATA_DIR, for a process that starts there. */
export function fillDataFolder(folder: string): void {
  const image = process.env[MIGRATED_IMAGE]
  if (image === undefined) return
  mkdirSync(path.join(folder, 'postgres'), { recursive: true })
  execFileSync('tar', ['-xf', image, '-C', path.join(folder, 'postgres')], { stdio: 'pipe' })
}

/** The same without any table. */
export const createEmptyTestDatabase = (): Promise<TestDatabase> => copyDatabase(EMPTY_TEMPLATE)

/** Makes the database of which those of the tests on Postgres are copies.
 *  @returns drops it */
export async function makeTemplateDatabase(serverUrl: string): Promise<() => Promise<void>> {
  const name = createName()
  await onServer(serverUrl, (server) => createOnServer(server, name, EMPTY_TEMPLATE))
  await onServer(urlOf(serverUrl, name), migrateToLatest)
  process.env[MIGRATED_TEMPLATE] = name
  return () => onServer(serverUrl, (server) => dropOnServer(server, name))
}

const createName = () => `lunchpail_test_${randomBytes(6).toString('hex')}`

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const serverUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
  if (!serverUrl) {
    const image = process.env[EMPTY_IMAGE]
    const embedded = image === undefined ? undefined : await loadEmbedded(image)
    const opened = await openDatabase(embedded ? { embedded } : { memory: true }, rethrow)
    return {
      ...opened,
      url: undefined,
      async close() {
        await opened.close()
        await embedded?.close()
      },
    }
  }
  const name = createName()
  await onServer(serverUrl, (server) => createOnServer(server, name, template))
  const url = urlOf(serverUrl, name)
  const opened = await openDatabase({ url }, rethrow)
  return {
    ...opened,
    url,
    async close() {
      await opened.close()
      await onServer(serverUrl, (server) => dropOnServer(server, name))
    },
  }
}

async function createOnServer(server: Database, name: string, template: string): Promise<void> {
  try {
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server)
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
    // Postgres gives ending connections five seconds; forcing would end them with an error.
    await sql`drop database ${sql.id(name)}`.execute(server)
  } catch (error) {
    if (codeOf(error) !== OBJECT_IN_USE) throw error
    await sql`drop database ${sql.id(name)} with (force)`.execute(server)
  }
}

/** Works on a separate connection, closed afterwards. */
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
