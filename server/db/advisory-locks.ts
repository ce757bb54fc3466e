import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000
/** Limit of one statement: what arrives while it runs goes with the next. */
const MOST_KEYS = 200
// A machine that vanishes without a word would otherwise hold its locks for hours.
const ON_CONNECT =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

// In the name of the schema: two sites may share one database.
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
  /** To Postgres, a connection's own second lock is no conflict. */
  readonly held: Set<string>
}

/** Advisory locks of Postgres, all of them held by one connection of this process, which is opened when the first is
 *  asked for: however many keys are worked on, the pool for everything else stays free. Postgres frees the locks of a
 *  connection that ends, so that a killed process blocks nobody; if only the connection is lost, a second process may
 *  get the lock of a key on which this one is still working.
 *
 *  What is asked while a statement runs goes with the next one, and what is given back goes first: no line grows in which a
 *  lock could wait for ever to be given back. A connection on which anything failed is ended, and its locks with it.
 *  @param onLost  told when the connection was lost or ended, and why */
export function createAdvisoryLocks(url: string, onLost: (error: Error) => void): AdvisoryLocks {
  let current: Connection | undefined
  let isClosed = false
  /** Those that are asked for right now, by their keys. */
  const wanted = new Map<string, PromiseWithResolvers<Connection | undefined>>()
  let returned: { connection: Connection; key: string; settle: () => void }[] = []
  let working: Promise<void> | undefined

  function lose(connection: Connection, cause: unknown): void {
    if (current !== connection) return
    current = undefined
    // Ended without waiting: statements under way on it fail.
    connection.client.end().catch(() => undefined)
    onLost(new Error('the connection that holds the locks was ended: they are all free', { cause }))
  }

  async function connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
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
      // Each would wait for the same one.
      for (const { reject } of wanted.values()) reject(error)
      wanted.clear()
    }
  }

  async function giveBackReturned(): Promise<void> {
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
    for (const { settle } of now) settle()
  }

  async function workOff(): Promise<void> {
    while (returned.length > 0 || wanted.size > 0)
      await (returned.length > 0 ? giveBackReturned() : tryWanted())
    working = undefined
  }

  async function giveBack(connection: Connection, key: string): Promise<void> {
    if (isClosed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    returned.push({ connection, key, settle: resolve })
    working ??= workOff()
    await promise
  }

  return {
    async tryLock(key) {
      if (isClosed) throw new Error('The locks are closed.')
      // Polling while we work on a key costs no statement.
      if (current?.held.has(key) || wanted.has(key)) return undefined
      const asked = Promise.withResolvers<Connection | undefined>()
      wanted.set(key, asked)
      working ??= workOff()
      const connection = await asked.promise
      if (!connection) return undefined
      let givenBack: Promise<void> | undefined
      return () => (givenBack ??= giveBack(connection, key))
    },
    async close() {
      isClosed = true
      await working
      const connection = current
      current = undefined
      await connection?.client.end()
    },
  }
}

/** Lets one holder at a time work on a key. Locks save work but guarantee nothing: one may be lost with a connection. */
export interface KeyLocks {
  /** @returns releases the lock, and never throws; undefined while another holds it
   *  @throws the database's error if no lock can be taken at all */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>
}

/** For a single process, which keeps its own order: every lock is free. */
export const freeLocks: KeyLocks = { tryLock: async () => async () => {} }
