import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ClientCounts } from './client-counts.ts'

const WINDOW_MS = 60_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('the requests of a client', () => {
  it('are counted in a window that begins at the first, and from one again in the next window', () => {
    const counts = new ClientCounts(WINDOW_MS)
    vi.advanceTimersByTime(20_000)
    expect(counts.count('a')).toEqual({ hits: 1, resetMs: 80_000 })
    vi.advanceTimersByTime(59_999)
    expect(counts.count('a')).toEqual({ hits: 2, resetMs: 80_000 })
    vi.advanceTimersByTime(1)
    expect(counts.count('a')).toEqual({ hits: 1, resetMs: 140_000 })
    expect(counts.count('b')).toEqual({ hits: 1, resetMs: 140_000 })
  })

  it('are counted together with those that the library counts', () => {
    const counts = new ClientCounts(WINDOW_MS)
    counts.count('a')
    expect(counts.increment('a')).toEqual({ totalHits: 2, resetTime: new Date(WINDOW_MS) })
    counts.decrement('a')
    expect(counts.count('a').hits).toBe(2)
    counts.resetKey('a')
    expect(counts.count('a').hits).toBe(1)
  })

  it('are counted in a new window if the clock was set back to before the start of theirs', () => {
    const counts = new ClientCounts(WINDOW_MS)
    vi.setSystemTime(10 * WINDOW_MS)
    counts.count('a')
    vi.setSystemTime(9.5 * WINDOW_MS)
    expect(counts.count('a')).toEqual({ hits: 1, resetMs: 10.5 * WINDOW_MS })
  })

  it('stay counted however often the counts of other clients are dropped', () => {
    const counts = new ClientCounts(WINDOW_MS)
    vi.advanceTimersByTime(WINDOW_MS - 1)
    counts.count('a')
    vi.advanceTimersByTime(1)
    expect(counts.count('a').hits).toBe(2)
    vi.advanceTimersByTime(WINDOW_MS - 2)
    expect(counts.count('a').hits).toBe(3)
  })
})
