import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import {
  describeSchema,
  emptyDatabase,
  giveBackEmbedded,
  loadEmbedded,
  takeEmbedded,
  type Ask,
  type Made,
} from '../db/testing/used-databases.ts'

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

/** A migrated database without rows, in memory by default, or on the server of LUNCHPAIL_TEST_POSTGRES; one that was closed
 *  is emptied and taken again. The Vitest project "postgres" sets that variable from TEST_DATABASE_URL.
 *  @throws where the user may not create databases: the error says what to do */
export async function createTestDatabase(): Promise<TestDatabase> {
  const image = process.env[MIGRATED_IMAGE]
  const serverUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
  if (image !== undefined && !serverUrl) {
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
  if (serverUrl && template !== undefined) return takeOnServer(serverUrl, template)
  const database = await copyDatabase(EMPTY_TEMPLATE)
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
  return () =>
    onServer(serverUrl, async (server) => {
      const { rows } = await sql<{ made: string }>`
        select datname as made from pg_database where starts_with(datname, ${name})`.execute(server)
      for (const { made } of rows) await dropOnServer(server, made)
    })
}

const createName = () => `lunchpail_test_${randomBytes(6).toString('hex')}`

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Those on the server that were closed, the oldest first, for the next tests of this process. */
const idle: (Made & { url: string })[] = []

/** One that was closed and that nobody is connected to any more, or a new one; all of them are dropped with the template. */
async function takeOnServer(serverUrl: string, template: string): Promise<TestDatabase> {
  const used = idle.shift()
  if (used?.url.startsWith(urlOf(serverUrl, template))) {
    const opened = await openDatabase(used, rethrow)
    const ask = asking(opened.db)
    // Such as that of a process that was killed, at its last statement. The one that looked whether there is a database never asks.
    const { rows: others } = await ask(`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query <> ''`)
    if (others.length === 0 && (await emptyDatabase(ask, used))) return lend(opened, used)
    await opened.close()
    if (others.length > 0) idle.push(used)
  }
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, async (server) => {
    await createOnServer(server, name, template)
    // These are to outlive no power cut.
    await sql`alter database ${sql.id(name)} set synchronous_commit to off`.execute(server)
  })
  const url = urlOf(serverUrl, name)
  const opened = await openDatabase({ url }, rethrow)
  return lend(opened, { url, ...(await describeSchema(asking(opened.db))) })
}

const lend = (opened: OpenedDatabase, used: Made & { url: string }): TestDatabase => ({
  ...opened,
  url: used.url,
  async close() {
    await opened.close()
    idle.push(used)
  },
})

const asking =
  (db: Database): Ask =>
  (statement) =>
    sql.raw(statement).execute(db)

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
