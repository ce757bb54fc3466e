import { describe, expect, it } from 'vitest'

import { addDays, addMonths, daysBetween, mondayOf } from '../../../../shared/dates.ts'
import { createChangeLabels, createScaleLabels, createValueScale, listDayTicks } from './chart-scale.ts'

const labelsOf = (low: number, high: number, unit: string | undefined, digits = 2) => {
  const { format } = createScaleLabels({ low, high }, { unit, digits })
  return { low: format(low), high: format(high) }
}

describe('createScaleLabels', () => {
  it.each([
    [99.5, 245.5, 'USD', { low: '$99.50', high: '$245.50' }],
    [900.4, 6_812.35, 'USD', { low: '$900', high: '$6,812' }],
    [88.2, 412.3, 'NOK', { low: 'NOK\u{a0}88', high: 'NOK\u{a0}412' }],
  ])('fits %d to %d %s into the space beside the plot', (low, high, currency, expected) => {
    expect(labelsOf(low, high, currency)).toEqual(expected)
  })

  it.each([
    [1.1203, 1.1235, 'USD', 4, { low: '$1.1203', high: '$1.1235' }],
    [2_211.5, 2_397.2, 'JPY', 0, { low: '¥2,212', high: '¥2,397' }],
    [2_600, 2_874.56, 'points', 2, { low: '2,600.00', high: '2,874.56' }],
    [4_982.77, 16_602.99, 'points', 2, { low: '4,983', high: '16,603' }],
  ])('writes %d to %d %s with %d digits', (low, high, unit, digits, expected) => {
    expect(labelsOf(low, high, unit, digits)).toEqual(expected)
  })

  it('drops the cents when every label is a whole amount', () => {
    const ticks = createScaleLabels({ low: 99.5, high: 245.5 }, { unit: 'USD', digits: 2 }).formatTicks
    expect(ticks([100, 150.00000001, 200])).toEqual(['$100', '$150', '$200'])
    expect(ticks([100, 102.5, 105])).toEqual(['$100.00', '$102.50', '$105.00'])
  })

  it('keeps the cents when labels would otherwise be the same', () => {
    expect(labelsOf(6_812.1, 6_812.35, 'USD')).toEqual({ low: '$6,812.10', high: '$6,812.35' })
  })

  it('distinguishes prices below a cent', () => {
    expect(labelsOf(0.00001, 0.00002, 'USD')).toEqual({ low: '$0.00001', high: '$0.00002' })
  })
})

describe('createValueScale', () => {
  const plain = { formatTicks: (values: readonly number[]) => values.map(String) }

  it('leaves a tenth of the height above the highest and below the lowest value', () => {
    const { toY } = createValueScale({ low: 100, high: 200 }, plain)
    expect([toY(200), toY(150), toY(100)]).toEqual([0.1, 0.5, 0.9])
  })

  it.each([
    [{ low: 165, high: 259 }, ['160', '180', '200', '220', '240', '260']],
    [{ low: 0.1, high: 0.35 }, ['0.1', '0.15', '0.2', '0.25', '0.3', '0.35']],
    [{ low: -0.12, high: 0.4 }, ['-0.1', '0', '0.1', '0.2', '0.3', '0.4']],
    [{ low: 60_000, high: 110_000 }, ['60000', '70000', '80000', '90000', '100000', '110000']],
  ])('writes round values over %j', (span, expected) => {
    expect(createValueScale(span, plain).ticks.map(({ label }) => label)).toEqual(expected)
  })

  it('writes a lone value in the middle', () => {
    const { ticks, toY } = createValueScale({ low: 42, high: 42 }, plain)
    expect([ticks, toY(42)]).toEqual([[], 0.5])
  })
})

describe('createChangeLabels', () => {
  it('writes changes with their signs', () => {
    const { format, formatTicks } = createChangeLabels()
    expect([format(0.355), format(-0.0412), format(0), format(123)]).toEqual([
      '+35.5%',
      '-4.1%',
      '0%',
      '+12,300%',
    ])
    expect(formatTicks([-0.1, 0, 0.1])).toEqual(['-10%', '0%', '+10%'])
    expect(formatTicks([0, 0.025, 0.05])).toEqual(['0%', '+2.5%', '+5%'])
  })
})

/** Weekdays from one day to another. */
function weekdays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (daysBetween(mondayOf(day), day) < 5) days.push(day)
  }
  return days
}

describe('listDayTicks', () => {
  const END = '2026-11-20'
  const labels = (days: readonly string[]) => listDayTicks(days).map(({ label }) => label)

  it('labels every day if there are few', () => {
    expect(labels(weekdays('2026-11-16', END))).toEqual(['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20'])
  })

  it.each([
    [1, ['Oct 26', 'Nov 2', 'Nov 9', 'Nov 16']],
    [6, ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']],
    [12, ['2026', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']],
    [60, ['Jul', '2023', 'Jul', '2024', 'Jul', '2025', 'Jul', '2026', 'Jul']],
  ])('labels even calendar steps over %d months', (months, expected) => {
    expect(labels(weekdays(addMonths(END, -months), END))).toEqual(expected)
  })

  it('keeps the years if half of the labels must go', () => {
    const wide = listDayTicks(weekdays(addMonths(END, -60), END)).filter(({ isMinor }) => !isMinor)
    expect(wide.map(({ label }) => label)).toEqual(['2023', '2024', '2025', '2026'])
  })

  it('reads each day of a long history about once, however many steps are too short for it', () => {
    const days = weekdays(addMonths(END, -700), END)
    let looks = 0
    const watched = new Proxy(days, {
      get(target, name, receiver): unknown {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1
        return Reflect.get(target, name, receiver)
      },
    })
    expect(listDayTicks(watched)).toEqual(listDayTicks(days))
    expect(looks).toBeLessThan(2 * days.length)
  })

  it('labels at most 12 days of any span, and marks every second one to be left out of a narrow plot', () => {
    for (const months of [1, 2, 3, 4, 7, 9, 11, 18, 30, 48, 100, 200, 400, 700]) {
      const ticks = listDayTicks(weekdays(addMonths(END, -months), END))
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(12)
      expect(ticks.filter(({ isMinor }) => !isMinor).length).toBeLessThanOrEqual(6)
    }
  })
})
