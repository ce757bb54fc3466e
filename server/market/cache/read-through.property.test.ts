import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { KeyLocks } from '../../db/advisory-locks.ts'
import { AppError, SourceError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { type CacheStore, createMemoryStore } from './cache-store.ts'
import { createBypass, createTieredStore } from './shared-state.ts'
import { createReadThroughCache } from './read-through.ts'

const TTL_MS = 60_000
const REVALIDATE_MS = 30_000
const PAUSE_MS = 10_000

type Outcome = 'found' | 'failed' | 'unknown-ticker'
interface Step {
  readonly process: number
  readonly readers: number
  readonly outcome: Outcome
  /** Time that passes before the step. */
  readonly pauseMs: number
}

const step: fc.Arbitrary<Step> = fc.record({
  process: fc.nat({ max: 2 }),
  readers: fc.integer({ min: 1, max: 3 }),
  outcome: fc.constantFrom<Outcome>('found', 'found', 'failed', 'unknown-ticker'),
  pauseMs: fc.constantFrom(0, 0, 1, 4_000, PAUSE_MS, TTL_MS, TTL_MS + REVALIDATE_MS, 4_000_000),
})

/** Three processes on one store and one set of locks; the scheduler decides in which order their steps run. */
function createWorld(scheduler: fc.Scheduler) {
  const clock = createFakeClock('2026-11-20T15:00:00Z')
  const logger = createLogger('silent')
  const kept = createMemoryStore({ maxCharacters: 1_000_000 })
  const shared: CacheStore = {
    get: scheduler.scheduleFunction((key, options) => kept.get(key, options)),
    set: scheduler.scheduleFunction((key, entry, keepMs) => kept.set(key, entry, keepMs)),
    listKeys: (query) => kept.listKeys(query),
  }
  const held = new Set<string>()
  const locks: KeyLocks = {
    tryLock: scheduler.scheduleFunction(async (key: string) => {
      if (held.has(key)) return undefined
      held.add(key)
      return async () => {
        held.delete(key)
      }
    }),
  }
  const calls: { begin: number; end: number; outcome: Outcome }[] = []
  let underWay = 0
  let mostAtOnce = 0

  async function askSource(outcome: Outcome): Promise<number> {
    const call = { begin: clock.now().getTime(), end: Number.POSITIVE_INFINITY, outcome }
    const number = calls.push(call)
    mostAtOnce = Math.max(mostAtOnce, ++underWay)
    await scheduler.schedule(Promise.resolve())
    underWay--
    call.end = clock.now().getTime()
    if (outcome === 'failed') throw new SourceError('Test', 'down')
    if (outcome === 'unknown-ticker') throw new AppError('unknown-ticker', 'no such ticker')
    return number
  }

  const caches = [0, 1, 2].map(() =>
    createReadThroughCache({
      store: createTieredStore({
        memory: createMemoryStore({ maxCharacters: 1_000_000 }),
        shared,
        bypass: createBypass({ clock, logger }),
        clock,
      }),
      locks,
      clock,
      logger,
      async wait(milliseconds) {
        await scheduler.schedule(Promise.resolve())
        clock.advance(milliseconds)
      },
    }),
  )
  const freshness = {
    freshUntil: (_value: number, retrievedAt: Date) => new Date(retrievedAt.getTime() + TTL_MS),
    revalidateMs: REVALIDATE_MS,
  }
  return {
    clock,
    calls,
    held,
    backgroundLoadsEnded: () => Promise.all(caches.map((cache) => cache.backgroundLoadsEnded())),
    mostAtOnce: () => mostAtOnce,
    load: (process: number, outcome: Outcome) =>
      caches[process]!.load('k', freshness, () => askSource(outcome)),
  }
}

/** @returns what three processes did and returned, once all work has ended */
async function play(scheduler: fc.Scheduler, steps: readonly Step[]) {
  const world = createWorld(scheduler)
  const told: { process: number; value: number; retrievedAt: number; isStale: boolean; at: number }[] = []
  const errors: unknown[] = []
  const loads: Promise<void>[] = []
  for (const { process, readers, outcome, pauseMs } of steps) {
    // Work mostly ends during a pause; without one, the steps overlap.
    if (pauseMs > 0) await scheduler.waitIdle()
    world.clock.advance(pauseMs)
    for (let i = 0; i < readers; i++) {
      const at = world.clock.now().getTime()
      const load = world.load(process, outcome).then(
        (loaded) => void told.push({ process, ...loaded, retrievedAt: Date.parse(loaded.retrievedAt), at }),
        (error: unknown) => void errors.push(error),
      )
      loads.push(load)
    }
  }
  await scheduler.waitFor(Promise.all([...loads, world.backgroundLoadsEnded()]))
  return { ...world, told, errors }
}

describe('createReadThroughCache, with processes that interfere with each other', () => {
  it('keeps its guarantees in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (scheduler, steps) => {
          const { calls, held, mostAtOnce, told, errors } = await play(scheduler, steps)
          const readers = steps.reduce((sum, { readers: count }) => sum + count, 0)

          // Everybody gets an answer or an error, and no lock is left.
          expect(told.length + errors.length).toBe(readers)
          expect(held.size).toBe(0)
          expect(errors.filter((error) => !(error instanceof AppError))).toEqual([])
          // One question at a time, and none while the source is paused or the answer is fresh.
          expect(mostAtOnce()).toBeLessThanOrEqual(1)
          for (const [i, call] of calls.entries()) {
            const before = calls[i - 1]
            if (!before) continue
            const gap = call.begin - before.end
            const leastGap = before.outcome === 'found' ? TTL_MS : PAUSE_MS
            expect(gap).toBeGreaterThanOrEqual(leastGap)
          }
          for (const { value, retrievedAt, isStale, at } of told) {
            // Each answer is what the source said at that time, and is fresh or marked as stale.
            expect(calls[value - 1]).toMatchObject({ outcome: 'found', end: retrievedAt })
            expect(isStale || at - retrievedAt < TTL_MS + REVALIDATE_MS).toBe(true)
          }
          // No process returns an answer older than one it returned before.
          for (const process of [0, 1, 2]) {
            const times = told.filter((one) => one.process === process).map(({ retrievedAt }) => retrievedAt)
            expect(times).toEqual(times.toSorted((a, b) => a - b))
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})
