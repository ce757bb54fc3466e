import { describe, expect, it } from 'vitest'

import { createReading } from '../testing/series-readings.ts'
import { analyseMarkets } from './analyse-markets.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const analyse = (...readings: ReturnType<typeof createReading>[]) => {
  const section = analyseMarkets([], WEEK, readings)
  const valueOf = (id: string) =>
    section.facts.find((fact) => fact.id === `markets/treasury-10y/${id}`)?.value
  return { ...section, valueOf }
}

describe('the ten-year Treasury yield', () => {
  it('is reported with its change over seven days', () => {
    const { valueOf, facts } = analyse(
      createReading('BC_10YEAR', { '2025-01-23': 4.65, '2025-01-24': 4.63, '2025-01-31': 4.58 }),
    )
    expect([valueOf('rate'), valueOf('week/change')]).toEqual([4.58, -0.05])
    expect(facts[1]?.period).toEqual({ from: '2025-01-24', to: '2025-01-31' })
  })

  it('is compared with the last day before a holiday, but no further back', () => {
    const holiday = analyse(createReading('BC_10YEAR', { '2025-01-21': 4.57, '2025-01-31': 4.58 }))
    expect(holiday.facts[1]?.period.from).toBe('2025-01-21')
    const gap = analyse(createReading('BC_10YEAR', { '2025-01-20': 4.57, '2025-01-31': 4.58 }))
    expect([gap.valueOf('rate'), gap.valueOf('week/change')]).toEqual([4.58, undefined])
    expect(gap.heldBack).toEqual([{ name: 'ten-year Treasury yield: change over the week', code: 'missing' }])
  })

  it.each([0, -1.5, 0.45, 45.5])('is not believed at %s percent', (value) => {
    const days = { '2025-01-23': 4.65, '2025-01-24': 4.63, '2025-01-30': 4.52 }
    expect(analyse(createReading('BC_10YEAR', { ...days, '2025-01-31': value })).facts).toEqual([])
  })

  it('leaves a three-month yield out that is a point off the days before', () => {
    const days = { '2025-01-27': 4.3, '2025-01-28': 4.31, '2025-01-29': 4.3, '2025-01-30': 4.29 }
    const { coverage } = analyse(createReading('BC_3MONTH', { ...days, '2025-01-31': 0 }))
    expect(coverage.find(({ series }) => series === 'BC_3MONTH')?.code).toBe('suspect')
  })

  it('comes from the stand-in if the Treasury gives nothing, and is missing if the stand-in gives nothing either', () => {
    const standIn = analyse(createReading('DGS10', { '2025-01-23': 4.65, '2025-01-30': 4.52 }))
    expect([standIn.valueOf('rate'), standIn.valueOf('week/change')]).toEqual([4.52, -0.13])
    const { coverage, facts } = analyse()
    expect(coverage.find(({ series }) => series === 'BC_10YEAR')?.code).toBe('no-value')
    expect(facts).toEqual([])
  })
})
