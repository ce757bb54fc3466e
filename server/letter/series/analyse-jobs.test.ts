import { describe, expect, it } from 'vitest'

import { createReading, listMonths } from '../testing/series-readings.ts'
import { analyseWeek, LATE_MARCH, UNEMPLOYMENT } from './testing/analyse-week.ts'

describe('figures about jobs', () => {
  it('include the rate, its change and the Sahm rule', () => {
    const { find, valueOf } = analyseWeek(
      [createReading('UNRATE', listMonths('2025-02', UNEMPLOYMENT))],
      LATE_MARCH,
    )
    expect(valueOf('unemployment/rate')).toBe(4.1)
    expect(valueOf('unemployment/month/change')).toBe(0.1)
    expect(find('sahm/gap')).toMatchObject({ value: 0.27, unit: 'percentage-points', asOf: '2025-03-14' })
    expect(find('sahm/gap')?.inputs).toHaveLength(15)
  })

  it('leave out the Sahm rule, but not the rate, if a month is missing', () => {
    const rates = listMonths('2025-02', UNEMPLOYMENT)
    delete rates['2024-10-01']
    const { valueOf, heldBack } = analyseWeek([createReading('UNRATE', rates)], LATE_MARCH)
    expect([valueOf('unemployment/rate'), valueOf('sahm/gap')]).toEqual([4.1, undefined])
    expect(heldBack).toContainEqual({ name: 'Sahm rule', code: 'missing' })
  })

  it('count payrolls in jobs, not in thousands', () => {
    const { find } = analyseWeek([createReading('PAYEMS', { '2024-11-01': 159_280, '2024-12-01': 159_536 })])
    expect(find('payrolls/change')).toMatchObject({
      value: 256_000,
      unit: 'count',
      period: { from: '2024-12-01', to: '2024-12-31' },
    })
  })

  it('compare the four-week mean of claims with the mean a week earlier', () => {
    const { find, valueOf } = analyseWeek([
      createReading('ICSA', {
        '2024-12-28': 211_000,
        '2025-01-04': 203_000,
        '2025-01-11': 217_000,
        '2025-01-18': 223_000,
        '2025-01-25': 207_000,
      }),
    ])
    expect(find('claims/four-week-mean')).toMatchObject({
      value: 212_500,
      period: { from: '2024-12-29', to: '2025-01-25' },
      asOf: '2025-01-30',
    })
    expect(valueOf('claims/week/change')).toBe(-1000)
  })

  it('give no mean of claims across a missing week', () => {
    const { facts, heldBack } = analyseWeek([
      createReading('ICSA', { '2025-01-04': 203_000, '2025-01-18': 223_000, '2025-01-25': 207_000 }),
    ])
    expect(facts).toEqual([])
    expect(heldBack).toContainEqual({ name: 'new jobless claims: mean of four weeks', code: 'missing' })
  })

  it('accept a shock to claims such as that of March 2020', () => {
    const { valueOf } = analyseWeek(
      [
        createReading('ICSA', {
          '2020-02-22': 217_000,
          '2020-02-29': 211_000,
          '2020-03-07': 211_000,
          '2020-03-14': 282_000,
          '2020-03-21': 3_307_000,
        }),
      ],
      { from: '2020-03-23', to: '2020-03-29' },
    )
    expect(valueOf('claims/four-week-mean')).toBe(1_002_750)
  })

  it('include open jobs', () => {
    const { valueOf } = analyseWeek([createReading('JTSJOL', { '2024-10-01': 7615, '2024-11-01': 8031 })])
    expect([valueOf('openings/level'), valueOf('openings/month/change')]).toEqual([8_031_000, 0.055])
  })
})
