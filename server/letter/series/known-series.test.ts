import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addDays, addMonths } from '../../lib/dates.ts'
import { createReading } from '../testing/series-readings.ts'
import { listBelieved, openSeries, type ValueLimits } from './known-series.ts'

const LIMITS = { min: 1, max: 1000, maxStep: 0.1 }
/** @returns the values that are believed, and the others */
const judge = (values: readonly number[], limits: ValueLimits = LIMITS) => {
  const dated = values.map((value, index) => ({ date: addMonths('2024-01-01', index), value }))
  const believed = listBelieved(dated, limits)
  const doubtful = dated.filter((one) => !believed.includes(one))
  return [believed, doubtful].map((some) => some.map(({ value }) => value))
}

describe('listBelieved', () => {
  it('accepts a series that moves as usual', () => {
    expect(judge([300, 305, 310, 318, 325, 331])).toEqual([[300, 305, 310, 318, 325, 331], []])
  })

  it.each([
    ['nought', 0],
    ['a negative index', -310],
    ['a value that is not a number', Number.NaN],
    ['a value above the possible maximum', 1001],
  ])('leaves out %s', (_name, slip) => {
    expect(judge([300, 302, slip, 304, 306])).toEqual([[300, 302, 304, 306], [slip]])
  })

  it.each([
    ['in the middle', [300, 301, 340, 302, 303], 340],
    ['at the end', [300, 301, 302, 303, 340], 340],
    ['at the beginning', [30, 301, 302, 303, 304], 30],
  ])('leaves out a jump %s, and nothing else', (_name, values, slip) => {
    expect(judge(values)).toEqual([values.filter((value) => value !== slip), [slip]])
  })

  it.each([
    ['at the end', [3.9, 3.91, 3.9, 3.89, 0], 0],
    ['in the middle', [3.9, 3.91, 5.2, 3.9, 3.89], 5.2],
    ['near zero', [0.03, 0.02, -0.01, 0.02, 1.1], 1.1],
  ])('measures a jump %s in points if told so', (_name, values, slip) => {
    expect(judge(values, { min: -2, max: 25, maxPoints: 1 })).toEqual([
      values.filter((value) => value !== slip),
      [slip],
    ])
  })

  it('believes small moves near zero if they are measured in points', () => {
    expect(judge([0.01, 0.05, 0.02, 0.3, 0.9], { min: -2, max: 25, maxPoints: 1 })[1]).toEqual([])
  })

  it('does not compare values across a lasting break in level', () => {
    expect(judge([300, 301, 302, 303, 100, 101, 102, 103])).toEqual([
      [100, 101, 102, 103],
      [300, 301, 302, 303],
    ])
  })

  it('accepts neither of two values that contradict each other', () => {
    expect(judge([300, 400])).toEqual([[], [300, 400]])
  })

  it('leaves no step above the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double(), fc.integer({ min: 1, max: 1000 }))), (values) => {
        const [believed = []] = judge(values)
        const steps = believed.slice(1).map((value, index) => Math.abs(value / (believed[index] ?? 0) - 1))
        expect(Math.max(0, ...steps)).toBeLessThanOrEqual(0.1 + 1e-9)
      }),
    )
  })
})

describe('a series whose agency was closed', () => {
  const LIMITS_OF_JOBS = { min: 20_000, max: 1_000_000 }
  const newestOn = (to: string) => {
    const values = { '2025-08-01': 159_540, '2025-09-01': 159_650, '2025-10-01': 159_545 }
    const lookup = openSeries(
      [createReading('CES0000000001', values)],
      [{ id: 'CES0000000001', limits: LIMITS_OF_JOBS }],
      { from: addDays(to, -6), to },
    )
    return [lookup.find('CES0000000001')?.newest.date, lookup.coverage[0]?.code]
  }

  it.each([
    ['is known up to its last release', '2025-10-19', '2025-08-01', undefined],
    ['is overdue while nothing comes out', '2025-11-16', undefined, 'stale'],
    ['is known again from the day of the late release', '2025-11-23', '2025-09-01', undefined],
    [
      'is not overdue weeks after it, and tells no figure before its day',
      '2025-12-14',
      '2025-09-01',
      undefined,
    ],
    ['has the month after once that is out', '2025-12-21', '2025-10-01', undefined],
  ])('%s', (_title, to, newest, code) => {
    expect(newestOn(to)).toEqual([newest, code])
  })
})
