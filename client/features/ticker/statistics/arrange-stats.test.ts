import { describe, expect, it } from 'vitest'

import type { PriceStyle } from '../../../../shared/format-price.ts'
import { arrangeStats, reconcileWithPrice } from './arrange-stats.ts'

const LISTED_IN_USD = { currency: 'USD', kind: 'stock' } as const

describe('arrangeStats', () => {
  it('shows a fund’s costs and turnover as percentages', () => {
    const stats = { annualReportExpenseRatio: 0.0003, annualHoldingsTurnover: 0.02, lastCapGain: 0.5 }
    const shown = arrangeStats(stats, LISTED_IN_USD).flatMap((group) => group.stats)
    expect(shown.map(({ name, text }) => [name, text])).toEqual([
      ['Annual Report Expense Ratio', '0.03%'],
      ['Annual Holdings Turnover', '2.00%'],
      ['Last Capital Gain', '$0.50'],
    ])
  })

  it('never shows a small figure as 0', () => {
    const texts = (value: number) =>
      arrangeStats({ someNewRatio: value, beta: value }, LISTED_IN_USD).flatMap(({ stats }) =>
        stats.map(({ text }) => text),
      )
    expect(texts(0.000_345_6)).toEqual(['0.0003456', '0.0003456'])
    expect(texts(-0.0042)).toEqual(['-0.0042', '-0.0042'])
    expect(texts(0)).toEqual(['0.00', '0'])
    expect(texts(0.25)).toEqual(['0.25', '0.25'])
  })

  it('groups statistics with readable names and meanings, and drops empty groups', () => {
    expect(
      arrangeStats(
        {
          trailingPE: 38.91442,
          profitMargins: 0.24295,
          marketCap: 3_688_676_720_640,
          open: 245.965,
          ebitda: 137_352_003_584,
        },
        LISTED_IN_USD,
      ),
    ).toEqual([
      {
        title: 'Trading',
        stats: [
          { key: 'open', name: 'Open', text: '$245.97', meaning: 'The first price of the trading day.' },
        ],
      },
      {
        title: 'Valuation',
        stats: [
          {
            key: 'marketCap',
            name: 'Market Cap',
            text: '$3.69T',
            exact: '$3,688,676,720,640',
            meaning: 'The price of all shares, or of all coins in circulation, together.',
          },
          {
            key: 'trailingPE',
            name: 'Trailing P/E',
            text: '38.91',
            meaning: 'Price divided by the past year’s profit per share.',
          },
        ],
      },
      {
        title: 'Profit and growth',
        stats: [
          {
            key: 'ebitda',
            name: 'EBITDA',
            text: '137B',
            exact: '137,352,003,584',
            meaning: 'A year’s profit before interest, taxes and the wear of what it owns.',
          },
          {
            key: 'profitMargins',
            name: 'Profit Margins',
            text: '24.30%',
            meaning: 'What is left of sales after all costs and taxes.',
          },
        ],
      },
    ])
  })

  it('writes prices in the style of the asset, and an index without a currency', () => {
    const textOf = (priceStyle: PriceStyle) =>
      arrangeStats({ bid: 1.0512 }, LISTED_IN_USD, priceStyle).flatMap(({ stats }) =>
        stats.map(({ text }) => text),
      )
    expect(textOf({ unit: 'USD', digits: 4 })).toEqual(['$1.0512'])
    expect(textOf({ unit: 'USD', digits: 2 })).toEqual(['$1.05'])
    expect(textOf({ unit: 'points', digits: 2 })).toEqual(['1.05'])
  })

  it('puts unknown statistics last, named by rule and without a meaning', () => {
    expect(arrangeStats({ someNewRatio: 1234.5678, beta: 1.2 }, LISTED_IN_USD).at(-1)).toEqual({
      title: 'More',
      stats: [{ key: 'someNewRatio', name: 'Some New Ratio', text: '1,234.57' }],
    })
    expect(arrangeStats({ constructor: 2 }, LISTED_IN_USD)[0]?.stats).toEqual([
      { key: 'constructor', name: 'Constructor', text: '2' },
    ])
  })

  const find = (key: string, stats: Record<string, number | string>, listing = {}) =>
    arrangeStats(stats, { ...LISTED_IN_USD, ...listing })
      .flatMap(({ stats }) => stats)
      .find((stat) => stat.key === key)
  const textOf = (key: string, value: number | string, listing = {}, more = {}) =>
    find(key, { [key]: value, ...more }, listing)?.text

  it('reads days in seconds and in ISO form', () => {
    expect(textOf('exDividendDate', 1_739_145_600)).toBe('Feb 10, 2025')
    expect(textOf('exDividendDate', '2025-02-10T00:00:00.000Z')).toBe('Feb 10, 2025')
    expect(textOf('lastSplitDate', 'soon')).toBe('soon')
  })

  it('distinguishes fractions from percentages, and days from ratios', () => {
    expect(textOf('dividendYield', 0.0041)).toBe('0.41%')
    expect(textOf('fiveYearAvgDividendYield', 0.6)).toBe('0.60%')
    expect(textOf('debtToEquity', 145)).toBe('145.00%')
    expect(textOf('shortRatio', 2.12)).toBe('2.12 days')
    expect(textOf('currentRatio', 0.923)).toBe('0.92')
    expect(textOf('24HourChangePercent', -5.54247)).toBe('-5.54%')
    expect(textOf('marketCapRank', 1)).toBe('#1')
  })

  it('turns codes into words and leaves names alone', () => {
    expect(textOf('recommendationKey', 'strong_buy')).toBe('Strong buy')
    expect(textOf('fundFamily', 'Invesco')).toBe('Invesco')
    expect(textOf('lastSplitFactor', '4:1')).toBe('4:1')
    expect(textOf('toCurrency', 'USD=X')).toBe('USD')
  })

  it('links an address only if it is safe', () => {
    const link = find('coinMarketCapLink', { coinMarketCapLink: 'https://example.com/coins/bitcoin' })
    expect(link).toMatchObject({
      text: 'example.com',
      href: 'https://example.com/coins/bitcoin',
    })
    expect(find('coinMarketCapLink', { coinMarketCapLink: 'javascript:alert(1)' })).not.toHaveProperty('href')
  })

  it('shortens figures from a million up and keeps the exact one', () => {
    expect(find('volume', { volume: 999_999 })).toMatchObject({ text: '999,999' })
    expect(find('volume', { volume: 999_999 })).not.toHaveProperty('exact')
    expect(find('volume', { volume: 53_197_431 })).toMatchObject({ text: '53.2M', exact: '53,197,431' })
    expect(find('sharesOutstanding', { sharesOutstanding: 1_200_000_000 })?.text).toBe('1.2B')
  })

  it('shows a currency sign only when the currency is certain', () => {
    const pence = { currency: 'GBp' }
    const reportsIn = (financialCurrency: string) => ({ financialCurrency })
    expect(textOf('fiftyTwoWeekHigh', 412.3, pence)).toBe('412.30p')
    expect(textOf('marketCap', 2_500_000_000, pence)).toBe('£2.5B')
    expect(textOf('marketCap', 2_500_000_000, { currency: 'ILA' })).toBe('2.5B')
    expect(textOf('marketCap', 2_500_000_000, { currency: undefined })).toBe('2.5B')
    expect(textOf('totalRevenue', 2_500_000_000, pence, reportsIn('GBP'))).toBe('£2.5B')
    expect(textOf('totalRevenue', 2_500_000_000)).toBe('2.5B')
    expect(textOf('enterpriseValue', 2_566_507_724_800, {}, reportsIn('CNY'))).toBe('CN¥2.57T')
    expect(textOf('bookValue', 432.523, {}, reportsIn('CNY'))).toBe('CN¥432.52')
    expect(textOf('trailingEps', 5.52, {}, reportsIn('CNY'))).toBe('5.52')
    expect(textOf('trailingEps', -0.26, pence, reportsIn('GBP'))).toBe('-0.26')
    expect(textOf('trailingEps', 6.31, {}, reportsIn('USD'))).toBe('$6.31')
  })

  it('gives a coin’s volume in money, a share’s in shares', () => {
    expect(textOf('volume', 23_376_617_472, { kind: 'crypto' })).toBe('$23.4B')
    expect(textOf('volume', 23_376_617_472)).toBe('23.4B')
  })

  it('leaves out ratios between figures in different currencies', () => {
    const abroad = { financialCurrency: 'CNY' }
    expect(textOf('priceToBook', 0.33, {}, abroad)).toBeUndefined()
    expect(textOf('priceToSalesTrailing12Months', 0.35, {}, abroad)).toBeUndefined()
    expect(textOf('trailingAnnualDividendYield', 0.053, {}, abroad)).toBeUndefined()
    expect(textOf('forwardPE', 14.56, {}, abroad)).toBe('14.56')
    const [pence, reports] = [{ currency: 'GBp' }, { financialCurrency: 'GBP' }]
    expect(textOf('priceToBook', 185.25, pence, reports)).toBeUndefined()
    expect(textOf('forwardPE', 1_250, pence, reports)).toBeUndefined()
    expect(textOf('priceToSalesTrailing12Months', 0.85, pence, reports)).toBe('0.85')
    expect(textOf('priceToBook', 55.33, {}, { financialCurrency: 'USD' })).toBe('55.33')
    expect(textOf('priceToBook', 55.33)).toBe('55.33')
  })

  it('leaves out anything that is not a figure, and a 0 that means unknown', () => {
    const odd = {
      beta: Number.NaN,
      trailingPE: Number.POSITIVE_INFINITY,
      forwardPE: 'Infinity',
      category: 'undefined',
      recommendationKey: 'none',
      fundFamily: ' ',
      bid: 0,
      bidSize: 0,
      volume: 0,
      averageVolume: 0,
      priceHint: 2,
      maxAge: 1,
    }
    expect(arrangeStats(odd, LISTED_IN_USD)).toEqual([])
  })

  it('shows a 0 that means zero', () => {
    expect(textOf('payoutRatio', 0)).toBe('0.00%')
    expect(textOf('volume', 0, {}, { averageVolume: 1_200 })).toBe('0')
  })
})

