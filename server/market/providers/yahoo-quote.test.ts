import { describe, expect, it } from 'vitest'

import { readLatestQuote } from './yahoo-quote.ts'

const NONE = { low: undefined, high: undefined }
const DAY = { low: 9, high: 12 }
const YEAR = { low: 5, high: 20 }

describe('readLatestQuote', () => {
  it('returns the ranges of the day and of 52 weeks', () => {
    expect(readLatestQuote(11, { day: DAY, year: YEAR }, NONE)).toEqual({
      dayLow: 9,
      dayHigh: 12,
      yearLow: 5,
      yearHigh: 20,
    })
  })

  it('uses the newest bar if the summary is for another day', () => {
    const bar = { low: 12.5, high: 13.5 }
    expect(readLatestQuote(13, { day: DAY, year: NONE }, bar)).toEqual({ dayLow: 12.5, dayHigh: 13.5 })
  })

  it('tolerates rounding at the ends', () => {
    expect(readLatestQuote(12.005, { day: DAY, year: NONE }, NONE)).toEqual({ dayLow: 9, dayHigh: 12 })
    expect(readLatestQuote(12.01, { day: DAY, year: NONE }, NONE)).toBeUndefined()
  })

  it.each([
    ['an empty range', { low: 11, high: 11 }],
    ['a range with its ends swapped', { low: 12, high: 9 }],
    ['a range that starts at 0', { low: 0, high: 12 }],
    ['half a range', { low: 9, high: null }],
    ['text', { low: '9', high: '12' }],
    ['an infinite range', { low: 9, high: Number.POSITIVE_INFINITY }],
  ])('leaves out %s', (_what, day) => {
    expect(readLatestQuote(11, { day, year: YEAR }, NONE)).toEqual({ yearLow: 5, yearHigh: 20 })
  })
})
