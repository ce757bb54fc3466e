import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000

// In the name of the schema: two sites may share one database.
const NUMBER = `hashtextextended('market ' || coalesce(current_schema(), '') || ' ' || $1, 0)`

export interface AdvisoryLocks extends KeyLocks {
  /** Gives back every lock and ends the connection. */
  close(): Promise<void>
}

/** Advisory locks of Postgres, all of them held by one connection of this process, which is opened when the first is
 *  asked for: however many keys are worked on, the pool for everything else stays free. Postgres frees the locks of a
 *  connection that ends, so that a killed process blocks nobody; if only the connection is lost, a second process may
 *  get the lock of a key on which this one is still working.
 *  @param onIdleError  told when the connection is lost, and when a lock could not be given back */
export function createAdvisoryLocks(url: string, onIdleError: (error: Error) => void): AdvisoryLocks {
  // A pool of one queues what is asked at the same time, and opens anew what was lost.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'lunchpail locks',
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    // Without a listener of its own, a connection lost during a query would end the process; the query tells of it.
    client.on('error', () => undefined)
  })
  /** The keys held by the present connection: for Postgres its own second lock is no conflict. */
  const heldBy = new WeakMap<pg.PoolClient, Set<string>>()
  let current: pg.PoolClient | undefined
  let isClosed = false
  pool.on('remove', (client) => {
    if (current === client) current = undefined
  })

  async function withConnection<Result>(
    work: (client: pg.PoolClient, held: Set<string>) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect()
    current = client
    let failure: Error | undefined
    try {
      let held = heldBy.get(client)
      if (!held) {
        // A machine that vanishes without a word would otherwise hold its locks for hours.
        await client.query(
          'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
        )
        held = new Set()
        heldBy.set(client, held)
      }
      return await work(client, held)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      // What is known of a connection that failed is nothing: ended, it holds no lock.
      client.release(failure)
    }
  }

  return {
    tryLock: async (key) => {
      // Whoever looks again and again while we work on a key must not take the connection from others.
      if (current && heldBy.get(current)?.has(key)) return undefined
      return withConnection(async (client, held) => {
        if (held.has(key)) return undefined
        const { rows } = await client.query<{ got: boolean }>(
          `select pg_try_advisory_lock(${NUMBER}) as got`,
          [key],
        )
        if (rows[0]?.got !== true) return undefined
        held.add(key)
        let isHeld = true
        return async () => {
          if (isClosed || !isHeld) return
          isHeld = false
          try {
            await withConnection(async (present) => {
              // Of a connection that was lost, the lock is free already, or somebody else's.
              if (present !== client) return
              held.delete(key)
              await present.query(`select pg_advisory_unlock(${NUMBER})`, [key])
            })
          } catch (error) {
            onIdleError(error instanceof Error ? error : new Error(String(error)))
          }
        }
      })
    },
    async close() {
      isClosed = true
      await pool.end()
    },
  }
}

/** Lets one holder at a time work on a key. Locks save work; they are no promise: one may be lost with a connection. */
export interface KeyLocks {
  /** @returns the way to give the lock back, which never throws; undefined while another holds it
   *  @throws the database's error where no lock can be had at all */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>
}

/** For a single process, which keeps its own order: every lock is free. */
export const freeLocks: KeyLocks = { tryLock: async () => async () => {} }
