import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createAdvisoryLocks, type AdvisoryLocks } from './advisory-locks.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']

describe.skipIf(postgresUrl === undefined)(
  'createAdvisoryLocks (only on a real Postgres: the embedded one has one process)',
  () => {
    let opened: TestDatabase
    const onLost = vi.fn<(error: Error) => void>()
    const keepers: AdvisoryLocks[] = []

    beforeEach(async () => {
      onLost.mockClear()
      opened = await createTestDatabase()
    })
    afterEach(async () => {
      await Promise.all(keepers.splice(0).map((keeper) => keeper.close()))
      await opened.close()
    })

    /** Creates the locks of another process. */
    function createKeeper(url = opened.url ?? ''): AdvisoryLocks {
      const keeper = createAdvisoryLocks(url, onLost)
      keepers.push(keeper)
      return keeper
    }

    /** @returns the process id of the Postgres backend that holds a key */
    async function getHolder(key: string): Promise<number> {
      const { rows } = await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory'
        and (classid::bigint << 32 | objid::bigint)
          = hashtextextended('market ' || current_schema() || ' ' || ${key}, 0)`.execute(opened.db)
      return rows[0]!.pid
    }

    const has = (release: unknown) => release !== undefined

    it('gives a key to one holder at a time, even in its own process', async () => {
      const [a, b] = [createKeeper(), createKeeper()]
      const release = await a.tryLock('k')
      expect([await b.tryLock('k'), await a.tryLock('k')].map(has)).toEqual([false, false])
      expect(has(await b.tryLock('other'))).toBe(true)
      await release!()
      const second = await b.tryLock('k')
      expect([has(second), has(await a.tryLock('k'))]).toEqual([true, false])
    })

    it('releases only its own lock, once', async () => {
      const keeper = createKeeper()
      const first = await keeper.tryLock('k')
      await first!()
      const second = await keeper.tryLock('k')
      await first!()
      expect(has(await createKeeper().tryLock('k'))).toBe(false)
      await second!()
      expect(has(await createKeeper().tryLock('k'))).toBe(true)
    })

    it('holds five hundred keys on one connection and uses none of the pool', async () => {
      const releases = await Promise.all(Array.from({ length: 500 }, (_, i) => opened.locks.tryLock(`k${i}`)))
      expect(releases.every(has)).toBe(true)
      const { rows } = await sql<{ locks: string }>`select count(*) as locks from pg_locks
        where locktype = 'advisory' and pid = ${await getHolder('k0')}`.execute(opened.db)
      expect(rows).toEqual([{ locks: '500' }])
      await Promise.all(releases.map((release) => release!()))
      expect(has(await createKeeper().tryLock('k7'))).toBe(true)
    })

    it('keeps two sites in one database apart', async () => {
      const inSchema = (name: string) => {
        const url = new URL(opened.url ?? '')
        url.searchParams.set('options', `-csearch_path=${name}`)
        return url.href
      }
      await createKeeper(inSchema('public')).tryLock('k')
      expect(has(await createKeeper(inSchema('pg_catalog')).tryLock('k'))).toBe(true)
      expect(has(await createKeeper().tryLock('k'))).toBe(false)
    })

    it('frees its keys when closed, and ignores a later release', async () => {
      const keeper = createKeeper()
      const release = await keeper.tryLock('k')
      keepers.length = 0
      await keeper.close()
      await vi.waitFor(async () => {
        expect(has(await createKeeper().tryLock('k'))).toBe(true)
      })
      await release!()
      expect(onLost).not.toHaveBeenCalled()
    })

    it('loses its keys with the connection, and reconnects by itself', async () => {
      const keeper = createKeeper()
      const release = await keeper.tryLock('k')
      await sql`select pg_terminate_backend(${await getHolder('k')})`.execute(opened.db)
      await vi.waitFor(() => {
        expect(onLost).toHaveBeenCalledTimes(1)
      })
      const other = createKeeper()
      expect(has(await other.tryLock('k'))).toBe(true)
      // The first holder's lock is gone: its release must not free anybody else's.
      await release!()
      expect(has(await keeper.tryLock('k'))).toBe(false)
      expect(has(await keeper.tryLock('next'))).toBe(true)
    })

    it('survives a connection lost while in use', async () => {
      const keeper = createKeeper()
      await keeper.tryLock('k')
      const holder = await getHolder('k')
      const tries = Promise.allSettled(Array.from({ length: 500 }, (_, i) => keeper.tryLock(`k${i}`)))
      await sql`select pg_terminate_backend(${holder})`.execute(opened.db)
      expect(await tries).toHaveLength(500)
      await vi.waitFor(async () => {
        expect(has(await keeper.tryLock('next'))).toBe(true)
      })
    })

    it('closes a connection that went dead silently', async () => {
      const url = new URL(opened.url ?? '')
      const line = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
      url.host = `127.0.0.1:${line.port}`
      const keeper = createKeeper(url.href)
      await keeper.tryLock('k')
      line.silence()
      await expect(keeper.close()).resolves.toBeUndefined()
      await line.close()
    })

    describe('with statements slowed down', () => {
      const slowUrl = () => {
        const url = new URL(opened.url ?? '')
        url.searchParams.set('options', '-csearch_path=gated,pg_catalog')
        return url.href
      }
      /** Each of these keys waits for the session lock with its number; every key fails while `failing` has a row. */
      const GATES = { first: 1, second: 2 } as const
      beforeEach(async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
        await sql`create schema gated`.execute(opened.db)
        await sql`create table gated.failing (reason text)`.execute(opened.db)
        await sql`create function gated.hashtextextended(key text, seed integer) returns bigint language plpgsql as $$
          begin
            if key like '% first' then perform pg_advisory_xact_lock_shared(1); end if;
            if key like '% second' then perform pg_advisory_xact_lock_shared(2); end if;
            if exists (select from gated.failing) then raise 'broken'; end if;
            return pg_catalog.hashtextextended(key, seed::bigint);
          end $$`.execute(opened.db)
      })
      afterEach(() => {
        vi.useRealTimers()
      })

      const waitUntilAtGate = async (gate: number) => {
        for (let isAt = false; !isAt;) {
          const { rows } = await sql`select from pg_locks
            where locktype = 'advisory' and objid = ${gate} and not granted`.execute(opened.db)
          isAt = rows.length > 0
        }
      }

      it('releases a key however many others wait for the connection', async () => {
        const keeper = createKeeper(slowUrl())
        const release = await keeper.tryLock('k')
        await opened.db.connection().execute(async (gates) => {
          for (const gate of Object.values(GATES)) await sql`select pg_advisory_lock(${gate})`.execute(gates)
          const asked = Promise.allSettled(Object.keys(GATES).map((key) => keeper.tryLock(key)))
          const released = release!()
          for (const gate of Object.values(GATES)) {
            await waitUntilAtGate(gate)
            // Each waits less than the connection's time limit, but both together wait longer.
            vi.advanceTimersByTime(3_000)
            await sql`select pg_advisory_unlock(${gate})`.execute(gates)
          }
          await Promise.all([asked, released])
        })
        expect([has(await createKeeper(slowUrl()).tryLock('k')), onLost.mock.calls]).toEqual([true, []])
      })

      it('ends a connection on which a key could not be released, and logs it', async () => {
        const keeper = createKeeper(slowUrl())
        const [release] = await Promise.all([keeper.tryLock('k'), keeper.tryLock('other')])
        await sql`insert into gated.failing values ('a test')`.execute(opened.db)
        await release!()
        await sql`delete from gated.failing`.execute(opened.db)
        expect(onLost).toHaveBeenCalledExactlyOnceWith(
          expect.objectContaining({
            message: 'the connection that holds the locks was ended: they are all free',
            cause: expect.objectContaining({ message: 'broken' }) as unknown,
          }),
        )
        const another = createKeeper(slowUrl())
        for (const key of ['k', 'other'])
          for (let isFree = false; !isFree;) isFree = has(await another.tryLock(key))
        expect(has(await keeper.tryLock('k'))).toBe(false)
      })
    })

    it('rejects if the database cannot be reached', async () => {
      const keeper = createKeeper('postgres://postgres@127.0.0.1:1/postgres')
      await expect(keeper.tryLock('k')).rejects.toThrow('ECONNREFUSED')
    })
  },
)

describe('the locks of an embedded database', () => {
  it.skipIf(postgresUrl !== undefined)('are always granted, since it has only one process', async () => {
    const opened = await createTestDatabase()
    expect(await opened.locks.tryLock('k')).toBeDefined()
    expect(await opened.locks.tryLock('k')).toBeDefined()
    await opened.close()
  })
})
