import path from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Database, Tables } from './database.ts'
import { lockFolder } from './folder-lock.ts'

const DATE_OID = 1082
// A date stays the text it is: as a Date it would move with the machine's time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(DATE_OID, (text: string) => text)

export interface OpenedDatabase {
  readonly db: Database
  readonly kind: 'postgres' | 'embedded'
  close(): Promise<void>
}

export type DatabaseLocation =
  | { url: string; /** For tests: all tables live in this schema. */ schema?: string }
  | { folder: string }
  | { memory: true }

/** Opens Postgres, or the embedded one in a folder that this process then holds alone.
 *  @param onIdleError  told when an idle connection is lost; the pool opens a new one by itself
 *  @throws FolderInUseError */
export async function openDatabase(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<OpenedDatabase> {
  return 'url' in location ? openPostgres(location, onIdleError) : openEmbedded(location)
}

function openPostgres(
  location: { url: string; schema?: string },
  onIdleError: (error: Error) => void,
): OpenedDatabase {
  const pool = new pg.Pool({
    connectionString: location.url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types,
    ...(location.schema === undefined ? {} : { options: `-c search_path=${location.schema}` }),
  })
  pool.on('error', onIdleError)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, kind: 'postgres', close: () => db.destroy() }
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
