import { listDays } from '../../lib/dates.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { analyseMarkets, type MarketAssetId, type MarketHistory } from './analyse-markets.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const TICKERS = { sp500: '^GSPC', bitcoin: 'BTC-USD', ether: 'ETH-USD' } as const

function createHistory(asset: MarketAssetId, closes: Readonly<Record<string, number>>): MarketHistory {
  return {
    asset,
    ticker: TICKERS[asset],
    closes: Object.entries(closes).map(([date, close]) => ({ date, close, adjustedClose: close })),
    retrievedAt: '2025-02-02T23:00:00.000Z',
    sourceName: 'Yahoo Finance',
    sourceUrl: 'https://finance.yahoo.com/',
  }
}

const analyse = (histories: readonly MarketHistory[], week = WEEK) => {
  const section = analyseMarkets(histories, week)
  const find = (id: string) => section.facts.find((fact) => fact.id === `markets/${id}`)
  return { ...section, find, valueOf: (id: string) => find(id)?.value }
}
const shares = (closes: Readonly<Record<string, number>>) => createHistory('sp500', closes)

describe('the share index', () => {
  it('ends its week on Friday, and counts its year from the last close before it', () => {
    const { find, valueOf } = analyse([
      shares({ '2024-12-31': 5881.63, '2025-01-24': 6101.24, '2025-01-30': 6071.17, '2025-01-31': 6040.53 }),
    ])
    expect(find('sp500/level')).toMatchObject({ value: 6040.53, unit: 'index', asOf: '2025-01-31' })
    expect(find('sp500/change')).toMatchObject({
      value: -0.01,
      unit: 'fraction',
      subject: 'S&P 500',
      period: { from: '2025-01-24', to: '2025-01-31' },
      inputs: ['markets/sp500/level', '^GSPC@2025-01-31@2025-02-02', '^GSPC@2025-01-24@2025-02-02'],
    })
    expect(valueOf('sp500/year-to-date/change')).toBe(0.027)
  })

  it('ends a holiday week on Thursday', () => {
    // Good Friday of 2025.
    const { find } = analyse(
      [shares({ '2025-04-11': 5363.36, '2025-04-16': 5275.7, '2025-04-17': 5282.7 })],
      {
        from: '2025-04-14',
        to: '2025-04-20',
      },
    )
    expect(find('sp500/change')).toMatchObject({
      value: -0.015,
      period: { from: '2025-04-11', to: '2025-04-17' },
    })
    expect(find('sp500/change')?.formula).toContain('there is no close for 2025-04-18')
  })

  it('starts the week after a holiday week with its Thursday', () => {
    const { find } = analyse([shares({ '2025-04-17': 5282.7, '2025-04-25': 5525.21 })], {
      from: '2025-04-21',
      to: '2025-04-27',
    })
    expect(find('sp500/change')).toMatchObject({
      value: 0.046,
      period: { from: '2025-04-17', to: '2025-04-25' },
    })
  })

  it('has no figures for a week whose last days are missing', () => {
    const { facts, coverage } = analyse([shares({ '2025-01-24': 6101.24, '2025-01-29': 6039.31 })])
    expect(facts).toEqual([])
    expect(coverage[0]).toMatchObject({ series: '^GSPC', newestDate: '2025-01-29', code: 'stale' })
  })

  it('has no change over a week whose beginning is missing', () => {
    const { valueOf, heldBack } = analyse([shares({ '2025-01-22': 6086.37, '2025-01-31': 6040.53 })])
    expect([valueOf('sp500/level'), valueOf('sp500/change')]).toEqual([6040.53, undefined])
    expect(heldBack.map(({ name }) => name)).toEqual([
      'S&P 500: change over the week',
      'S&P 500: change since the year began',
    ])
  })

  it('counts a year from the last weekday of the year before', () => {
    const { valueOf } = analyse([shares({ '2023-12-29': 4769.83, '2024-01-19': 4839.81 })], {
      from: '2024-01-15',
      to: '2024-01-21',
    })
    expect(valueOf('sp500/year-to-date/change')).toBe(0.015)
  })

  it('says nothing of a year that is not two weeks old', () => {
    const { valueOf, heldBack } = analyse(
      [shares({ '2023-12-29': 4769.83, '2024-01-05': 4697.24, '2024-01-12': 4783.83 })],
      {
        from: '2024-01-08',
        to: '2024-01-14',
      },
    )
    expect(valueOf('sp500/change')).toBe(0.018)
    expect(valueOf('sp500/year-to-date/change')).toBeUndefined()
    expect(heldBack).toEqual([])
  })

  it('says nothing of the year in a week that ends with New Year’s Day, when "the year" is no longer the one of its last close', () => {
    const { facts, heldBack } = analyse(
      [shares({ '2025-12-31': 6845.5, '2026-12-24': 7000, '2026-12-31': 7100 })],
      { from: '2026-12-28', to: '2027-01-03' },
    )
    expect(facts.map(({ id }) => id)).toEqual(['markets/sp500/change', 'markets/sp500/level'])
    expect(heldBack).toEqual([])
  })

  it('counts as unchanged if the change prints as zero', () => {
    expect(analyse([shares({ '2025-01-24': 6000, '2025-01-31': 6002 })]).valueOf('sp500/change')).toBe(0)
  })

  it('leaves out an impossible close, and says so', () => {
    const { facts, heldBack, coverage } = analyse([
      shares({ '2025-01-24': 6101.24, '2025-01-29': 6039, '2025-01-30': 6071, '2025-01-31': 604.53 }),
    ])
    expect(facts).toEqual([])
    expect(heldBack[0]).toEqual({ name: 'S&P 500', code: 'suspect' })
    expect(coverage[0]?.code).toBe('suspect')
  })
})