describe('statistics beside the price on top', () => {
  const keysBeside = (onTop: { price: number; text: string; day: string }, stats: Record<string, number>) =>
    reconcileWithPrice(arrangeStats(stats, LISTED_IN_USD), {
      stats,
      asOf: '2026-11-20T21:00:00.000Z',
      onTop,
    }).flatMap(({ stats }) => stats)
  const textsBeside = (price: number, day: string) =>
    keysBeside({ price, text: `$${price}`, day }, { currentPrice: 245.55, beta: 1.2 }).map(({ text }) => text)

  it('the current price is shown if it equals the price on top', () => {
    expect(textsBeside(245.55, '2026-11-20')).toEqual(['$245.55', '1.20'])
  })

  it('the current price is left out if the price on top is a different one of the same day', () => {
    expect(textsBeside(162.77, '2026-11-20')).toEqual(['1.20'])
  })

  it('the current price has its time if it is from another day', () => {
    expect(textsBeside(162.77, '2026-11-23')).toEqual(['$245.55 on Nov 20, 2026, 21:00 UTC', '1.20'])
  })

  const ranges = { dayLow: 213.98, dayHigh: 216.16, fiftyTwoWeekLow: 160, fiftyTwoWeekHigh: 260, beta: 1.2 }
  it.each([
    ['below the low of the day', 209.64, ['fiftyTwoWeekLow', 'fiftyTwoWeekHigh', 'beta']],
    ['above the high of the year', 270, ['beta']],
    ['at the high but for rounding', 216.2, Object.keys(ranges)],
  ])('ranges that do not contain a price %s are left out with both ends', (_where, price, keys) => {
    const shown = keysBeside({ price, text: '', day: '2026-11-20' }, ranges).map(({ key }) => key)
    expect(shown.toSorted()).toEqual(keys.toSorted())
  })

  it('half a range is left out if it contradicts the price', () => {
    const shown = (stats: Record<string, number>) =>
      keysBeside({ price: 10, text: '', day: '2026-11-20' }, stats).map(({ key }) => key)
    expect(shown({ dayHigh: 9, beta: 1 })).toEqual(['beta'])
    expect(shown({ dayHigh: 11 })).toEqual(['dayHigh'])
    expect(shown({ dayLow: 9, dayHigh: 0 })).toEqual(['dayLow'])
  })
})
