import { describe, expect, it } from 'vitest'

import { aFact } from '../testing/statements.ts'
import { findMismatch, listFormats } from './fact-formats.ts'

const around = (before: string, after: string) => ({ before, after })

describe('listFormats', () => {
  it.each([
    [1849.11, { unit: 'usd', precision: 2 }, ['$1,849', '$1,849.11']],
    [115, { unit: 'usd', precision: 0 }, ['$115']],
    [7_658_000, { unit: 'count', precision: 0 }, ['7,658,000', '7.66 million']],
    [999_600, { unit: 'count', precision: 0 }, ['999,600', '1.00 million']],
    [224_750, { unit: 'count', precision: 0 }, ['224,750']],
    [3, { unit: 'count', precision: 0, kind: 'streak' }, ['3', 'three', 'third']],
    [15, { unit: 'count', precision: 0, kind: 'streak' }, ['15', '15th']],
    [21, { unit: 'count', precision: 0, kind: 'streak' }, ['21', '21st']],
    [112, { unit: 'count', precision: 0, kind: 'streak' }, ['112', '112th']],
    [3.061, { unit: 'usd-per-gallon', precision: 3 }, ['$3.06 a gallon', '$3.06']],
  ] as const)('writes %s with %o as %o', (value, parts, expected) => {
    expect([...new Set(listFormats(aFact('housing/loan/value', { value, ...parts })))]).toEqual(expected)
  })
})

describe('findMismatch', () => {
  const saved = aFact('housing/loan/change', { value: -115, precision: 0 })
  const added = aFact('housing/loan/change', { value: 115, precision: 0 })

  it.each([
    ['A new mortgage costs ', ' less than a year ago.'],
    ['A new mortgage costs ', ' a month less than a year ago.'],
    ['A new mortgage is down ', ' a month.'],
  ])('accepts words in place of a minus sign: %s$115%s', (before, after) => {
    expect(findMismatch(saved, '$115', around(before, after))).toBeUndefined()
    expect(findMismatch(added, '$115', around(before, after))).toBe('has another sign than its fact')
  })

  it('requires words that agree with the sign', () => {
    expect(findMismatch(saved, '$115', around('A new mortgage costs ', ' more.'))).toBe('is without its sign')
    expect(findMismatch(added, '$115', around('A new mortgage costs ', ' a month more.'))).toBeUndefined()
  })
})
