import { describe, expect, it, vi } from 'vitest'

import type { SourceError } from '../../lib/errors.ts'
import { askOnBehalfOfAll, Askers, GoneError } from '../../lib/askers.ts'
import { createLogger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { BudgetUsedUpError } from './budget-refusals.ts'
import { createBudgetedFetch, createMemoryBudget, type CallBudget } from './call-budget.ts'

const logger = createLogger('silent')
const YAHOO = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 3 } as const

describe('createBudgetedFetch', () => {
  it('makes the allowed calls within a minute, and says when another is possible', async () => {
    const clock = createFakeClock('2026-11-20T15:00:35.500Z')
    const fetch = vi.fn<UpstreamFetch>(async () => new Response('fine'))
    const budgeted = createBudgetedFetch(fetch, {
      budget: createMemoryBudget({ clock }),
      limit: YAHOO,
      clock,
      logger,
    })
    await budgeted('https://a.example/', { method: 'POST' })
    clock.advance(24_500)
    for (let i = 0; i < 2; i++) await budgeted('https://a.example/', { method: 'POST' })
    const error = await budgeted('https://a.example/').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BudgetUsedUpError)
    expect(error).toMatchObject({
      code: 'source-unavailable',
      source: 'Yahoo Finance',
      retry: 'later',
      concerns: 'pause',
      retryAfterSeconds: 36,
      message:
        'Yahoo Finance has been asked 3 times within a minute, which is all it is asked. Try again in 36 seconds.',
    })
    expect(fetch).toHaveBeenCalledTimes(3)
    expect(fetch).toHaveBeenCalledWith('https://a.example/', { method: 'POST' })
    clock.advance(35_500)
    expect(await (await budgeted('https://a.example/')).text()).toBe('fine')
    // The other two have not expired yet.
    await expect(budgeted('https://a.example/')).rejects.toThrow(BudgetUsedUpError)
  })

  it('logs once a minute that no calls are left', async () => {
    const clock = createFakeClock()
    const warn = vi.spyOn(logger, 'warn')
    const fetch: UpstreamFetch = async () => new Response('fine')
    const budgeted = createBudgetedFetch(fetch, {
      budget: createMemoryBudget({ clock }),
      limit: { ...YAHOO, perMinute: 1 },
      clock,
      logger,
    })
    await budgeted('https://a.example/')
    for (let i = 0; i < 5; i++)
      await expect(budgeted('https://a.example/')).rejects.toThrow(BudgetUsedUpError)
    expect(warn).toHaveBeenCalledTimes(1)
    clock.advance(60_000)
    await budgeted('https://a.example/')
    await expect(budgeted('https://a.example/')).rejects.toThrow(BudgetUsedUpError)
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })

  it('counts a call that fails', async () => {
    const clock = createFakeClock()
    const budget = createMemoryBudget({ clock })
    const fetch = vi.fn<UpstreamFetch>(() => Promise.reject(new Error('down')))
    const budgeted = createBudgetedFetch(fetch, { budget, limit: YAHOO, clock, logger })
    for (let i = 0; i < 3; i++) await expect(budgeted('https://a.example/')).rejects.toThrow('down')
    await expect(budgeted('https://a.example/')).rejects.toThrow(BudgetUsedUpError)
  })

  it('charges the first waiting client that has calls left', async () => {
    const clock = createFakeClock()
    const budget = createMemoryBudget({ clock })
    const limit = { ...YAHOO, perMinute: 24 }
    const fetch = createBudgetedFetch(async () => new Response('fine'), { budget, limit, clock, logger })
    for (let call = 0; call < 8; call++) await budget.take(limit, 'greedy')
    const askers = Askers.of('greedy')
    await expect(askOnBehalfOfAll(askers, () => fetch('https://a.example/'))).rejects.toThrow(
      BudgetUsedUpError,
    )
    const both = new Askers()
    both.join(askers)
    both.join(Askers.of('visitor'))
    expect((await askOnBehalfOfAll(both, () => fetch('https://a.example/'))).status).toBe(200)
  })

  describe('for a visitor among clients whose share is used up', () => {
    const limit = { ...YAHOO, perMinute: 240 }
    const greedy = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => Askers.of(name))
    function createShared(onTake: () => void = () => {}) {
      const clock = createFakeClock()
      const own = createMemoryBudget({ clock })
      const paid: (string | undefined)[] = []
      const budget: CallBudget = {
        ...own,
        async take(_limit, ...askers) {
          onTake()
          const payer = askers.find((asker) => asker === 'visitor')
          if (payer === undefined) throw new BudgetUsedUpError(limit, 10, 'of the asker')
          paid.push(payer)
        },
      }
      const askers = new Askers()
      for (const each of greedy) askers.join(each)
      const fetch = createBudgetedFetch(async () => new Response('fine'), { budget, limit, clock, logger })
      return { paid, askers, ask: () => askOnBehalfOfAll(askers, () => fetch('https://a.example/')) }
    }

    it('charges the visitor at once, however many came before', async () => {
      const clock = createFakeClock()
      const budget = createMemoryBudget({ clock })
      const askers = new Askers()
      for (const each of greedy) {
        const [name] = each.clients
        for (let call = 0; call < 20; call++) await budget.take({ ...limit, perMinute: 2_400 }, name)
        askers.join(each)
      }
      askers.join(Askers.of('visitor'))
      const fetch = createBudgetedFetch(async () => new Response('fine'), {
        budget,
        limit: { ...limit, perMinute: 240 },
        clock,
        logger,
      })
      const response = await askOnBehalfOfAll(askers, () => fetch('https://a.example/'))
      expect(await response.text()).toBe('fine')
    })

    it('charges a visitor who joins while they are refused', async () => {
      const { paid, askers, ask } = createShared(() => askers.join(Askers.of('visitor')))
      expect((await ask()).status).toBe(200)
      expect(paid).toEqual(['visitor'])
    })

    it('takes no call for clients who have all hung up', async () => {
      const { paid, askers, ask } = createShared()
      askers.hangUp()
      await expect(ask()).rejects.toThrow(GoneError)
      expect(paid).toEqual([])
    })

    it('makes no call for clients who all hang up while it is counted', async () => {
      const { paid, askers, ask } = createShared(() => askers.hangUp())
      askers.join(Askers.of('visitor'))
      await expect(ask()).rejects.toThrow(GoneError)
      expect(paid).toEqual(['visitor'])
    })
  })

  describe('with many clients', () => {
    function createCrowd(perMinute = 600) {
      const limit = { ...YAHOO, perMinute }
      const clock = createFakeClock()
      const budget = createMemoryBudget({ clock })
      const refused: SourceError[] = []
      const takeUpTo = async (asker: string | undefined, most: number) => {
        for (let taken = 0; taken < most; taken++) {
          try {
            await budget.take(limit, asker)
          } catch (error) {
            refused.push(error as SourceError)
            return taken
          }
        }
        return most
      }
      /** Takes for a minute whatever these clients can get. */
      const takeForAMinute = async (askers: readonly string[]) => {
        const taken = askers.map(() => 0)
        for (let second = 0; second < 60; second++) {
          for (const [index, asker] of askers.entries()) taken[index]! += await takeUpTo(asker, 1_000)
          clock.advance(999)
        }
        return taken
      }
      return { clock, budget, refused, takeUpTo, takeForAMinute }
    }

    it('gives one client a sixth of a minute’s calls, not all at once', async () => {
      const { clock, refused, takeUpTo } = createCrowd()
      expect(await takeUpTo('greedy', 1_000)).toBe(50)
      clock.advance(10_000)
      expect(await takeUpTo('greedy', 1_000)).toBe(50)
      clock.advance(10_000)
      expect(await takeUpTo('greedy', 1_000)).toBe(0)
      expect(refused.map(({ code, retryAfterSeconds }) => [code, retryAfterSeconds])).toEqual([
        ['too-many-requests', 10],
        ['too-many-requests', 50],
        ['too-many-requests', 40],
      ])
      expect(refused[0]?.message).toBe(
        'Your address has asked for so much that is new that Yahoo Finance is not asked for more right now. Try again in 10 seconds.',
      )
    })

    it('leaves fifteen visitors four new tickers each, next to one client that takes all it can', async () => {
      const { clock, takeUpTo, takeForAMinute } = createCrowd()
      await takeForAMinute(['greedy'])
      for (let ticker = 0; ticker < 4; ticker++) {
        for (let visitor = 0; visitor < 15; visitor++) expect(await takeUpTo(`visitor ${visitor}`, 5)).toBe(5)
        clock.advance(5_000)
      }
    })

    it('leaves calls for others next to ten greedy clients', async () => {
      const { takeUpTo, takeForAMinute } = createCrowd()
      const greedy = Array.from({ length: 10 }, (_, index) => `greedy ${index}`)
      const taken = await takeForAMinute(greedy)
      expect(Math.max(...taken)).toBe(50)
      for (let visitor = 0; visitor < 20; visitor++) expect(await takeUpTo(`visitor ${visitor}`, 5)).toBe(5)
    })

    it('gives many greedy clients equal parts of two thirds, and leaves the rest to clients that ask for little', async () => {
      const { takeUpTo } = createCrowd()
      const greedy = Array.from({ length: 20 }, (_, index) => ({ name: `greedy ${index}`, taken: 0 }))
      // One call per client in turn, as if they all asked at once.
      for (let round = 0; round < 50; round++)
        for (const client of greedy) client.taken += await takeUpTo(client.name, 1)
      expect([
        Math.min(...greedy.map(({ taken }) => taken)),
        Math.max(...greedy.map(({ taken }) => taken)),
      ]).toEqual([20, 20])
      for (let visitor = 0; visitor < 150; visitor++) expect(await takeUpTo(`visitor ${visitor}`, 1)).toBe(1)
      expect(await takeUpTo('greedy 0', 1)).toBe(0)
    })

    it('leaves visitors both calls that a coin takes, at a source with ten a minute', async () => {
      const { takeUpTo } = createCrowd(10)
      expect(await takeUpTo('greedy', 10)).toBe(4)
      for (const visitor of ['a', 'b']) expect([visitor, await takeUpTo(visitor, 2)]).toEqual([visitor, 2])
    })

    it('tells a client refused because of others that many are asking', async () => {
      const { refused, takeUpTo } = createCrowd()
      expect(await takeUpTo(undefined, 598)).toBe(598)
      expect(await takeUpTo('visitor', 1)).toBe(1)
      expect(await takeUpTo('another', 1)).toBe(1)
      expect(await takeUpTo('a third', 1)).toBe(0)
      expect(refused).toMatchObject([{ code: 'source-unavailable', concerns: 'pause' }])
      const few = createCrowd()
      await few.takeUpTo(undefined, 500)
      expect(await few.takeUpTo('visitor', 20)).toBe(10)
      expect(few.refused).toMatchObject([
        {
          code: 'source-unavailable',
          concerns: 'asker',
          message: expect.stringMatching(
            /^.* is asked 600 times a minute at most, and what is left of that is kept for others\. Try again in 60 seconds\.$/,
          ) as string,
        },
      ])
    })

    it('remembers who used up its share until its first call expires', async () => {
      const { clock, budget, takeUpTo } = createCrowd()
      await takeUpTo('greedy', 1_000)
      expect(budget.findRefusal('yahoo', 'greedy')).toMatchObject({ code: 'too-many-requests' })
      expect(budget.findRefusal('yahoo', 'visitor')).toBeUndefined()
      expect(budget.findRefusal('sec', 'greedy')).toBeUndefined()
      clock.advance(10_000)
      expect(budget.findRefusal('yahoo', 'greedy')).toBeUndefined()
    })

    it('knows without counting that no calls are left, and for how long', async () => {
      const { clock, budget, takeUpTo } = createCrowd()
      await takeUpTo(undefined, 1)
      clock.advance(20_000)
      await takeUpTo(undefined, 1_000)
      clock.advance(10_000)
      for (const asker of ['visitor', undefined])
        expect(budget.findRefusal('yahoo', asker)).toMatchObject({ concerns: 'pause', retryAfterSeconds: 30 })
      expect(budget.findRefusal('sec', 'visitor')).toBeUndefined()
      clock.advance(30_000)
      expect(budget.findRefusal('yahoo', 'visitor')).toBeUndefined()
      expect(await takeUpTo('visitor', 2)).toBe(1)
    })

    it('does not refuse for longer because the clock was set back', async () => {
      const { clock, budget, takeUpTo } = createCrowd()
      expect(await takeUpTo('greedy', 1_000)).toBe(50)
      expect(budget.findRefusal('yahoo', 'greedy')).toBeInstanceOf(BudgetUsedUpError)
      clock.advance(-8 * 3_600_000)
      expect(budget.findRefusal('yahoo', 'greedy')).toBeUndefined()
      expect(await takeUpTo('greedy', 1_000)).toBe(50)
    })

    it('knows without counting which client is refused because of others', async () => {
      const { clock, budget, takeUpTo } = createCrowd()
      await takeUpTo(undefined, 500)
      await takeUpTo('visitor', 20)
      expect(budget.findRefusal('yahoo', 'visitor')).toMatchObject({
        code: 'source-unavailable',
        concerns: 'asker',
      })
      expect(budget.findRefusal('yahoo', 'another')).toBeUndefined()
      clock.advance(60_000)
      expect(budget.findRefusal('yahoo', 'visitor')).toBeUndefined()
    })
  })

  it('counts each source separately', async () => {
    const budget = createMemoryBudget({ clock: createFakeClock() })
    for (let i = 0; i < 3; i++) await budget.take(YAHOO)
    await expect(budget.take(YAHOO)).rejects.toThrow(BudgetUsedUpError)
    await expect(budget.take({ ...YAHOO, source: 'sec' })).resolves.toBeUndefined()
  })
})
