import { describe, expect, it } from 'vitest'

import type { Sentence } from '../../../shared/edition-contract.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { analyseMarkets } from './analyse-markets.ts'
import type { SeriesSection } from './series-section.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { composeSeries, listRequiredSeriesFacts } from './series-words.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]
const plainText = (sentence: Sentence) => sentence.map(({ text }) => text).join('')

/** With a summary that names each required fact. */
function compose(section: SeriesSection) {
  const sentences = listRequiredSeriesFacts(section).map((factId) => [{ text: 'A figure.', factId }])
  return composeSeries(
    section,
    { section: section.section, sentences, meaning: [], label: 'automated summary', model: undefined },
    [],
  )
}

const PRICES = createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 315.605)))
const PAYROLLS = createReading('CES0000000001', listMonths('2024-12', [159_000, 159_256]))
const UNEMPLOYMENT = createReading('LNS14000000', listMonths('2024-12', [4.2, 4.1]))
const CLAIMS = createReading('ICSA', {
  '2024-12-28': 211_000,
  '2025-01-04': 203_000,
  '2025-01-11': 217_000,
  '2025-01-18': 223_000,
  '2025-01-25': 207_000,
})
const OPENINGS = createReading('JTS000000000000000JOL', listMonths('2024-11', [7600, 8000]))
const LONG = createReading('BC_10YEAR', { '2025-01-24': 4.63, '2025-01-31': 4.58 })
const SHORT = createReading('BC_2YEAR', { '2025-01-24': 4.27, '2025-01-31': 4.22 })
const SENTIMENT = createReading('UMCSENT', listMonths('2024-12', [71.8, 74]))

describe('the economy', () => {
  const all = analyseEconomy([SENTIMENT, LONG, SHORT, OPENINGS, CLAIMS, UNEMPLOYMENT, PAYROLLS, PRICES], WEEK)

  it('begins with prices and jobs, though they are old news and claims are not', () => {
    expect(all.findings.map(({ id, isNews }) => [id.slice('economy/'.length), isNews])).toEqual([
      ['cpi', false],
      ['unemployment', false],
      ['payrolls', false],
      ['claims', true],
      ['openings', false],
      ['curve-10y-2y', true],
      ['sentiment', true],
    ])
    const content = compose(all)
    expect(plainText(content.summary.at(-1) ?? [])).toBe(
      'Not new this week, but the latest there is: consumer prices; unemployment rate; payrolls.',
    )
    expect(content.findings.map(({ id }) => id)).toEqual([
      'economy/cpi',
      'economy/unemployment',
      'economy/payrolls',
      'economy/claims',
    ])
  })

  it('gives claims as the average that the figure is, and the week’s own beside it', () => {
    const claims = compose(all).findings.find(({ id }) => id === 'economy/claims')
    expect([claims?.kicker, claims?.title, claims?.figure.text]).toEqual([
      'Department of Labor, four weeks to Jan 25, 2025',
      'New jobless claims, four-week average',
      '212,500',
    ])
    expect(claims?.sentences.map(plainText)).toEqual([
      'It fell by 1,000 over the week, from 213,500.',
      'In the week to Jan 25, 2025 alone there were 207,000 new claims for jobless pay.',
    ])
    expect(claims?.sentences[1]?.find(({ text }) => text === '207,000')?.factId).toBe(
      'economy/claims/newest-week/level',
    )
  })

  it('marks sentiment as late, and tells it in the table where there is enough else', () => {
    const row = compose(all).table?.rows.find(([name]) => plainText(name ?? []).includes('sentiment'))
    expect(row?.map(plainText)).toEqual([
      'Consumer sentiment, an index (December 2024)',
      '74.0',
      'rose by 3.1% over the month; FRED has it a month late',
    ])
    const content = compose(analyseEconomy([SENTIMENT], WEEK))
    expect(content.findings[0]?.sentences.map(plainText)).toContain(
      'FRED has this index a month late: its owner publishes newer figures elsewhere.',
    )
  })

  it('with a release of jobs begins with jobs', () => {
    const week = { from: '2025-01-06', to: '2025-01-12' }
    const { findings } = analyseEconomy([PRICES, PAYROLLS, UNEMPLOYMENT], week)
    expect(findings[0]).toMatchObject({ id: 'economy/unemployment', isNews: true })
  })
})

describe('markets', () => {
  it('color prices alone, and tell the yield in words', () => {
    const shares = createHistory('sp500', { '2025-01-24': 6101.24, '2025-01-31': 6040.53 })
    const content = compose(analyseMarkets([shares], WEEK, [LONG]))
    expect(content.findings.map(({ tone, title, figure }) => [tone, title, figure.text])).toEqual([
      ['fall', 'S&P 500, over the week', '-1.0%'],
      ['plain', '10-year Treasury yield', '4.58%'],
    ])
    expect(content.findings[1]?.sentences.map(plainText)).toEqual([
      'It fell by 0.05 percentage points from Jan 24, 2025.',
      'The government pays it on a long loan; mortgage rates often move with it.',
    ])
  })
})
