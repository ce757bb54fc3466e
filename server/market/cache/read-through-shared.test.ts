import { describe, expect, it, vi } from 'vitest'

import type { KeyLocks } from '../../db/advisory-locks.ts'
import { askOnBehalfOf, currentAskers, type Askers } from '../../lib/askers.ts'
import { AppError, SourceError } from '../../lib/errors.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { createTestCache, TTL_MS } from '../testing/create-test-cache.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createMemoryStore } from './cache-store.ts'

const down = () => Promise.reject(new SourceError('Test', 'down'))
const unknown = () => Promise.reject(new AppError('unknown-ticker', 'no such ticker'))
const createStore = () => createMemoryStore({ maxCharacters: 100_000 })

/** Locks held by another process until they are freed. */
function heldLocks() {
  const tried: string[] = []
  const released: string[] = []
  const state = { areHeld: true }
  const locks: KeyLocks = {
    async tryLock(key) {
      tried.push(key)
      return state.areHeld ? undefined : async () => void released.push(key)
    },
  }
  return { locks, tried, released, free: () => void (state.areHeld = false) }
}

/** A cache whose key another process holds, which gives its answer at the third look.
 *  @param ttlMs  how long its answer lasts */
function waitForOther(theirs: () => Promise<string>, ttlMs = TTL_MS) {
  const { store, clock } = { store: createStore(), clock: createFakeClock('2026-11-20T15:00:00Z') }
  const other = createTestCache({ store, clock, ttlMs })
  const { locks, released } = heldLocks()
  let looks = 0
  const { load } = createTestCache({
    store,
    clock,
    locks,
    whileWaiting() {
      if (++looks === 3) other.load(theirs).catch(() => undefined)
    },
  })
  const source = vi.fn<() => Promise<string>>(async () => 'own')
  return { ask: () => load(source), source, released }
}

