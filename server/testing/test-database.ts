import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import {
  describeSchema,
  emptyDatabase,
  emptyTables as emptyOnly,
  giveBackEmbedded,
  loadEmbedded,
  takeEmbedded,
  type Ask,
  type Made,
} from '../db/testing/used-databases.ts'

/** Variables that name image files of embedded databases, one migrated and one without tables; starting from an image takes
 *  a quarter of the time of creating one. */
export const MIGRATED_IMAGE = 'LUNCHPAIL_TEST_IMAGE'
export const EMPTY_IMAGE = 'LUNCHPAIL_TEST_EMPTY_IMAGE'
/** Variable that names the migrated template database on the server of LUNCHPAIL_TEST_POSTGRES. */
const MIGRATED_TEMPLATE = 'LUNCHPAIL_TEST_TEMPLATE'
/** Accepts no connections, so many can copy it at once. */
const EMPTY_TEMPLATE = 'template0'
// Postgres error codes.
const INSUFFICIENT_PRIVILEGE = '42501'
const OBJECT_IN_USE = '55006'

export interface TestDatabase extends OpenedDatabase {
  /** For another process or pool; undefined in memory. */
  readonly url: string | undefined
}

/** Creates a migrated database without rows, in memory by default or on the server of LUNCHPAIL_TEST_POSTGRES; reuses a
 *  closed one after emptying it. The Vitest project "postgres" sets that variable from TEST_DATABASE_URL.
 *  @throws Error if the user may not create databases; it says what to do */
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

/** Puts an embedded database into a DATA_DIR, for what starts with it: a migrated one, or one without any table. */
export function fillDataFolder(folder: string, { isEmpty = false } = {}): void {
  const image = process.env[isEmpty ? EMPTY_IMAGE : MIGRATED_IMAGE]
  if (image === undefined) return
  mkdirSync(path.join(folder, 'postgres'), { recursive: true })
  execFileSync('tar', ['-xf', image, '-C', path.join(folder, 'postgres')], { stdio: 'pipe' })
}

/** Deletes all rows of tables and of those that refer to them.
 *  @param options.keepsIds  true: later rows get ids that no row has had; by default ids start over */
export const emptyTables = (
  db: DatabaseOrTransaction,
  names: readonly string[],
  options: { keepsIds?: boolean } = {},
): Promise<void> => emptyOnly(asking(db), { names, ...options })

/** Creates a database without any table. */
export const createEmptyTestDatabase = (): Promise<TestDatabase> => copyDatabase(EMPTY_TEMPLATE)

/** Creates the template database that the tests on Postgres copy.
 *  @returns a function that drops it and its copies */
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

/** Closed databases on the server, oldest first, for the next tests of this process. */
const idle: (Made & { url: string })[] = []

/** Takes a closed database without connections, or a new one; all are dropped with the template. */
async function takeOnServer(serverUrl: string, template: string): Promise<TestDatabase> {
  const used = idle.shift()
  if (used?.url.startsWith(urlOf(serverUrl, template))) {
    const opened = await openDatabase(used, rethrow)
    const ask = asking(opened.db)
    // Other connections, such as that of a killed process at its last statement. A connection that only checked whether the
    // database exists has no query.
    const { rows: others } = await ask(`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query <> ''`)
    if (others.length === 0 && (await emptyDatabase(ask, used))) return lend(opened, used)
    await opened.close()
    if (others.length > 0) idle.push(used)
  }
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, async (server) => {
    await createOnServer(server, name, template)
    // These need not survive a power cut.
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
  (db: DatabaseOrTransaction): Ask =>
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
    // Postgres waits five seconds for connections to end; force would end them with an error.
    await sql`drop database ${sql.id(name)}`.execute(server)
  } catch (error) {
    if (codeOf(error) !== OBJECT_IN_USE) throw error
    await sql`drop database ${sql.id(name)} with (force)`.execute(server)
  }
}

/** Runs work on a separate connection, closed afterwards. */
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
