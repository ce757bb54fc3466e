import { describe, expect, it } from 'vitest'

import { findWalkTarget } from './chart-explorer.tsx'

const points = [
  '2026-01-30',
  '2026-02-02',
  '2026-02-27',
  '2026-03-02',
  '2026-03-30',
  '2026-03-31',
  '2026-05-04',
].map((day) => ({ day, price: 1 }))
const walk = (key: string, from: string) => {
  const target = findWalkTarget(
    key,
    points,
    points.findIndex(({ day }) => day === from),
  )
  return target === undefined ? undefined : points[target]?.day
}

describe('findWalkTarget', () => {
  it.each([
    ['ArrowLeft', '2026-02-27', '2026-02-02'],
    ['ArrowRight', '2026-02-27', '2026-03-02'],
    ['ArrowDown', '2026-02-27', '2026-02-02'],
    ['ArrowUp', '2026-02-27', '2026-03-02'],
    ['Home', '2026-03-02', '2026-01-30'],
    ['End', '2026-03-02', '2026-05-04'],
  ])('goes with %s from %s to %s', (key, from, to) => {
    expect(walk(key, from)).toBe(to)
  })

  it.each([
    ['ArrowLeft', '2026-01-30'],
    ['PageDown', '2026-01-30'],
    ['ArrowRight', '2026-05-04'],
    ['PageUp', '2026-05-04'],
  ])('stays with %s at the end %s', (key, end) => {
    expect(walk(key, end)).toBe(end)
  })

  it.each([
    ['PageUp', '2026-02-02', '2026-03-02'],
    ['PageDown', '2026-03-02', '2026-02-02'],
    // Nothing was traded on that day, so it goes to the next one in the same direction.
    ['PageUp', '2026-03-31', '2026-05-04'],
    ['PageDown', '2026-05-04', '2026-03-31'],
    // February has no 30th, so its last day counts, and after that comes March 2.
    ['PageUp', '2026-01-30', '2026-03-02'],
    ['PageDown', '2026-03-30', '2026-02-27'],
  ])('goes a month with %s from %s to %s', (key, from, to) => {
    expect(walk(key, from)).toBe(to)
  })

  it('ignores other keys', () => {
    expect(walk('a', '2026-03-02')).toBeUndefined()
    expect(walk('Tab', '2026-03-02')).toBeUndefined()
  })
})
