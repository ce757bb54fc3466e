import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createBypass } from './bypass.ts'

function open() {
  const clock = createFakeClock()
  const logger = createLogger('silent')
  const warn = vi.spyOn(logger, 'warn')
  return { clock, warn, ...createBypass({ clock, logger }) }
}

describe('a bypass', () => {
  it('passes on what the database says', async () => {
    const { run, warn } = open()
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
    expect(warn).not.toHaveBeenCalled()
  })

  it('leaves a failing database alone for five seconds, with one log line', async () => {
    const { run, clock, warn } = open()
    const ask = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('no connection')))
    expect(await run(ask, 'own')).toBe('own')
    expect(await run(ask, 'own')).toBe('own')
    expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
    clock.advance(5_000)
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
  })

  describe('of a database that does not answer', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('waits three seconds, twice, and then leaves it alone', async () => {
      const { run, warn } = open()
      const ask = vi.fn<() => Promise<string>>(() => new Promise<never>(() => {}))
      for (let turn = 1; turn <= 2; turn += 1) {
        const answer = run(ask, 'own')
        await vi.advanceTimersByTimeAsync(3_000)
        expect(await answer).toBe('own')
      }
      expect(await run(ask, 'own')).toBe('own')
      expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1])
    })

    it('takes the answer that arrived while this process was blocked', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const answer = run(() => promise, 'own')
      // Node runs the timer that is due first, and reads right after it what has come meanwhile.
      setImmediate(() => resolve('theirs'))
      vi.advanceTimersByTime(3_000)
      expect(await answer).toBe('theirs')
    })

    it('passes on what comes too late, such as a lock that must be released', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const late = vi.fn<(answer: string) => void>()
      const answer = run(() => promise, 'own', late)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await answer).toBe('own')
      resolve('a lock')
      await promise
      await Promise.resolve()
      expect(late).toHaveBeenCalledWith('a lock')
    })
  })
})
