import { afterEach, describe, expect, it } from 'vitest'

import { askOnBehalfOfAll, Askers } from '../lib/askers.ts'
import { stretchWaits } from '../lib/patience.ts'
import { inTime, LateError } from './in-time.ts'

afterEach(() => {
  stretchWaits(1)
})

describe('an answer', () => {
  it('that takes too long is refused, and nobody waits for it any more', async () => {
    stretchWaits(1 / 1_000)
    const askers = Askers.of('client')
    const never = new Promise<object>(() => undefined)
    await expect(askOnBehalfOfAll(askers, () => inTime(never))).rejects.toThrow(LateError)
    expect(askers.areGone).toBe(true)
  })

  it('has no more time if an earlier part of it took longer', async () => {
    const askers = Askers.of('client')
    const never = new Promise<object>(() => undefined)
    // Its work has begun longer ago than it may take.
    await expect.poll(() => askers.ageMs).toBeGreaterThan(1)
    await expect(askOnBehalfOfAll(askers, () => inTime(never, 1))).rejects.toMatchObject({
      code: 'not-ready',
      retryAfterSeconds: 10,
    })
  })

  it('and its failure come as they are', async () => {
    const askers = Askers.of('client')
    const run = (work: Promise<object>) => askOnBehalfOfAll(askers, () => inTime(work))
    await expect(run(Promise.resolve({ is: 'here' }))).resolves.toEqual({ is: 'here' })
    await expect(run(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
    expect(askers.areGone).toBe(false)
  })
})
