import { describe, expect, it, vi } from 'vitest'

import { askOnBehalfOf, currentAskers, GoneError } from '../../lib/askers.ts'
import { AppError, SourceError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { answers, type Ask, createGuard, down, fail, setUpFakeTimers } from '../testing/source-guards.ts'
import { BudgetUsedUpError } from './budget-refusals.ts'

const LIMIT = { source: 'yahoo', name: 'Yahoo Finance', perMinute: 60 } as const
const broken = () => Promise.reject(new SourceError('Yahoo Finance', 'broken', { retry: 'now' }))
const lacking: [string, Ask][] = [
  ['an unknown ticker', () => Promise.reject(new AppError('unknown-ticker', 'no such ticker'))],
  [
    'an answer that lacks something for one ticker',
    () => Promise.reject(new SourceError('Yahoo Finance', 'no prices', { concerns: 'ticker' })),
  ],
]

setUpFakeTimers()

describe('a retry', () => {
  it('is made once, after 150 to 450 milliseconds, if it may help at once', async () => {
    const run = createGuard()
    const ask = vi.fn<Ask>().mockImplementationOnce(broken).mockImplementation(answers)
    const answer = run(ask)
    await vi.advanceTimersByTimeAsync(149)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(301)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(await answer).toBe('value')
  })

  it('is made only once', async () => {
    const run = createGuard()
    const ask = vi.fn<Ask>(broken)
    const settled = Promise.allSettled([run(ask)])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { message: 'broken' } }])
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it.each(['of all', 'of the asker'] as const)(
    'for which there are no calls (%s) leaves the failure of the source, which counts',
    async (whose) => {
      const run = createGuard()
      for (let question = 0; question < 5; question++) {
        const ask = vi
          .fn<Ask>(() => Promise.reject(new BudgetUsedUpError(LIMIT, 20, whose)))
          .mockImplementationOnce(broken)
        const settled = Promise.allSettled([run(ask)])
        await vi.advanceTimersByTimeAsync(450)
        expect(await settled).toMatchObject([{ reason: { message: 'broken', concerns: 'source' } }])
      }
      await expect(run(answers)).rejects.toMatchObject({ fault: 'stopped' })
    },
  )

  it.each([
    ['of its client are used up', new BudgetUsedUpError(LIMIT, 20, 'of the asker'), true],
    ['of all are used up', new BudgetUsedUpError(LIMIT, 20, 'of all'), false],
    ['nobody waits for are not made', new GoneError(), true],
  ])('for which the calls %s: whether others may ask at once', async (_why, error, mayOthersAsk) => {
    const run = createGuard()
    const ask = vi.fn<Ask>(() => Promise.reject(error)).mockImplementationOnce(broken)
    const asking = askOnBehalfOf('visitor', async () => {
      await expect(run(ask)).rejects.toThrow('broken')
      return currentAskers().wereRefused
    })
    await vi.advanceTimersByTimeAsync(450)
    expect(await asking).toBe(mayOthersAsk)
  })

  it('is not made for other failures', async () => {
    const ask = vi.fn<Ask>(down)
    await fail(createGuard(), 1, ask)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a source that fails', () => {
  it('is not asked after five failures in a row, which is reported at once', async () => {
    const run = createGuard()
    await fail(run, 4)
    expect(await run(answers)).toBe('value')
    await fail(run, 5)
    const ask = vi.fn<Ask>(answers)
    await vi.advanceTimersByTimeAsync(2_500)
    await expect(run(ask)).rejects.toMatchObject({
      code: 'source-unavailable',
      source: 'Yahoo Finance',
      retryAfterSeconds: 13,
      message:
        'Yahoo Finance has failed several times in a row and is left alone for a moment. Try again in 13 seconds.',
    })
    expect(ask).not.toHaveBeenCalled()
  })

  it('is not asked for the failed part only', async () => {
    const run = createGuard()
    await fail(run, 5)
    expect(await run(answers, 'profile')).toBe('value')
  })

  it.each(lacking)('does not count %s as a failure, nor as an answer', async (_name, ask) => {
    const run = createGuard()
    await fail(run, 4)
    await fail(run, 10, ask)
    expect(await run(answers)).toBe('value')
    await fail(run, 4)
    await fail(run, 1, ask)
    await fail(run, 1)
    await expect(run(answers)).rejects.toMatchObject({ fault: 'stopped' })
  })

  it('gets one trial question after 15 seconds, while others are still refused', async () => {
    const run = createGuard()
    await fail(run, 5)
    await vi.advanceTimersByTimeAsync(15_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const trial = run(() => promise)
    const other = vi.fn<Ask>(answers)
    await expect(run(other)).rejects.toMatchObject({ code: 'source-unavailable', retryAfterSeconds: 1 })
    expect(other).not.toHaveBeenCalled()
    resolve('back')
    expect(await trial).toBe('back')
    expect(await run(other)).toBe('value')
  })

  it('is asked again after a trial that gives an answer', async () => {
    const run = createGuard()
    await fail(run, 5)
    await vi.advanceTimersByTimeAsync(15_000)
    await run(answers)
    await fail(run, 4)
    expect(await run(answers)).toBe('value')
  })

  it.each(lacking)('is tried by the next question after a trial that gives %s', async (_name, ask) => {
    const run = createGuard()
    await fail(run, 5)
    await vi.advanceTimersByTimeAsync(15_000)
    await fail(run, 3, ask)
    await fail(run, 1)
    await expect(run(answers)).rejects.toMatchObject({ fault: 'stopped' })
    await vi.advanceTimersByTimeAsync(5_000)
    await fail(run, 1, ask)
    expect(await run(answers)).toBe('value')
  })

  it.each(lacking)('gives %s to a retry, which is the reply', async (_name, ask) => {
    const asked = vi.fn<Ask>(ask).mockImplementationOnce(broken)
    const settled = Promise.allSettled([createGuard()(asked)])
    await vi.advanceTimersByTimeAsync(450)
    expect(await settled).not.toMatchObject([{ reason: { message: 'broken' } }])
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it.each<[string, Ask]>([
    ['failed', broken],
    ['could not be read', () => Promise.reject(new TypeError('x of undefined'))],
  ])('is not asked for 5 more seconds if the trial %s, without a retry', async (_name, trial) => {
    const run = createGuard()
    await fail(run, 5)
    await vi.advanceTimersByTimeAsync(15_000)
    const ask = vi.fn<Ask>(trial)
    await fail(run, 1, ask)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(4_999)
    await expect(run(answers)).rejects.toMatchObject({ code: 'source-unavailable' })
    await vi.advanceTimersByTimeAsync(1)
    expect(await run(answers)).toBe('value')
  })

  it.each<[string, 'of all' | 'of the asker']>([
    ['all calls are used up', 'of all'],
    ['the asker’s share is used up', 'of the asker'],
  ])('is tried by the next question if the trial was not made since %s', async (_name, whose) => {
    const run = createGuard()
    await fail(run, 5)
    await vi.advanceTimersByTimeAsync(15_000)
    await fail(run, 3, () => Promise.reject(new BudgetUsedUpError(LIMIT, 20, whose)))
    await fail(run, 1)
    const ask = vi.fn<Ask>(answers)
    await fail(run, 1, ask)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await run(ask)).toBe('value')
  })

  it('ignores late answers to questions from before the circuit opened', async () => {
    const run = createGuard()
    const { promise, resolve } = Promise.withResolvers<string>()
    const early = run(() => promise)
    await fail(run, 5)
    resolve('late')
    expect(await early).toBe('late')
    await expect(run(answers)).rejects.toMatchObject({ concerns: 'pause' })
  })

  it('does not count questions that were not asked because the calls were used up', async () => {
    const run = createGuard()
    await fail(run, 4)
    await fail(run, 10, () => Promise.reject(new BudgetUsedUpError(LIMIT, 20)))
    expect(await run(answers)).toBe('value')
    await fail(run, 4)
    await fail(run, 1, () => Promise.reject(new BudgetUsedUpError(LIMIT, 20)))
    await fail(run, 1)
    await expect(run(answers)).rejects.toMatchObject({ code: 'source-unavailable' })
  })

  it('is asked again after 15 seconds even if the clock was set back by hours', async () => {
    const run = createGuard()
    await fail(run, 5)
    vi.setSystemTime(Date.now() - 8 * 3_600_000)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await run(answers)).toBe('value')
  })

  it('is logged once, and once more when it answers again', async () => {
    const logger = createLogger('silent')
    const warn = vi.spyOn(logger, 'warn')
    const info = vi.spyOn(logger, 'info')
    const run = createGuard(logger)
    await fail(run, 6)
    await vi.advanceTimersByTimeAsync(15_000)
    await fail(run, 2)
    await vi.advanceTimersByTimeAsync(15_000)
    await run(answers)
    await run(answers)
    expect(warn.mock.calls.map(([, message]) => message)).toEqual(['market source left alone'])
    expect(info.mock.calls.map(([, message]) => message)).toEqual(['market source answers again'])
  })
})
