import { describe, expect, it } from 'vitest'

import { analyseEconomy } from './analyse-economy.ts'
import { analyseHousing } from './analyse-housing.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { sectionMeanings } from '../writer/write-plainly.ts'
import { chooseMeaning } from './series-words-meaning.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]
const economy = (...readings: ReturnType<typeof createReading>[]) =>
  chooseMeaning(analyseEconomy(readings, WEEK), sectionMeanings.economy)
const housing = (...readings: ReturnType<typeof createReading>[]) =>
  chooseMeaning(analyseHousing(readings, WEEK), sectionMeanings.housing)

describe('what a section means', () => {
  it('speaks of pay only where pay is told', () => {
    const prices = createReading('CUUR0000SA0', listMonths('2024-12', fullYear(300, 309)))
    const wages = createReading('CES0500000008', listMonths('2024-12', fullYear(30, 31.2)))
    const wagePrices = createReading('CWUR0000SA0', listMonths('2024-12', fullYear(300, 309)))
    expect(economy(prices, wages, wagePrices)).toEqual(sectionMeanings.economy)
    expect(economy(prices)).toEqual([
      'Someone whose pay did not rise over the year buys less with it than a year before.',
    ])
    expect(economy(createReading('LNS14000000', listMonths('2024-12', [4.1, 4.3])))).toEqual([
      'When the unemployment rate rises, the next job is often harder to find.',
    ])
    expect(economy()).toEqual([])
  })

  it('follows the payment on a loan, and leaves prices of houses out where they are not told', () => {
    const lower = createReading('PMMS30', { '2024-02-01': 7.1, '2025-01-30': 6.95 })
    expect(housing(lower)).toEqual([
      'A new loan costs less a month than it did a year ago.',
      ...sectionMeanings.housing.filter((text) => !text.includes('house prices')),
    ])
    const prices = createReading('HPI-USA-NSA', listMonths('2024-11', fullYear(400, 416)))
    expect(housing(prices)).toEqual(sectionMeanings.housing.filter((text) => text.includes('house prices')))
  })

  it('of markets speaks of shares only where they are told', () => {
    const shares = createHistory('sp500', { '2025-01-24': 6101.24, '2025-01-31': 6040.53 })
    const meaningOf = (...given: Parameters<typeof analyseMarkets>) =>
      chooseMeaning(analyseMarkets(...given), sectionMeanings.markets)
    expect(meaningOf([shares], WEEK)).toEqual(sectionMeanings.markets)
    expect(meaningOf([], WEEK, [createReading('BC_10YEAR', { '2025-01-31': 4.58 })])).toEqual([
      'What the government pays on its loans moves what banks ask for a mortgage.',
    ])
    expect(meaningOf([], WEEK)).toEqual([])
  })
})
