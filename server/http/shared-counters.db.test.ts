import { setImmediate } from 'node:timers/promises'

import { sql, type KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createSharedCounters, deleteEndedCounts } from './shared-counters.ts'

describe.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
  'shared counters, on a real Postgres',
  () => {
    let opened: TestDatabase
    beforeEach(async () => {
      opened = await createTestDatabase()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    })
    afterEach(async () => {
      vi.useRealTimers()
      await opened.close()
    })

    it('report that all connections of this process are in use, not that the database is silent', async () => {
      const logger = createLogger('silent')
      const warn = vi.spyOn(logger, 'warn')
      const counter = createSharedCounters({ db: opened.db, secretKey: 'of a test', logger })(
        'of a test',
        60_000,
      )
      expect(await counter.increment('visitor')).toMatchObject({ totalHits: 1 })
      const over = Promise.withResolvers<void>()
      const begun = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
      const uses = begun.map(({ resolve }) =>
        opened.db.connection().execute(() => {
          resolve()
          return over.promise
        }),
      )
      await Promise.all(begun.map(({ promise }) => promise))
      const counted = counter.increment('visitor')
      await vi.advanceTimersByTimeAsync(2_000)
      // This process has not counted this client by itself before.
      expect(await counted).toMatchObject({ totalHits: 1 })
      expect(warn.mock.calls).toEqual([
        [
          {
            err: expect.objectContaining({
              message: 'no connection of this process became free within 2 s',
            }) as unknown,
          },
          'limits: no count from the database; until there is one, each process counts by itself',
        ],
      ])
      over.resolve()
      await Promise.all(uses)
    })
  },
)

describe('shared counters', () => {
  it('count what has the same key one statement at a time, each hit by itself', async () => {
    const opened = await createTestDatabase()
    try {
      const execute = opened.db.executeQuery.bind(opened.db)
      let [underWay, most, statements] = [0, 0, 0]
      vi.spyOn(opened.db, 'executeQuery').mockImplementation(async (query) => {
        // Not the one that deletes ended counts.
        if (!('sql' in query && /^\s*insert/i.test(query.sql))) return execute(query)
        statements += 1
        underWay += 1
        most = Math.max(most, underWay)
        try {
          return await execute(query)
        } finally {
          underWay -= 1
        }
      })
      const logger = createLogger('silent')
      const counter = createSharedCounters({ db: opened.db, secretKey: 'of a test', logger })(
        'of a test',
        60_000,
      )
      const counting: Promise<{ totalHits: number }>[] = []
      for (let turn = 0; turn < 10; turn += 1) {
        for (let hit = 0; hit < 10; hit += 1) counting.push(Promise.resolve(counter.increment('visitor')))
        await setImmediate()
      }
      expect((await Promise.all(counting)).map(({ totalHits }) => totalHits)).toEqual(
        counting.map((_, index) => index + 1),
      )
      expect(most).toBe(1)
      expect(statements).toBeLessThanOrEqual(10)
    } finally {
      await opened.close()
    }
  })

  it('are deleted in portions once they have ended', async () => {
    const opened = await createTestDatabase()
    try {
      await sql`
        insert into rate_limit (key, points, expire)
        select 'of a test ' || number, 1, case when number % 2 = 0 then 1 else 4102444800000 end
        from generate_series(1, 12000) as number`.execute(opened.db)
      const deleted: number[] = []
      const noting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult({ result }) {
          if (result.numAffectedRows !== undefined) deleted.push(Number(result.numAffectedRows))
          return Promise.resolve(result)
        },
      }
      expect(await deleteEndedCounts(opened.db.withPlugin(noting))).toBe(6_000)
      expect(Math.max(...deleted)).toBeLessThanOrEqual(1_000)
      expect(await deleteEndedCounts(opened.db)).toBe(0)
    } finally {
      await opened.close()
    }
  })

  it('start over once the clock was set back to before their window', async () => {
    const opened = await createTestDatabase()
    try {
      const counters = createSharedCounters({
        db: opened.db,
        secretKey: 'of a test',
        logger: createLogger('silent'),
      })
      const counter = counters('of a test', 60_000)
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:00:00Z') })
      await counter.increment('visitor')
      expect(await counter.increment('visitor')).toMatchObject({ totalHits: 2 })
      vi.setSystemTime(new Date('2026-11-20T15:00:00Z'))
      expect(await counter.increment('visitor')).toEqual({
        totalHits: 1,
        resetTime: new Date('2026-11-20T15:01:00Z'),
      })
    } finally {
      vi.useRealTimers()
      await opened.close()
    }
  })
})
