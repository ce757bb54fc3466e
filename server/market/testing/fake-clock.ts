import type { Clock } from '../../lib/clock.ts'

export interface FakeClock extends Clock {
  advance(milliseconds: number): void
}

export function createFakeClock(start = '2026-11-20T15:00:00Z'): FakeClock {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
