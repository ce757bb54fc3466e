import { describe, expect, it, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { BudgetUsedUpError, createBudgetedFetch, createMemoryBudget } from './call-budget.ts'

const logger = createLogger('silent')
const YAHOO = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 3 } as const

describe('createBudgetedFetch', () => {
  it('makes as many calls in a minute as are allowed, and says when there may be another', async () => {
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
    // The other two are not over yet.
    await expect(budgeted('https://a.example/')).rejects.toThrow(BudgetUsedUpError)
  })

  it('says in the log once a minute that no calls are left', async () => {
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

  it('lets no client use up what others need', async () => {
    const budget = createMemoryBudget({ clock: createFakeClock() })
    const limit = { ...YAHOO, perMinute: 600 }
    const codes = new Set<string>()
    const takeUpTo = async (asker: string | undefined, most: number) => {
      for (let taken = 0; taken < most; taken++) {
        try {
          await budget.take(limit, asker)
        } catch (error) {
          codes.add((error as BudgetUsedUpError).code)
          return taken
        }
      }
      return most
    }
    expect(await takeUpTo('greedy', 1_000)).toBe(480)
    // As many as twenty readers ask for, each with a page of four questions.
    for (let reader = 0; reader < 20; reader++) expect(await takeUpTo(`reader ${reader}`, 4)).toBe(4)
    expect(await takeUpTo('another greedy', 1_000)).toBe(32)
    expect([...codes]).toEqual(['too-many-requests'])
    expect(await takeUpTo(undefined, 1_000)).toBe(8)
    expect([...codes]).toEqual(['too-many-requests', 'source-unavailable'])
  })

  it('counts each source by itself', async () => {
    const budget = createMemoryBudget({ clock: createFakeClock() })
    for (let i = 0; i < 3; i++) await budget.take(YAHOO)
    await expect(budget.take(YAHOO)).rejects.toThrow(BudgetUsedUpError)
    await expect(budget.take({ ...YAHOO, source: 'sec' })).resolves.toBeUndefined()
  })
})
