import { describe, expect, it } from 'vitest'

import { NO_ATTEMPTS } from '../testing/statements.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { listRows } from '../testing/edition-content.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { analyseHousing } from './analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from './analyse-markets.ts'
import type { SeriesSection } from './series-section.ts'
import { stateSeries } from './series-statements.ts'
import { composeSeries } from './series-table.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const RATES = { '2024-02-01': 6.63, '2025-01-23': 6.96, '2025-01-30': 6.95 }
const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]
type Reading = ReturnType<typeof createReading>

function compose(
  section: SeriesSection,
  readings: readonly Reading[],
  histories: readonly MarketHistory[] = [],
) {
  const statements = stateSeries(section, { readings, histories })
  const content = composeSeries(section, [...section.facts, ...statements.facts], [], NO_ATTEMPTS)
  return { content, rows: listRows(content, 'All figures') }
}
const housing = (...readings: Reading[]) => compose(analyseHousing(readings, WEEK), readings)
const economy = (...readings: Reading[]) => compose(analyseEconomy(readings, WEEK), readings)
const markets = (histories: MarketHistory[], ...readings: Reading[]) =>
  compose(analyseMarkets(histories, WEEK, readings), readings, histories)

describe('a row', () => {
  it('says what it measures, for when, by whom, and how it moved', () => {
    const { content, rows } = housing(createReading('PMMS30', RATES))
    expect(rows).toEqual([
      [
        '30-year mortgage rate',
        'Jan 30, 2025, Freddie Mac',
        '6.95%',
        'down 0.01 percentage points',
        'up 0.32 percentage points',
      ],
      [
        'A month’s payment on a $300,000 loan',
        'Jan 30, 2025, Freddie Mac',
        'Principal and interest only, no taxes, no insurance',
        '$1,986',
        'down $2',
        'up $64',
      ],
    ])
    const [rate] = content.tables[0]?.rows ?? []
    expect(rate?.cells[0]).toEqual([
      { text: '6.95%', href: 'https://www.freddiemac.com/pmms', factId: 'housing/mortgage-30/rate' },
    ])
    expect(rate?.about[0]?.[1]).toEqual({ text: 'Freddie Mac', href: 'https://www.freddiemac.com/pmms' })
  })

  it('says “unchanged” for a value that did not move, without a figure', () => {
    const { rows } = housing(createReading('PMMS30', { ...RATES, '2025-01-23': 6.95 }))
    expect(rows[0]?.[3]).toBe('unchanged')
  })

  it('shows no change if no earlier value is known', () => {
    expect(economy(createReading('LNS14000000', { '2024-12-01': 4.1 })).rows).toEqual([
      ['Unemployment rate', 'December 2024, Bureau of Labor Statistics', '4.1%', '–', '–'],
    ])
  })

  it('names a stand-in as one, and links to where it was read', () => {
    const { content, rows } = housing(
      createReading('MORTGAGE30US', RATES),
      createReading('CSUSHPINSA', listMonths('2024-11', fullYear(300, 312))),
    )
    expect(rows.at(-1)?.slice(0, 4)).toEqual([
      'Case-Shiller home prices',
      'November 2024, FRED',
      'Over the year',
      'up 4.0%',
    ])
    expect(content.notices).toEqual([
      'Mortgage rates: Freddie Mac, Primary Mortgage Market Survey.',
      'Home prices: Case-Shiller index, © S&P Dow Jones Indices LLC.',
      'Some figures came by way of FRED, Federal Reserve Bank of St. Louis.',
    ])
  })

  it('says that jobs that were lost are fewer', () => {
    const readings = [createReading('CES0000000001', listMonths('2025-01', [159_000, 158_980]))]
    const section = analyseEconomy(readings, { from: '2025-02-10', to: '2025-02-16' })
    expect(compose(section, readings).rows[0]?.slice(0, 4)).toEqual([
      'Jobs on payrolls, over the month',
      'January 2025, Bureau of Labor Statistics',
      'Farms not counted',
      'down 20,000',
    ])
  })

  it('says what is left of pay after prices', () => {
    const { content, rows } = economy(
      createReading('CES0500000008', listMonths('2024-12', fullYear(30, 30.3))),
      createReading('CWUR0000SA0', listMonths('2024-12', fullYear(300, 309))),
    )
    expect(rows.map((row) => [row[0], row.find((text) => /^(up|down) /.test(text))])).toEqual([
      ['Hourly pay after prices, over the year', 'down 1.9%'],
      ['Hourly pay, over the year', 'up 1.0%'],
      ['Pay for 40 hours', 'up $12'],
      ['Prices that wage earners pay, over the year', 'up 3.0%'],
    ])
    expect(content.notices).toContain(
      'BLS.gov cannot vouch for the data or analyses derived from these data after the data have been retrieved from BLS.gov.',
    )
  })

  it('of shares has the close, the week and the year so far', () => {
    const { content, rows } = markets([
      createHistory('sp500', { '2024-12-31': 5881.63, '2025-01-24': 6101.24, '2025-01-31': 6040.53 }),
    ])
    expect(content.tables[0]?.columns.slice(2)).toEqual(['Over the week', 'Since the year began'])
    expect(rows).toEqual([['S&P 500', 'Jan 31, 2025, Yahoo Finance', '6,040.53', 'down 1.0%', 'up 2.7%']])
  })
})

it('has no table if nothing is known, and says what we could not get', () => {
  const { content } = markets([])
  expect(content.tables).toEqual([])
  expect(content.coverage).toEqual([
    [
      {
        text: 'We could not get: the S&P 500; Bitcoin; Ether; the 10-year Treasury yield; the 3-month Treasury yield.',
      },
    ],
  ])
})
