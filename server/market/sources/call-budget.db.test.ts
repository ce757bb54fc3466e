import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { createLogger } from '../../lib/logger.ts'
import { noteOwnWaits } from '../../lib/patience.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { deleteExpiredMarketData } from '../cache/cache-store.ts'
import { createBypass, type Bypass } from '../cache/shared-state.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { BudgetUsedUpError, type Charge } from './budget-refusals.ts'
import { createSharedBudget, type CallBudget } from './call-budget.ts'

const YAHOO = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 25 } as const

describe('createSharedBudget', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await createTestDatabase()
  })
  afterEach(() => opened.close())

  const ownClock = () => {
    const clock = createFakeClock()
    return { clock, bypass: createBypass({ clock, logger: createLogger('silent'), maxWaitMs: 300_000 }) }
  }
  /** Creates the budget of another process. */
  const createBudget = () => createSharedBudget({ db: opened.db, secretKey: 'of a test', ...ownClock() })

  /** Takes 200 calls at once from each budget. */
  async function crowd(budgets: readonly CallBudget[]) {
    const settled = await Promise.allSettled(
      budgets.flatMap((budget) => Array.from({ length: 200 }, () => budget.take(YAHOO))),
    )
    return {
      granted: settled.filter(({ status }) => status === 'fulfilled').length,
      errors: settled.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown),
    }
  }

  /** Stops the clock of the database, so that the speed of the test does not matter. */
  async function stopDatabaseClock() {
    await sql`create or replace function lunchpail_now() returns timestamptz language sql stable as
      $$ select timestamptz '2026-11-20T15:00:18.5Z' $$`.execute(opened.db)
  }

  const moveCallsBack = (seconds: number) =>
    sql`update source_budget set calls =
      array(select time - make_interval(secs => ${seconds}) from unnest(calls) time)`.execute(opened.db)

  it('grants a crowd in several processes no more than a minute’s calls', async () => {
    await stopDatabaseClock()
    const { granted, errors } = await crowd([createBudget(), createBudget(), createBudget()])
    expect(granted).toBe(25)
    expect(errors.every((error) => error instanceof BudgetUsedUpError)).toBe(true)
    // Asked again, a process that has not made calls of its own returns the time left by the database's clock.
    await moveCallsBack(17.5)
    await expect(createBudget().take(YAHOO)).rejects.toMatchObject({ retryAfterSeconds: 43 })
  })

  it('grants a call for each that is over a minute old, and never more in any minute', async () => {
    await stopDatabaseClock()
    await crowd([createSharedBudget({ db: opened.db, secretKey: 'of a test', ...ownClock() })])
    await moveCallsBack(59)
    expect((await crowd([createBudget()])).granted).toBe(0)
    await moveCallsBack(1)
    expect((await crowd([createBudget(), createBudget()])).granted).toBe(25)
    const { calls } = await opened.db.selectFrom('source_budget').select('calls').executeTakeFirstOrThrow()
    expect(calls).toHaveLength(25)
  })

  it('forgets calls that were counted before the database’s clock was set back', async () => {
    await stopDatabaseClock()
    expect((await crowd([createBudget()])).granted).toBe(25)
    await moveCallsBack(-8 * 3_600)
    expect((await crowd([createBudget()])).granted).toBe(25)
    const { calls } = await opened.db.selectFrom('source_budget').select('calls').executeTakeFirstOrThrow()
    expect(calls).toHaveLength(25)
  })

  it('leaves calls for others, however many one client tries in several processes', async () => {
    await stopDatabaseClock()
    const [first, second] = [createBudget(), createBudget()]
    const granted = async (asker: string, tries: number) => {
      const settled = await Promise.allSettled(
        Array.from({ length: tries }, (_, index) => (index % 2 ? first : second).take(YAHOO, asker)),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await granted('greedy', 100)).toBe(9)
    expect(await granted('other', 3)).toBe(3)
    await expect(createBudget().take(YAHOO, 'greedy')).rejects.toMatchObject({
      code: 'too-many-requests',
      concerns: 'asker',
      retryAfterSeconds: 60,
    })
    const { askers } = await opened.db.selectFrom('source_budget').select('askers').executeTakeFirstOrThrow()
    expect(new Set(askers).size).toBe(2)
    expect(askers.join()).not.toContain('greedy')
  })

  it('does not give a client its whole share at once, nor more than that in a minute', async () => {
    await stopDatabaseClock()
    const limit = { ...YAHOO, perMinute: 240 }
    const take = async (tries: number) => {
      const settled = await Promise.allSettled(
        Array.from({ length: tries }, () => createBudget().take(limit, 'greedy')),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await take(30)).toBe(20)
    await moveCallsBack(10)
    expect(await take(30)).toBe(20)
    await expect(createBudget().take(limit, 'greedy')).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 50,
    })
    expect(await Promise.all(['a', 'b'].map((asker) => createBudget().take(limit, asker)))).toHaveLength(2)
  })

  it('tells a client with few calls that the rest is kept for others, and leaves the last call to the next client', async () => {
    await stopDatabaseClock()
    await Promise.all(Array.from({ length: 23 }, () => createBudget().take(YAHOO)))
    await createBudget().take(YAHOO, 'visitor')
    await expect(createBudget().take(YAHOO, 'visitor')).rejects.toMatchObject({
      code: 'source-unavailable',
      concerns: 'asker',
      message: expect.stringContaining('what is left of that is kept for others. Try again in 60') as string,
    })
    await createBudget().take(YAHOO, 'another')
    await expect(createBudget().take(YAHOO, 'a third')).rejects.toMatchObject({ concerns: 'pause' })
  })

  it('does not ask the database for a client it has refused, nor for anybody once no call is left', async () => {
    await stopDatabaseClock()
    const ask = vi.fn<() => void>()
    const { bypass, clock } = ownClock()
    const counting: Bypass = {
      run(...args) {
        ask()
        return bypass.run(...args)
      },
    }
    const budget = createSharedBudget({ db: opened.db, secretKey: 'of a test', bypass: counting, clock })
    for (let call = 0; call < 20; call++) await createBudget().take(YAHOO)
    for (let call = 0; call < 2; call++) await budget.take(YAHOO, 'visitor')
    await expect(budget.take(YAHOO, 'visitor')).rejects.toMatchObject({ concerns: 'asker' })
    expect(ask).toHaveBeenCalledTimes(3)
    await expect(budget.take(YAHOO, 'visitor')).rejects.toMatchObject({ concerns: 'asker' })
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => budget.take(YAHOO)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const asker of ['visitor', 'another', undefined])
      await expect(budget.take(YAHOO, asker)).rejects.toMatchObject({ concerns: 'pause' })
    // Three for the visitor, three that were granted, one that found nothing left.
    expect(ask).toHaveBeenCalledTimes(7)
    clock.advance(60_000)
    await expect(budget.take(YAHOO)).rejects.toMatchObject({ concerns: 'pause' })
    expect(ask).toHaveBeenCalledTimes(8)
  })

  it('charges the client with calls left, without a statement for those known to be refused', async () => {
    await stopDatabaseClock()
    const { bypass, clock } = ownClock()
    const run = vi.spyOn(bypass, 'run')
    const budget = createSharedBudget({ db: opened.db, secretKey: 'of a test', bypass, clock })
    const greedy = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const limit = { ...YAHOO, perMinute: 600 }
    for (const client of greedy) {
      const tries = Array.from({ length: 51 }, () => budget.take(limit, client))
      expect((await Promise.allSettled(tries)).at(-1)?.status).toBe('rejected')
    }
    run.mockClear()
    await budget.take(limit, ...greedy, 'visitor')
    expect(run).toHaveBeenCalledTimes(1)
    const { askers } = await opened.db.selectFrom('source_budget').select('askers').executeTakeFirstOrThrow()
    expect(askers.filter((asker) => asker === askers.at(-1))).toHaveLength(1)
  })

  it('keeps no client for longer than its calls count: the nightly cleanup forgets those of earlier days', async () => {
    await stopDatabaseClock()
    const readAskers = async () =>
      (await opened.db.selectFrom('source_budget').select('askers').executeTakeFirstOrThrow()).askers
    await createBudget().take(YAHOO, 'of yesterday')
    await moveCallsBack(86_400)
    await sql`update source_budget set calls = calls || lunchpail_now(), askers = askers || 'of today'::text`.execute(
      opened.db,
    )
    expect(await readAskers()).toHaveLength(2)
    await deleteExpiredMarketData(opened.db)
    expect(await readAskers()).toEqual(['of today'])
    await moveCallsBack(86_400)
    await deleteExpiredMarketData(opened.db)
    expect(await readAskers()).toEqual([])
  })

  describe('with whole questions and a day', () => {
    const limit = { source: 'twelve-data', name: 'Twelve Data', perMinute: 8, perDay: 80 } as const
    const take = async (tries: number, charge: Partial<Charge> = {}, asker?: string) => {
      const settled = await Promise.allSettled(
        Array.from({ length: tries }, () => createBudget().take({ ...limit, ...charge }, asker)),
      )
      return settled.filter(({ status }) => status === 'fulfilled').length
    }

    it('takes the calls of a question together, or none of them', async () => {
      await stopDatabaseClock()
      expect(await take(3, { calls: 2 }, 'a')).toBe(1)
      expect(await take(5)).toBe(5)
      expect(await take(1, { calls: 2 }, 'b')).toBe(0)
      expect(await take(2)).toBe(1)
      await moveCallsBack(60)
      for (const client of ['a', 'b', 'c', 'd'])
        expect([client, await take(2, { calls: 2 }, client)]).toEqual([client, 1])
      expect(await take(1)).toBe(0)
      await moveCallsBack(60)
      expect(await take(1, { calls: 9 })).toBe(0)
    })

    it('never takes more than fits, from an empty count either', async () => {
      expect(await take(1, { calls: 9 })).toBe(0)
      expect(await take(1, { calls: 2, perDay: 1 })).toBe(0)
    })

    it('counts a day’s calls, a client’s share of them, and those kept for failures', async () => {
      await stopDatabaseClock()
      const askFor = async (asker: string | undefined, charge: Partial<Charge> = {}) => {
        await moveCallsBack(60)
        return take(1, { calls: 2, ...charge }, asker)
      }
      expect([await askFor('greedy'), await askFor('greedy'), await askFor('greedy')]).toEqual([1, 1, 0])
      await expect(createBudget().take(limit, 'greedy')).rejects.toMatchObject({
        code: 'too-many-requests',
        whose: 'of the asker today',
        retryAfterSeconds: 9 * 3_600 - 18,
      })
      for (let question = 2; question < 20; question++) expect(await askFor(undefined)).toBe(1)
      expect(await askFor('visitor', { isForLacking: true })).toBe(0)
      for (let question = 20; question < 40; question++) expect(await askFor(undefined)).toBe(1)
      expect(await askFor(undefined)).toBe(0)
      await expect(createBudget().take(limit)).rejects.toMatchObject({
        whose: 'of the day',
        concerns: 'pause',
      })
      await moveCallsBack(86_400)
      expect(await askFor('greedy', { isForLacking: true })).toBe(1)
      const { calls } = await opened.db.selectFrom('source_budget').select('calls').executeTakeFirstOrThrow()
      expect(calls).toHaveLength(2)
    })

    it('still asks for failures, and for less, after it was refused', async () => {
      await stopDatabaseClock()
      const budget = createBudget()
      const small = { ...limit, perDay: 6, perMinute: 6 }
      await budget.take({ ...small, calls: 3 })
      await expect(budget.take({ ...small, isForLacking: true })).rejects.toMatchObject({
        whose: 'for failures',
      })
      await budget.take({ ...small, calls: 2 })
      await expect(budget.take({ ...small, calls: 2 })).rejects.toMatchObject({ whose: 'of the day' })
      await budget.take(small)
      await expect(budget.take(small)).rejects.toMatchObject({ whose: 'of the day' })
    })
  })

  it('counts queueing as a wait of our own', async () => {
    const { clock } = ownClock()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const slow: Bypass = { run: (_ask, otherwise) => isOver.then(() => otherwise) }
    const budget = createSharedBudget({ db: opened.db, secretKey: 'of a test', bypass: slow, clock })
    const { outcome, waits } = noteOwnWaits(() => budget.take(YAHOO, 'visitor'))
    expect(waits.areUnderWay).toBe(true)
    end()
    await outcome
    expect(waits.areUnderWay).toBe(false)
  })

  it('refuses, rather than using its own count, while its connections are all in use', async () => {
    await stopDatabaseClock()
    const { clock } = ownClock()
    const crowded: Bypass = { run: async (_ask, otherwise, options) => options?.whenCrowded ?? otherwise }
    const budget = createSharedBudget({ db: opened.db, secretKey: 'of a test', bypass: crowded, clock })
    await expect(budget.take(YAHOO, 'visitor')).rejects.toMatchObject({
      code: 'source-unavailable',
      concerns: 'asker',
      retryAfterSeconds: 1,
    })
  })

  it.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
    'does not blame the database while its own connections are in use',
    async () => {
      const logger = createLogger('silent')
      const warn = vi.spyOn(logger, 'warn')
      const clock = createFakeClock()
      const bypass = createBypass({ clock, logger, maxWaitMs: 50 })
      const budget = createSharedBudget({ db: opened.db, secretKey: 'of a test', bypass, clock })
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
      const inUse = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const { promise, resolve } = Promise.withResolvers<void>()
          const used = opened.db.connection().execute(async () => {
            resolve()
            await isOver
          })
          await promise
          return { used }
        }),
      )
      for (let call = 0; call < 3; call++)
        await expect(budget.take(YAHOO, 'visitor')).rejects.toMatchObject({ concerns: 'asker' })
      end()
      await Promise.all(inUse.map(({ used }) => used))
      expect(warn).not.toHaveBeenCalled()
    },
  )

  it('uses the process’s own count if the database is down', async () => {
    await sql`drop table source_budget`.execute(opened.db)
    const { granted } = await crowd([createBudget()])
    expect(granted).toBe(25)
  })
})
