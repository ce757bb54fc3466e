import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { createAdvisoryLocks, endNow, freeLocks, type KeyLocks } from './advisory-locks.ts'
import { DatabaseUnavailableError, WrongDatabaseError } from './database-unavailable.ts'
import type { Database, Tables } from './database.ts'
import { isForRequest } from '../lib/askers.ts'
import { findFreeBytes } from '../lib/folders.ts'
import { afterWait, asOwnWait } from '../lib/patience.ts'
import { lockFolder } from './folder-lock.ts'

const DATE_OID = 1082
/** The longest statement, freezing an edition of a million recipients, takes half a minute. Changing the tables may take longer, and
 *  has no limit. */
const LONGEST_USE_MS = 10 * 60_000
/** The longest that a request may use a connection. Its statements take a second at most, but a read may be shared by many
 *  requests, which then all wait. */
const LONGEST_OF_REQUEST_MS = 15_000
const LONGEST_CLOSE_MS = 10_000
/** How long a new connection may take, and how long its asker waits for one. */
const LONGEST_CONNECT_MS = 10_000
/** Overrides settings of the server that would change results: the order of day and month in dates, and what a transaction sees
 *  after waiting for a lock. Without the others the server would keep the locks of a connection that disappeared for hours. */
const ON_CONNECT = `set datestyle = 'ISO'; set default_transaction_isolation = 'read committed';
  set idle_in_transaction_session_timeout = '2min';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`
// Dates stay text: as a Date they would depend on the machine's time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(DATE_OID, (text: string) => text)

export interface OpenedDatabase {
  readonly db: Database
  readonly kind: 'postgres' | 'embedded'
  /** Shared by all processes on this database. */
  readonly locks: KeyLocks
  /** Dumps the folder of the embedded database as a gzipped tar, between two statements; Postgres has its own tools for that. */
  readonly dumpFolder?: () => Promise<Blob>
  /** Makes the room of deleted rows, and of the log of changes, available to new ones: of the embedded database, which has no process
   *  beside it that would. Needed every few minutes; holds everybody up for 1 to 2 ms per megabyte written since. Leaves a
   *  full disk alone. */
  readonly tidy?: () => Promise<void>
  close(): Promise<void>
}

/** The folder of the embedded database within DATA_DIR. */
export const embeddedFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

/** embedded: a database that is already open, and stays open when the opened database is closed. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true } | { embedded: PGlite }

/** Opens Postgres if DATABASE_URL is set, else the embedded database of DATA_DIR.
 *  @throws WrongDatabaseError if the settings belong to docker compose, whose database is another one */
export async function openConfiguredDatabase(
  config: Pick<Config, 'isForCompose' | 'databaseUrl' | 'dataDir'>,
  onLostConnection: (error: Error) => void,
): Promise<OpenedDatabase> {
  if (config.isForCompose) throw new WrongDatabaseError(config.dataDir)
  return openDatabase(
    config.databaseUrl === undefined ? { folder: config.dataDir } : { url: config.databaseUrl },
    onLostConnection,
  )
}

/** Opens Postgres, or an embedded database, whose folder this process then locks.
 *  @param onLostConnection  called when an idle connection, or the one that holds the locks, is lost; a new one is opened
 *                           automatically
 *  @param options  for tests: shorter limits, another disk
 *  @throws FolderInUseError, DataFolderError; DatabaseUnavailableError if Postgres accepts no connection */
export async function openDatabase(
  location: DatabaseLocation,
  onLostConnection: (error: Error) => void,
  options: {
    longestUseMs?: number
    longestOfRequestMs?: number
    longestConnectMs?: number
    findFree?: typeof findFreeBytes
  } = {},
): Promise<OpenedDatabase> {
  return 'url' in location
    ? openPostgres(location, onLostConnection, options)
    : openEmbedded(location, options.findFree)
}

async function openPostgres(
  { url }: { url: string },
  onLostConnection: (error: Error) => void,
  {
    longestUseMs = LONGEST_USE_MS,
    longestOfRequestMs = LONGEST_OF_REQUEST_MS,
    longestConnectMs = LONGEST_CONNECT_MS,
  }: { longestUseMs?: number; longestOfRequestMs?: number; longestConnectMs?: number },
): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: longestConnectMs,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    // Neither in Kysely's hook for new connections nor in `verify`: a connection lost there, or one that nobody waits for any more,
    // would keep its place in the pool.
    async onConnect(client) {
      const forget = afterWait(longestConnectMs, () => endNow(client))
      try {
        await client.query(ON_CONNECT)
      } finally {
        forget()
      }
    },
  })
  pool.on('error', onLostConnection)
  const uses = watchUse(pool)
  // Without a listener, losing a connection in use would end the process; its query reports the loss.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  try {
    const client = await pool.connect()
    // Destroyed, since Kysely ends the pool only if it was used: an idle connection would stay open.
    client.release(true)
  } catch (error) {
    await pool.end()
    throw new DatabaseUnavailableError(url, error)
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: withNotedWaits(pool, (client) =>
        uses.begin(client, isUnlimited() ? undefined : isForRequest() ? longestOfRequestMs : longestUseMs),
      ),
    }),
  })
  const locks = createAdvisoryLocks(url, onLostConnection)
  return {
    db,
    kind: 'postgres',
    locks,
    async close() {
      // Nothing should be running by now: a connection still in use waits for an answer that never comes.
      const overdue = setTimeout(uses.endAll, LONGEST_CLOSE_MS)
      await Promise.all([locks.close(), db.destroy()])
      clearTimeout(overdue)
    },
  }
}