describe('createReadThroughCache, with another process on the same key', () => {
  it('takes the answer of the process that asks', async () => {
    const { ask, source, released } = waitForOther(async () => 'theirs')
    expect((await ask()).value).toBe('theirs')
    expect(source).not.toHaveBeenCalled()
    expect(released).toEqual([])
  })

  it('gives up the key once its client is refused, since the other process may get a better answer', async () => {
    const { locks, released, free } = heldLocks()
    free()
    const { load } = createTestCache({ locks })
    const slow = Promise.withResolvers<string>()
    let askers: Askers | undefined
    const loading = askOnBehalfOf('a', () =>
      load(() => {
        askers = currentAskers()
        return slow.promise
      }),
    )
    await vi.waitUntil(() => askers)
    expect(released).toEqual([])
    askers?.noteRefusal()
    expect(released).toHaveLength(1)
    slow.resolve('from another source')
    expect((await loading).value).toBe('from another source')
  })

  it('gives up the key while its client waits in a queue, so that others do not wait in it, too', async () => {
    const { locks, released, free } = heldLocks()
    free()
    const { load } = createTestCache({ locks })
    const queue = createFairQueue({
      places: 2,
      maxWaiting: 8,
      patienceMs: 60_000,
      countsAsQueued: 'own line',
    })
    const slow = Promise.withResolvers<string>()
    const ask = (key: string) =>
      askOnBehalfOf('a', () => load(() => queue.run(currentAskers(), () => slow.promise), key))
    const first = ask('first')
    const second = ask('second')
    await vi.waitUntil(() => released.length > 0)
    expect(released).toEqual(['second'])
    slow.resolve('answer')
    expect([(await first).value, (await second).value]).toEqual(['answer', 'answer'])
  })

  it('gives up the key once its client has hung up, since nothing more is asked for it', async () => {
    const { locks, released, free } = heldLocks()
    free()
    const { load } = createTestCache({ locks })
    const slow = Promise.withResolvers<string>()
    const source = vi.fn<() => Promise<string>>(() => slow.promise)
    let hangUp = () => {}
    const loading = askOnBehalfOf(
      'a',
      () => load(source),
      (it) => (hangUp = it),
    )
    await vi.waitUntil(() => source.mock.calls.length > 0)
    expect(released).toEqual([])
    hangUp()
    expect(released).toEqual(['k'])
    slow.resolve('late')
    await Promise.allSettled([loading])
  })

  it('does not take what two processes were told at the same time for what the source has said twice', async () => {
    const [store, clock] = [createStore(), createFakeClock('2026-11-20T15:00:00Z')]
    const missing = vi.fn<() => Promise<string>>(() =>
      Promise.reject(new SourceError('Test', 'not here', { code: 'not-at-source', concerns: 'ticker' })),
    )
    const processes = [createTestCache({ store, clock }), createTestCache({ store, clock })]
    await Promise.allSettled(processes.map(({ load }) => load(missing)))
    expect(missing).toHaveBeenCalledTimes(2)
    for (const times of [3, 3, 4]) {
      clock.advance(10_000)
      await expect(processes[0]?.load(missing)).rejects.toMatchObject({ code: 'not-at-source' })
      expect(missing).toHaveBeenCalledTimes(times)
    }
  })

  it('takes an answer that expires immediately', async () => {
    const { ask, source } = waitForOther(async () => 'theirs', 0)
    expect((await ask()).value).toBe('theirs')
    expect(source).not.toHaveBeenCalled()
  })

  it.each([
    ['failure', down, 'source-unavailable'],
    ['answer that the ticker is unknown', unknown, 'unknown-ticker'],
  ])('takes its %s as well', async (_name, theirs, code) => {
    const { ask, source } = waitForOther(theirs)
    await expect(ask()).rejects.toMatchObject({ code })
    expect(source).not.toHaveBeenCalled()
  })

  it('asks by itself if the other process died without an answer, and releases the lock', async () => {
    const { locks, tried, released, free } = heldLocks()
    let looks = 0
    const { load } = createTestCache({
      locks,
      whileWaiting() {
        if (++looks === 5) free()
      },
    })
    expect((await load(async () => 'own')).value).toBe('own')
    expect(tried).toEqual(['k', 'k', 'k', 'k', 'k', 'k'])
    expect(released).toEqual(['k'])
  })

  it('releases the lock when the source fails', async () => {
    const { locks, released, free } = heldLocks()
    free()
    await expect(createTestCache({ locks }).load(down)).rejects.toThrow('down')
    expect(released).toEqual(['k'])
  })

  it('checks the cache once more after getting the lock', async () => {
    const { store, clock } = { store: createStore(), clock: createFakeClock('2026-11-20T15:00:00Z') }
    const other = createTestCache({ store, clock })
    const locks: KeyLocks = {
      async tryLock() {
        await other.load(async () => 'theirs')
        return async () => {}
      },
    }
    const source = vi.fn<() => Promise<string>>(async () => 'own')
    expect((await createTestCache({ store, clock, locks }).load(source)).value).toBe('theirs')
    expect(source).not.toHaveBeenCalled()
  })

  it('fails after seventeen seconds, or returns the older answer marked as stale', async () => {
    const source = vi.fn<() => Promise<string>>(async () => 'own')
    const { clock, load } = createTestCache({ locks: heldLocks().locks })
    const start = clock.now().getTime()
    await expect(load(source)).rejects.toMatchObject({ code: 'source-unavailable' })
    expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(17_000)
    expect(clock.now().getTime() - start).toBeLessThan(17_200)

    const store = createStore()
    const later = createFakeClock('2026-11-20T15:00:00Z')
    await createTestCache({ store, clock: later }).load(async () => 'old')
    later.advance(TTL_MS)
    const waiting = createTestCache({ store, clock: later, locks: heldLocks().locks })
    expect(await waiting.load(source)).toEqual({
      value: 'old',
      retrievedAt: '2026-11-20T15:00:00.000Z',
      isStale: true,
    })
    expect(source).not.toHaveBeenCalled()
  })

  it('asks without a lock if locks fail', async () => {
    const { load } = createTestCache({ locks: { tryLock: () => Promise.reject(new Error('no connection')) } })
    expect((await load(async () => 'value')).value).toBe('value')
  })
})
