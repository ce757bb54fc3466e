import { describe, expect, it } from 'vitest'

import { arrangeStats } from './arrange-stats.ts'

describe('arrangeStats', () => {
  it('groups what came, with prettified names, and leaves empty groups out', () => {
    expect(
      arrangeStats(
        {
          trailingPE: 38.91442,
          profitMargins: 0.24295,
          marketCap: 3_688_676_720_640,
          open: 245.965,
          ebitda: 137_352_003_584,
        },
        'USD',
      ),
    ).toEqual([
      { title: 'Trading', stats: [{ key: 'open', name: 'Open', value: '$245.97' }] },
      {
        title: 'Valuation',
        stats: [
          { key: 'marketCap', name: 'Market Cap', value: '$3,688,676,720,640' },
          { key: 'trailingPE', name: 'Trailing P/E', value: '38.91' },
        ],
      },
      {
        title: 'Profit and growth',
        stats: [
          { key: 'ebitda', name: 'EBITDA', value: '137,352,003,584' },
          { key: 'profitMargins', name: 'Profit Margins', value: '24.30%' },
        ],
      },
    ])
  })

  it('shows statistics that it has not met, by rule, after the others', () => {
    expect(arrangeStats({ someNewRatio: 1234.5678, beta: 1.2 }, 'USD').at(-1)).toEqual({
      title: 'More',
      stats: [{ key: 'someNewRatio', name: 'Some New Ratio', value: '1,234.57' }],
    })
  })

  const valueOf = (key: string, value: number | string, currency?: string, more = {}) =>
    arrangeStats({ [key]: value, ...more }, currency)
      .flatMap(({ stats }) => stats)
      .find((stat) => stat.key === key)?.value

  it('reads days in seconds and in ISO form', () => {
    expect(valueOf('exDividendDate', 1_739_145_600)).toBe('Feb 10, 2025')
    expect(valueOf('exDividendDate', '2025-02-10T00:00:00.000Z')).toBe('Feb 10, 2025')
    expect(valueOf('lastSplitDate', 'soon')).toBe('soon')
  })

  it('tells a fraction from a figure that is in percent already', () => {
    expect(valueOf('dividendYield', 0.0041)).toBe('0.41%')
    expect(valueOf('fiveYearAvgDividendYield', 0.6)).toBe('0.60%')
    expect(valueOf('debtToEquity', 145)).toBe('145.00%')
  })

  it('turns codes into words and leaves names alone', () => {
    expect(valueOf('recommendationKey', 'strong_buy')).toBe('Strong buy')
    expect(valueOf('fundFamily', 'Invesco')).toBe('Invesco')
    expect(valueOf('lastSplitFactor', '4:1')).toBe('4:1')
  })

  it('puts a sign only where the currency is sure', () => {
    expect(valueOf('fiftyTwoWeekHigh', 412.3, 'GBp')).toBe('412.30p')
    expect(valueOf('marketCap', 2_500_000_000, 'GBp')).toBe('2,500,000,000')
    expect(valueOf('totalRevenue', 2_500_000_000, 'GBp', { financialCurrency: 'GBP' })).toBe('£2,500,000,000')
    expect(valueOf('trailingEps', 5.52, 'USD', { financialCurrency: 'CNY' })).toBe('5.52')
    expect(valueOf('trailingEps', 6.31, 'USD', { financialCurrency: 'USD' })).toBe('$6.31')
  })
})
