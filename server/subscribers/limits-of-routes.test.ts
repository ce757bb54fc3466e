import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { takeEvenSteps } from './limits-of-routes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** @returns the duration in milliseconds */
async function measure(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  const done = takeEvenSteps(work, 150).then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  )
  await vi.runAllTimersAsync()
  return done
}

describe('takeEvenSteps', () => {
  it.each([
    [0, 150],
    [1, 150],
    [149, 150],
    [151, 300],
    [310, 450],
  ])('ends on a multiple of the step after work of %i ms', async (workMs, overAfterMs) => {
    expect(await measure(() => pause(workMs))).toBe(overAfterMs)
  })

  it('takes as long when the work fails, and rethrows its error', async () => {
    const fail = async () => {
      await pause(20)
      throw new Error('the database is gone')
    }
    expect(await measure(fail)).toBe(150)
    const reason = takeEvenSteps(fail, 150).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await reason).toEqual(new Error('the database is gone'))
  })
})
