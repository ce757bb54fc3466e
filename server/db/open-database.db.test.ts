import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { askOnBehalfOf, asOwnWork } from '../lib/askers.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'
import { isDatabaseGone } from './database-unavailable.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'

/** As many as the pool holds. */
const MOST_CONNECTIONS = 10
/** Time enough for a connection, but not for long in a test. */
const CONNECT_MS = 2_000
const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']

describe.skipIf(postgresUrl === undefined)(
  'a connection that is lost (only on a real Postgres: the embedded one has none)',
  () => {
    let target: TestDatabase
    let line: TcpProxy
    let opened: OpenedDatabase

    beforeEach(async () => {
      target = await createTestDatabase()
      const url = new URL(target.url ?? '')
      line = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
      url.hostname = '127.0.0.1'
      url.port = String(line.port)
      opened = await openDatabase({ url: url.href }, () => {}, {
        longestOfRequestMs: 100,
        longestConnectMs: CONNECT_MS,
      })
    })
    afterEach(async () => {
      await opened.close()
      await line.close()
      await target.close()
    })

    const ask = () => sql`select 1`.execute(opened.db)

    it('before its first statement is answered takes no place in the pool, which still closes', async () => {
      for (let count = 0; count < MOST_CONNECTIONS; count += 1) {
        line.at('datestyle', 'cut')
        const failure: unknown = await ask().catch((error: unknown) => error)
        expect(isDatabaseGone(failure)).toBe(true)
      }
      await expect(ask()).resolves.toBeDefined()
    })

    it('is replaced by one that is free for the next request, even if its asker has given up meanwhile', async () => {
      const over = Promise.withResolvers<void>()
      const hold = () => {
        const taken = Promise.withResolvers<void>()
        const use = opened.db.connection().execute(async (own) => {
          taken.resolve()
          await over.promise
          return own
        })
        return { taken: taken.promise, use }
      }
      const held = Array.from({ length: MOST_CONNECTIONS - 1 }, hold)
      await Promise.all(held.map(({ taken }) => taken))
      const asked = Promise.withResolvers<void>()
      const lost = opened.db.connection().execute(async (own) => {
        asked.resolve()
        await delay(CONNECT_MS / 2)
        line.at('select 2', 'cut')
        try {
          await sql`select 2`.execute(own)
        } finally {
          line.at('datestyle', 'freeze')
        }
      })
      await asked.promise
      const [, failure] = await Promise.allSettled([lost, ask()])
      expect(failure).toMatchObject({ reason: { message: 'timeout exceeded when trying to connect' } })
      line.mend()
      await expect(ask()).resolves.toBeDefined()
      over.resolve()
      await Promise.all(held.map(({ use }) => use))
    })

    it('silently ends with the request that uses it, and the next one gets another', async () => {
      await ask()
      line.silence()
      const failure: unknown = await askOnBehalfOf('198.51.100.7', ask).catch((error: unknown) => error)
      expect(isDatabaseGone(failure)).toBe(true)
      await expect(ask()).resolves.toBeDefined()
    })

    it('is not taken for lost while the timetable, a command or an order from the desk uses it', async () => {
      const sleep = () => sql`select pg_sleep(1)`.execute(opened.db)
      await expect(sleep()).resolves.toBeDefined()
      await expect(askOnBehalfOf('198.51.100.7', () => asOwnWork(sleep))).resolves.toBeDefined()
    })
  },
)

it.skipIf(postgresUrl === undefined)(
  'a server’s own date order and isolation level have no effect (only on a real Postgres)',
  async () => {
    const target = await createTestDatabase()
    const url = new URL(target.url ?? '')
    url.searchParams.set(
      'options',
      '-c datestyle=SQL,DMY -c default_transaction_isolation=serializable -c timezone=Asia/Kolkata',
    )
    const opened = await openDatabase({ url: url.href }, () => {})
    try {
      const { rows } = await sql`select timestamptz '2026-11-05 12:00Z' as at, date '2026-11-05' as day,
        current_setting('transaction_isolation') as isolation`.execute(opened.db)
      expect(rows).toEqual([
        { at: new Date('2026-11-05T12:00:00Z'), day: '2026-11-05', isolation: 'read committed' },
      ])
    } finally {
      await opened.close()
      await target.close()
    }
  },
)

it.skipIf(postgresUrl !== undefined)(
  'other work goes on between queued statements (only on the embedded database, which runs in this thread)',
  async () => {
    const opened = await createTestDatabase()
    const { db } = opened
    let turns = 0
    let isOver = false
    const countTurns = () => {
      turns++
      if (!isOver) setImmediate(countTurns)
    }
    await sql`select 1`.execute(db)
    setImmediate(countTurns)
    // Each takes far longer than statements may run without a pause.
    const slow = () => sql`select count(*) from generate_series(1, 300000)`.execute(db)
    await Promise.all([slow(), slow(), slow(), slow()])
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(3)
    await opened.close()
  },
)

it.skipIf(postgresUrl !== undefined)(
  'room is used again once it is tidied (only on the embedded database, which nothing else tidies)',
  async () => {
    const opened = await createTestDatabase()
    const { db } = opened
    await sql`create table page (name text primary key, body text)`.execute(db)
    await sql`alter table page alter body set storage external`.execute(db)
    const write = () =>
      sql`insert into page select name, repeat('x', 500000) from generate_series(1, 20) name
        on conflict (name) do update set body = excluded.body`.execute(db)
    const measure = async () => {
      const { rows } = await sql<{ table: number; log: number }>`
        select pg_total_relation_size('page')::float as table, sum(size)::float as log from pg_ls_waldir()`.execute(
        db,
      )
      return rows[0]
    }
    const tidied: Awaited<ReturnType<typeof measure>>[] = []
    for (let round = 0; round < 12; round++) {
      await write()
      await opened.tidy?.()
      tidied.push(await measure())
    }
    const [before, after] = [tidied.at(5), tidied.at(-1)]
    expect(after?.table).toBeLessThan(1.2 * Number(before?.table))
    expect(after?.log).toBeLessThan(1.5 * Number(before?.log))
    await opened.close()
  },
)

it.skipIf(postgresUrl !== undefined)(
  'a full disk is not tidied, whether it is full before or only halfway (only on the embedded database)',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lunchpail-room-'))
    const answers = [0, 1e9, 0, 1e9, 1e9]
    const opened = await openDatabase({ folder }, () => {}, { findFree: async () => answers.shift() ?? NaN })
    const { db } = opened
    const findCheckpoint = async () => {
      const { rows } = await sql<{
        at: string
      }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)
      return rows[0]?.at
    }
    const tidied = [await findCheckpoint()]
    for (const _ of ['full', 'full after the first half', 'with room']) {
      await sql`create table if not exists page (name text)`.execute(db)
      await sql`insert into page values ('x')`.execute(db)
      await opened.tidy?.()
      tidied.push(await findCheckpoint())
    }
    expect(tidied.map((at) => at === tidied[0])).toEqual([true, true, true, false])
    expect(answers).toEqual([])
    await opened.close()
    await rm(folder, { recursive: true })
  },
)