describe('coins', () => {
  const days = (from: string, to: string, last: number) =>
    Object.fromEntries(
      listDays(from, to).map((day, index, all) => [day, index === all.length - 1 ? last : 100_000]),
    )

  it('end their week on Sunday', () => {
    const { find } = analyse([createHistory('bitcoin', days('2024-12-31', '2025-02-02', 97_000))])
    expect(find('bitcoin/change')).toMatchObject({
      value: -0.03,
      period: { from: '2025-01-26', to: '2025-02-02' },
    })
    expect(find('bitcoin/year-to-date/change')?.period.from).toBe('2024-12-31')
    expect(find('bitcoin/level')).toMatchObject({ value: 97_000, unit: 'usd' })
  })

  it('end their week on its last known day, seven days after its beginning, if Sunday is not over', () => {
    const { find } = analyse([createHistory('ether', days('2025-01-18', '2025-02-01', 97_000))])
    expect(find('ether/change')?.period).toEqual({ from: '2025-01-25', to: '2025-02-01' })
    expect(find('ether/change')?.formula).toContain('there is no close for 2025-02-02')
  })

  it('skip no missing day', () => {
    const closes = days('2025-01-18', '2025-02-02', 97_000)
    delete closes['2025-01-26']
    const { find, heldBack } = analyse([createHistory('bitcoin', closes)])
    expect(find('bitcoin/change')).toBeUndefined()
    expect(heldBack[0]).toEqual({ name: 'Bitcoin: change over the week', code: 'missing' })
  })
})

describe('analyseMarkets', () => {
  it('says which asset is missing', () => {
    expect(analyse([]).coverage.map(({ series, code }) => [series, code])).toEqual([
      ['sp500', 'no-value'],
      ['bitcoin', 'no-value'],
      ['ether', 'no-value'],
    ])
  })

  it('ignores days after the week', () => {
    const { valueOf } = analyse([
      shares({ '2025-01-24': 6101.24, '2025-01-31': 6040.53, '2025-02-03': 5994.57 }),
    ])
    expect(valueOf('sp500/level')).toBe(6040.53)
  })

  it('gives the same bytes for closes in any order, and only finite figures', () => {
    const dates = [...listDays('2024-12-31', '2025-01-02'), ...listDays('2025-01-20', '2025-02-02')]
    const close = fc.oneof(
      { weight: 9, arbitrary: fc.double({ min: 5500, max: 6200, noNaN: true }) },
      { weight: 1, arbitrary: fc.double() },
    )
    fc.assert(
      fc.property(fc.array(close, { minLength: dates.length, maxLength: dates.length }), (values) => {
        const closes = Object.fromEntries(dates.map((date, index) => [date, values[index] ?? 0]))
        const histories = [createHistory('sp500', closes), createHistory('bitcoin', closes)]
        const section = analyseMarkets(histories, WEEK)
        const turnedCloses = Object.fromEntries(Object.entries(closes).toReversed())
        const turned = [createHistory('bitcoin', turnedCloses), createHistory('sp500', turnedCloses)]
        expect(JSON.stringify(analyseMarkets(turned, WEEK))).toBe(JSON.stringify(section))
        expect(section.facts.filter(({ value }) => !Number.isFinite(value))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