const unlimited = new AsyncLocalStorage<true>()
const isUnlimited = () => unlimited.getStore() ?? false

/** Runs work that may use a connection for as long as it takes, such as changing large tables. A connection that goes dead meanwhile
 *  is noticed by TCP, after some eleven minutes. */
export const withoutTimeLimit = <Result>(work: () => Result): Result => unlimited.run(true, work)

/** Records waiting for a connection while all are in use as a wait of our own, not a fault of the database.
 *  @param onTaken  called with each connection, in the context of whoever gets it */
function withNotedWaits(pool: pg.Pool, onTaken: (client: pg.PoolClient) => void = () => {}): PostgresPool {
  const isFull = () => pool.totalCount >= pool.options.max && pool.waitingCount >= pool.idleCount
  return {
    options: pool.options,
    async connect() {
      const client = await (isFull() ? asOwnWait(pool.connect()) : pool.connect())
      onTaken(client)
      return client
    },
    end: () => pool.end(),
  }
}

/** Ends connections that have been in use for longer than any statement takes; their statements then fail. A connection that
 *  went dead silently never answers: until it is ended, the pool lacks it, and every request that waits for its result hangs. */
function watchUse(pool: pg.Pool) {
  const inUse = new Map<pg.PoolClient, () => void>()
  pool.on('release', (_error, client) => {
    inUse.get(client)?.()
    inUse.delete(client)
  })
  return {
    begin(this: void, client: pg.PoolClient, longestMs: number | undefined): void {
      const end = () => endNow(client)
      inUse.set(client, longestMs === undefined ? () => {} : afterWait(longestMs, end, { keepsAlive: false }))
    },
    endAll(this: void): void {
      for (const client of inUse.keys()) endNow(client)
    },
  }
}

/** How long statements may run on the embedded database, one after another, before the process does anything else. */
const LONGEST_STRETCH_MS = 10

/** The embedded database runs in this thread and answers without waiting for anything, so a whole queue of statements would
 *  run before anybody else's request is read.
 *  @returns the part of the database that its connections use, with pauses in which the rest of the process continues */
function withPauses(embedded: PGlite): PGlite {
  let goingOnSinceMs = 0
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    if (performance.now() - goingOnSinceMs >= LONGEST_STRETCH_MS) {
      await setImmediate()
      goingOnSinceMs = performance.now()
    }
    return embedded.execProtocolStream(message, options)
  }
  return { waitReady: embedded.waitReady, execProtocolStream } satisfies Partial<PGlite> as PGlite
}

/** With no room at all, a checkpoint fails, and this database then answers nothing until the process is restarted. With a little, it is
 *  what makes more. */
const ROOM_TO_TIDY_BYTES = 4 * 1024 * 1024

async function tidy(db: Database, hasRoom: () => Promise<boolean>): Promise<void> {
  if (!(await hasRoom())) return
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  try {
    for (const { name } of rows) await sql`vacuum ${sql.table(name)}`.execute(db)
  } finally {
    if (await hasRoom()) await sql`checkpoint`.execute(db)
  }
}

async function openEmbedded(
  location: Exclude<DatabaseLocation, { url: string }>,
  findFree = findFreeBytes,
): Promise<OpenedDatabase> {
  // Loaded only here: 20 MB of WebAssembly that a server on Postgres does not need.
  const [pglite, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  const lock = 'folder' in location ? lockFolder(location.folder) : undefined
  const hasRoom = async () =>
    !('folder' in location) || (await findFree(location.folder)) >= ROOM_TO_TIDY_BYTES
  try {
    const embedded =
      'embedded' in location
        ? location.embedded
        : await pglite.PGlite.create('folder' in location ? embeddedFolder(location.folder) : 'memory://')
    const pool = new pg.Pool({
      ...(createPgConfig(withPauses(embedded)) as unknown as pg.PoolConfig),
      types,
    })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNotedWaits(pool) }) })
    return {
      db,
      kind: 'embedded',
      locks: freeLocks,
      dumpFolder: () => embedded.dumpDataDir('gzip'),
      tidy: () => tidy(db, hasRoom),
      async close() {
        await db.destroy()
        // Kysely ends the pool only if it was used; otherwise a later query would go to a database that is closed.
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
