import path from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import { createAdvisoryLocks } from './advisory-locks.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import type { Database, Tables } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { freeLocks, type KeyLocks } from './key-locks.ts'

const DATE_OID = 1082
// A date stays the text it is: as a Date it would move with the machine's time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(DATE_OID, (text: string) => text)

export interface OpenedDatabase {
  readonly db: Database
  readonly kind: 'postgres' | 'embedded'
  /** Of all processes on this database. */
  readonly locks: KeyLocks
  close(): Promise<void>
}

export type DatabaseLocation = { url: string } | { folder: string } | { memory: true }

/** Opens Postgres, or the embedded one in a folder that this process then holds alone.
 *  @param onIdleError  told when an idle connection is lost; the pool opens a new one by itself
 *  @throws FolderInUseError, DataFolderError; DatabaseUnavailableError where Postgres takes no connection */
export async function openDatabase(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<OpenedDatabase> {
  return 'url' in location ? openPostgres(location, onIdleError) : openEmbedded(location)
}

async function openPostgres(
  { url }: { url: string },
  onIdleError: (error: Error) => void,
): Promise<OpenedDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types })
  pool.on('error', onIdleError)
  // Without a listener of its own, a connection that is lost while in use would end the process; its query tells of it.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  try {
    const client = await pool.connect()
    // Kysely ends the pool only if it was asked something: an idle connection would stay.
    client.release(true)
  } catch (error) {
    await pool.end()
    throw new DatabaseUnavailableError(url, error)
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const locks = createAdvisoryLocks(url, onIdleError)
  return {
    db,
    kind: 'postgres',
    locks,
    async close() {
      await Promise.all([locks.close(), db.destroy()])
    },
  }
}

async function openEmbedded(location: { folder: string } | { memory: true }): Promise<OpenedDatabase> {
  // Loaded only here: 20 MB of WebAssembly that a server on Postgres never needs.
  const [{ PGlite }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  const lock = 'folder' in location ? lockFolder(location.folder) : undefined
  try {
    const embedded = await PGlite.create(
      'folder' in location ? path.join(location.folder, 'postgres') : 'memory://',
    )
    const pool = new pg.Pool({ ...(createPgConfig(embedded) as unknown as pg.PoolConfig), types })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return {
      db,
      kind: 'embedded',
      locks: freeLocks,
      async close() {
        await db.destroy()
        await embedded.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}
