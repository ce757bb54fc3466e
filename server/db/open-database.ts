import type { Socket } from 'node:net'
import path from 'node:path'

import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createAdvisoryLocks, freeLocks, type KeyLocks } from './advisory-locks.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import type { Database, Tables } from './database.ts'
import { waitForOurselves } from '../lib/patience.ts'
import { lockFolder } from './folder-lock.ts'

const DATE_OID = 1082
/** A million recipients are written down in half a minute. */
const LONGEST_USE_MS = 10 * 60_000
const LONGEST_CLOSE_MS = 10_000
const ON_CONNECT = `set idle_in_transaction_session_timeout = '2min';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`
// A date stays the text it is: as a Date it would move with the machine's time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(DATE_OID, (text: string) => text)

export interface OpenedDatabase {
  readonly db: Database
  readonly kind: 'postgres' | 'embedded'
  /** Shared by all processes on this database. */
  readonly locks: KeyLocks
  /** The folder of the embedded database as a tar in gzip, between two statements; Postgres has tools of its own for that. */
  readonly dumpFolder?: () => Promise<Blob>
  close(): Promise<void>
}

/** embedded: one that is already open, and stays open when this is closed. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true } | { embedded: PGlite }

/** Opens Postgres, or the embedded one in a folder that this process then holds alone.
 *  @param onLostConnection  called when an idle connection, or the one that holds the locks, is lost; a new one is opened
 *                           automatically
 *  @throws FolderInUseError, DataFolderError; DatabaseUnavailableError where Postgres takes no connection */
export async function openDatabase(
  location: DatabaseLocation,
  onLostConnection: (error: Error) => void,
): Promise<OpenedDatabase> {
  return 'url' in location ? openPostgres(location, onLostConnection) : openEmbedded(location)
}

async function openPostgres(
  { url }: { url: string },
  onLostConnection: (error: Error) => void,
): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  })
  pool.on('error', onLostConnection)
  const endOverdue = watchUse(pool)
  // Without a listener, a connection lost while in use would end the process; its query reports the loss.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  try {
    const client = await pool.connect()
    // Kysely ends the pool only if it was used: an idle connection would stay.
    client.release(true)
  } catch (error) {
    await pool.end()
    throw new DatabaseUnavailableError(url, error)
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: notingWaits(pool),
      // The server would keep the locks of a vanished connection for hours.
      async onCreateConnection(connection) {
        await connection.executeQuery(CompiledQuery.raw(ON_CONNECT))
      },
    }),
  })
  const locks = createAdvisoryLocks(url, onLostConnection)
  return {
    db,
    kind: 'postgres',
    locks,
    async close() {
      // Nothing should be running any more: what is still in use waits for an answer that never comes.
      const overdue = setTimeout(endOverdue, LONGEST_CLOSE_MS)
      await Promise.all([locks.close(), db.destroy()])
      clearTimeout(overdue)
    },
  }
}

/** Waiting for a connection while all are in use is a wait for ourselves, and no fault of the database. */
function notingWaits(pool: pg.Pool): PostgresPool {
  const isFull = () => pool.totalCount >= pool.options.max && pool.waitingCount >= pool.idleCount
  return {
    options: pool.options,
    connect: () => (isFull() ? waitForOurselves(pool.connect()) : pool.connect()),
    end: () => pool.end(),
  }
}

/** Ends connections that are in use for longer than anything takes: of a line that went dead without a word no answer
 *  comes, and each such connection would be lost to the pool for good. What they were asked is then answered with an error.
 *  @returns ends all that are in use */
function watchUse(pool: pg.Pool): () => void {
  const inUse = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    inUse.set(client, setTimeout(endNow, LONGEST_USE_MS, client).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(inUse.get(client))
    inUse.delete(client)
  })
  return () => {
    for (const client of inUse.keys()) endNow(client)
  }
}

/** Without a goodbye, which the server would not receive. */
function endNow(client: pg.PoolClient): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

async function openEmbedded(location: Exclude<DatabaseLocation, { url: string }>): Promise<OpenedDatabase> {
  // Loaded only here: 20 MB of WebAssembly that a server on Postgres never needs.
  const [pglite, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  const lock = 'folder' in location ? lockFolder(location.folder) : undefined
  try {
    const embedded =
      'embedded' in location
        ? location.embedded
        : await pglite.PGlite.create(
            'folder' in location ? path.join(location.folder, 'postgres') : 'memory://',
          )
    const pool = new pg.Pool({ ...(createPgConfig(embedded) as unknown as pg.PoolConfig), types })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: notingWaits(pool) }) })
    return {
      db,
      kind: 'embedded',
      locks: freeLocks,
      dumpFolder: () => embedded.dumpDataDir('gzip'),
      async close() {
        await db.destroy()
        // Kysely ends the pool only if it was asked something; a later question would be put to a database that is gone.
        if (!pool.ended) await pool.end()
        if (!('embedded' in location)) await embedded.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}
