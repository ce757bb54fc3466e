import type { Socket } from 'node:net'

import pg from 'pg'
import { afterWait } from '../lib/patience.ts'

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 5_000
/** Keys per statement; those that arrive while one runs go into the next. */
const MOST_KEYS = 200
// Otherwise a machine that disappears silently would hold its locks for hours.
const ON_CONNECT =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

// The number includes the schema, since two sites may share one database.
const NUMBER = `hashtextextended('market ' || coalesce(current_schema(), '') || ' ' || key, 0)`
const LOCK = `select pg_try_advisory_lock(${NUMBER}) as got from unnest($1::text[]) with ordinality as wanted (key, place)
  order by place`
const UNLOCK = `select pg_advisory_unlock(${NUMBER}) from unnest($1::text[]) as returned (key)`

export interface AdvisoryLocks extends KeyLocks {
  /** Releases every lock and ends the connection. */
  close(): Promise<void>
}

interface Connection {
  readonly client: pg.Client
  /** Needed because Postgres grants a second lock on a key to the connection that already holds it. */
  readonly held: Set<string>
}

/** Advisory locks of Postgres, all held by one connection of this process, which is opened for the first lock: however many
 *  keys are in use, the pool stays free for everything else. Postgres frees the locks of a connection that ends, so a killed
 *  process blocks nobody; if only the connection is lost, a second process may lock a key that this one is still working on.
 *
 *  Requests that arrive while a statement runs go into the next one. Releases go first, so that no queue can delay them. After
 *  any failure the connection is closed, which frees its locks.
 *  @param onLost  called with the reason when the connection was lost or closed */
export function createAdvisoryLocks(url: string, onLost: (error: Error) => void): AdvisoryLocks {
  let current: Connection | undefined
  let isClosed = false
  /** Requested keys that are waiting to be tried or being tried. */
  const wanted = new Map<string, PromiseWithResolvers<Connection | undefined>>()
  let returned: { connection: Connection; key: string; resolve: () => void }[] = []
  let working: Promise<void> | undefined

  function lose(connection: Connection, cause: unknown): void {
    if (current !== connection) return
    current = undefined
    // Not awaited: this makes statements in progress on the connection fail.
    connection.client.end().catch(() => undefined)
    onLost(new Error('the connection that holds the locks was ended: they are all free', { cause }))
  }

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'lunchpail locks',
    })
    const connection = { client, held: new Set<string>() }
    client.on('error', (error) => lose(connection, error))
    try {
      await client.connect()
      await client.query(ON_CONNECT)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    current = connection
    return connection
  }

  async function tryWanted(): Promise<void> {
    const tried = [...wanted].slice(0, MOST_KEYS)
    try {
      const connection = current ?? (await connect())
      try {
        const { rows } = await connection.client.query<{ got: boolean }>(LOCK, [tried.map(([key]) => key)])
        for (const [index, [key, { resolve }]] of tried.entries()) {
          const isHeld = rows[index]?.got === true
          if (isHeld) connection.held.add(key)
          wanted.delete(key)
          resolve(isHeld ? connection : undefined)
        }
      } catch (error) {
        lose(connection, error)
        throw error
      }
    } catch (error) {
      // The others would wait for the same connection.
      for (const { reject } of wanted.values()) reject(error)
      wanted.clear()
    }
  }

  async function releaseReturned(): Promise<void> {
    const [now, later] = [returned.slice(0, MOST_KEYS), returned.slice(MOST_KEYS)]
    returned = later
    const connection = current
    // After a lost connection the lock is already free, or somebody else's.
    const keys = now.filter((each) => each.connection === connection).map(({ key }) => key)
    if (connection && keys.length > 0) {
      try {
        await connection.client.query(UNLOCK, [keys])
        for (const key of keys) connection.held.delete(key)
      } catch (error) {
        lose(connection, error)
      }
    }
    for (const { resolve } of now) resolve()
  }

  async function runQueue(): Promise<void> {
    while (returned.length > 0 || wanted.size > 0)
      await (returned.length > 0 ? releaseReturned() : tryWanted())
    working = undefined
  }

  async function release(connection: Connection, key: string): Promise<void> {
    if (isClosed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    returned.push({ connection, key, resolve })
    working ??= runQueue()
    await promise
  }

  return {
    async tryLock(key) {
      if (isClosed) throw new Error('The locks are closed.')
      // Polling while this process works on a key costs no statement.
      if (current?.held.has(key) || wanted.has(key)) return undefined
      const asked = Promise.withResolvers<Connection | undefined>()
      wanted.set(key, asked)
      working ??= runQueue()
      const connection = await asked.promise
      if (!connection) return undefined
      let released: Promise<void> | undefined
      return () => (released ??= release(connection, key))
    },
    async close() {
      isClosed = true
      await working
      const connection = current
      current = undefined
      if (!connection) return
      // The other side of a connection that died silently never closes it.
      const forget = afterWait(CLOSE_TIMEOUT_MS, () => endNow(connection.client))
      await connection.client.end()
      forget()
    },
  }
}

/** Closes the socket without a goodbye, which the server would not receive. */
export function endNow(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

/** Lets one holder at a time work on a key. Locks save work but guarantee nothing: a lock may be lost with its connection. */
export interface KeyLocks {
  /** @returns a function that releases the lock and never throws; undefined while another holder has it
   *  @throws the database's error if no lock can be taken at all */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>
}

/** For a single process, which needs no locks: every lock is granted. */
export const freeLocks: KeyLocks = { tryLock: async () => async () => {} }
