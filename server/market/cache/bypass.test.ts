import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { asOwnWait } from '../../lib/patience.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createBypass } from './bypass.ts'

function open() {
  const clock = createFakeClock()
  const logger = createLogger('silent')
  const warn = vi.spyOn(logger, 'warn')
  return { clock, warn, ...createBypass({ clock, logger }) }
}

describe('a bypass', () => {
  it('returns the database’s answer', async () => {
    const { run, warn } = open()
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not ask a failing database for five seconds, with one log line', async () => {
    const { run, clock, warn } = open()
    const ask = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('no connection')))
    expect(await run(ask, 'own')).toBe('own')
    expect(await run(ask, 'own')).toBe('own')
    expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
    clock.advance(5_000)
    expect(await run(async () => 'theirs', 'own')).toBe('theirs')
  })

  describe('for a database that does not answer', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('waits three seconds, twice, and then does not ask for a while', async () => {
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

    it('returns an answer that arrived while this process was blocked', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const answer = run(() => promise, 'own')
      // Node runs the expired timer first, and reads right after it what has arrived meanwhile.
      setImmediate(() => resolve('theirs'))
      vi.advanceTimersByTime(3_000)
      expect(await answer).toBe('theirs')
    })

    it('does not count the wait for a connection of our own against the database', async () => {
      const { run, warn } = open()
      const connection = Promise.withResolvers<string>()
      const ask = async () => {
        await asOwnWait(connection.promise)
        return new Promise<string>((resolve) => setTimeout(resolve, 2_900, 'theirs'))
      }
      const answers = Array.from({ length: 3 }, () => run(ask, 'own'))
      await vi.advanceTimersByTimeAsync(2_800)
      connection.resolve('')
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await Promise.all(answers)).toEqual(['theirs', 'theirs', 'theirs'])
      expect(warn).not.toHaveBeenCalled()
    })

    it('reports a crowd, and keeps asking, if no connection of our own becomes free', async () => {
      const { run, warn } = open()
      const gaveUp = Promise.withResolvers<string>()
      const answers = Array.from({ length: 5 }, () =>
        run(() => asOwnWait(gaveUp.promise), 'own', { whenCrowded: 'crowded' }),
      )
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 5 }, () => 'crowded'))
      gaveUp.reject(new Error('timeout exceeded when trying to connect'))
      await vi.advanceTimersByTimeAsync(0)
      expect(await run(async () => 'theirs', 'own')).toBe('theirs')
      expect(warn).not.toHaveBeenCalled()
    })

    it('logs an outage once, however many answers fail later', async () => {
      const { run, warn } = open()
      const failing = Promise.withResolvers<string>()
      const answers = Array.from({ length: 50 }, () => run(() => failing.promise, 'own'))
      await vi.advanceTimersByTimeAsync(3_000)
      await Promise.all(answers)
      failing.reject(new Error('connection lost'))
      await vi.advanceTimersByTimeAsync(0)
      expect(warn).toHaveBeenCalledTimes(1)
    })

    it('passes on a late answer, such as a lock that must be released', async () => {
      const { run } = open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const late = vi.fn<(answer: string) => void>()
      const answer = run(() => promise, 'own', { onLate: late })
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await answer).toBe('own')
      resolve('a lock')
      await promise
      await Promise.resolve()
      expect(late).toHaveBeenCalledWith('a lock')
    })
  })
})
