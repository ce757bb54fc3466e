import { describe, expect, it } from 'vitest'

import { ratioOf, spreadOf, tallyKill } from './tally.ts'

describe('the spread of the rounds', () => {
  it('takes the middle of an odd number of values, and the mean of the middle two of an even number', () => {
    expect(spreadOf([900, 100, 500])).toEqual({ median: 500, min: 100, max: 900 })
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 })
    expect(spreadOf([7])).toEqual({ median: 7, min: 7, max: 7 })
  })

  it('does not exist without rounds', () => {
    expect(() => spreadOf([])).toThrow(RangeError)
  })
})

describe('a ratio', () => {
  it('is computed for each round, so a slow minute affects both sides', () => {
    expect(ratioOf([2000, 600, 1800], [1000, 200, 1000])).toEqual({ median: 2, min: 1.8, max: 3 })
  })

  it('is refused for different rounds', () => {
    expect(() => ratioOf([1], [1, 2])).toThrow('different rounds')
  })
})

describe('the tally of a kill', () => {
  const readers = ['a', 'b', 'c', 'd', 'e']

  it('counts each copy beyond the first as a duplicate', () => {
    const copies = { a: 1, b: 3, c: 2, d: 1, e: 1 }
    expect(tallyKill({ readers, copies, unknown: new Set() })).toEqual({
      duplicates: 3,
      losses: 0,
      unknown: 0,
      unknownTaken: 0,
    })
  })

  it('counts readers who got nothing as lost, unless the sender shows them as unknown', () => {
    const copies = { a: 1, b: 1, c: 1 }
    expect(tallyKill({ readers, copies, unknown: new Set(['c', 'd']) })).toEqual({
      duplicates: 0,
      losses: 1,
      unknown: 2,
      unknownTaken: 1,
    })
  })
})
