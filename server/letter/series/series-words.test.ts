import { describe, expect, it } from 'vitest'

import type { SectionContent, Sentence } from '../../../shared/edition-contract.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { analyseHousing } from './analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from './analyse-markets.ts'
import { createHistory } from '../testing/market-histories.ts'
import type { ChartLine } from './chart-line.ts'
import type { SectionText } from '../facts/section-words.ts'
import type { SeriesSection } from './series-section.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { composeSeries } from './series-words.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const RATES = { '2024-02-01': 6.63, '2025-01-23': 6.96, '2025-01-30': 6.95 }
const CLAIMS = { '2025-01-04': 200_000, '2025-01-11': 210_000, '2025-01-18': 220_000, '2025-01-25': 230_000 }
const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]

const textOf = (section: SeriesSection, changes: Partial<SectionText> = {}): SectionText => ({
  section: section.section,
  sentences: [],
  meaning: ['What it means.'],
  label: 'automated summary',
  model: undefined,
  ...changes,
})
const compose = (section: SeriesSection, lines: readonly ChartLine[] = []) =>
  composeSeries(section, textOf(section), lines)
const plainText = (sentence: Sentence) => sentence.map(({ text }) => text).join('')
const wordsOf = ({ findings }: SectionContent) =>
  findings.map(({ tone, kicker, title, figure, sentences }) => [
    tone,
    kicker,
    title,
    figure.text,
    ...sentences.map(plainText),
  ])
const coverageOf = ({ coverage }: SectionContent) => coverage.map(plainText)

const housing = (...readings: ReturnType<typeof createReading>[]) => analyseHousing(readings, WEEK)
const economy = (...readings: ReturnType<typeof createReading>[]) => analyseEconomy(readings, WEEK)
const markets = (...histories: MarketHistory[]) => analyseMarkets(histories, WEEK)

describe('a finding', () => {
  it('says whose figure it is, of when, what it did, and what it was before', () => {
    const content = compose(housing(createReading('PMMS30', RATES)))
    expect(wordsOf(content)).toEqual([
      [
        'plain',
        'Freddie Mac, Jan 30, 2025',
        'A month’s payment on a loan of $100,000',
        '$662',
        'That is $21 more than a year ago, when it was $641.',
        'At that day’s 30-year mortgage rate: principal and interest only, no taxes, no insurance.',
      ],
      [
        'plain',
        'Freddie Mac, Jan 30, 2025',
        '30-year mortgage rate',
        '6.95%',
        'It fell by 0.01 percentage points over the week.',
        'A year ago it was 6.63%.',
      ],
    ])
    expect(content.findings[1]?.figure).toEqual({
      text: '6.95%',
      href: 'https://www.freddiemac.com/pmms',
      factId: 'housing/mortgage-30/rate',
    })
    expect(content.findings[0]?.links).toEqual([
      { text: 'See it at Freddie Mac', href: 'https://www.freddiemac.com/pmms' },
    ])
  })

  it('that did not move is unchanged, with no figure for it', () => {
    const content = compose(
      housing(createReading('PMMS30', { ...RATES, '2025-01-23': 6.95, '2024-02-01': 6.95 })),
    )
    expect(wordsOf(content)[1]).toEqual([
      'plain',
      'Freddie Mac, Jan 30, 2025',
      '30-year mortgage rate',
      '6.95%',
      'It was unchanged over the week.',
      'A year ago it was 6.95%.',
    ])
    expect(wordsOf(content)[0]?.[4]).toBe('That is as much as a year ago.')
  })

  it('without a value before it says that no change is told', () => {
    const section = economy(createReading('LNS14000000', { '2024-12-01': 4.1 }))
    expect(wordsOf(compose(section))).toEqual([
      [
        'plain',
        'Bureau of Labor Statistics, December 2024',
        'Unemployment rate',
        '4.1%',
        'What it was before is not known to us, so we tell no change.',
        'Published by Jan 10, 2025: nothing new this week.',
      ],
    ])
  })

  it('of a stand-in says so, and leads to where it was read', () => {
    const content = compose(
      housing(
        createReading('MORTGAGE30US', RATES),
        createReading('CSUSHPINSA', listMonths('2024-11', fullYear(300, 312))),
      ),
    )
    const prices = content.findings.find(({ id }) => id === 'housing/index')
    expect([prices?.kicker, prices?.title, prices?.figure.text]).toEqual([
      'S&P Dow Jones Indices, November 2024',
      'Case-Shiller home prices, over the year',
      '+4.0%',
    ])
    expect(prices?.sentences.map(plainText)).toEqual([
      'Homes sold for more than a year before.',
      'It stands in for the index of the FHFA, the federal agency, which we could not get.',
    ])
    expect(content.findings[0]?.links[0]?.text).toBe('See it at FRED')
    expect(coverageOf(content)).toContain(
      'From FRED, since the publisher’s own file gave nothing newer: the 30-year mortgage rate.',
    )
    expect(content.notices).toEqual([
      'Mortgage rates: Freddie Mac, Primary Mortgage Market Survey.',
      'Home prices: Case-Shiller index, © S&P Dow Jones Indices LLC.',
      'Read by way of FRED, Federal Reserve Bank of St. Louis.',
    ])
  })

  it('that is not news says by when it was published', () => {
    const content = compose(
      economy(createReading('CUUR0000SA0', listMonths('2024-12', fullYear(306.746, 315.605)))),
    )
    expect(wordsOf(content)).toEqual([
      [
        'plain',
        'Bureau of Labor Statistics, December 2024',
        'Consumer prices, over the year',
        '+2.9%',
        'The same goods and services cost more than a year before.',
        'Published by Jan 15, 2025: nothing new this week.',
      ],
    ])
    expect(content.summary.map(plainText)).toEqual([
      'Nothing new was published this week; what stands here is the latest there is.',
    ])
  })

  it('of pay says what an hour of work bought, and leads the section', () => {
    const content = compose(
      economy(
        createReading('CES0500000008', listMonths('2024-12', fullYear(30, 30.3))),
        createReading('CWUR0000SA0', listMonths('2024-12', fullYear(300, 309))),
        createReading('ICSA', CLAIMS),
      ),
    )
    expect(wordsOf(content)[0]).toEqual([
      'plain',
      'Bureau of Labor Statistics, December 2024',
      'Hourly pay after inflation, over the year',
      '-1.9%',
      'An hour of work bought less than a year before.',
      'Hourly pay rose by 1.0%, the prices that wage earners pay rose by 3.0%.',
      'It is the pay of workers who are not managers.',
      'Published by Jan 15, 2025: nothing new this week.',
    ])
    expect(content.findings[0]?.links).toEqual([
      {
        text: 'Hourly pay, at Bureau of Labor Statistics',
        href: 'https://data.bls.gov/timeseries/CES0500000008',
      },
      {
        text: 'Prices that wage earners pay, at Bureau of Labor Statistics',
        href: 'https://data.bls.gov/timeseries/CWUR0000SA0',
      },
    ])
    expect(content.notices).toContain(
      'BLS.gov cannot vouch for the data or analyses derived from these data after the data have been retrieved from BLS.gov.',
    )
  })

  it('of shares sets the week’s change large and names both closes', () => {
    const content = compose(
      markets(
        createHistory('sp500', { '2024-12-31': 5881.63, '2025-01-24': 6101.24, '2025-01-31': 6040.53 }),
      ),
    )
    expect(wordsOf(content)).toEqual([
      [
        'fall',
        'Yahoo Finance, week to Jan 31, 2025',
        'S&P 500, over the week',
        '-1.0%',
        'It closed at 6,040.53 on Jan 31, 2025; the change is against the close of Jan 24, 2025.',
        'Since the year began it rose by 2.7%.',
      ],
    ])
  })
})

describe('jobs', () => {
  it('that were lost are told as fewer', () => {
    const content = compose(
      analyseEconomy([createReading('CES0000000001', listMonths('2025-01', [159_000, 158_980]))], {
        from: '2025-02-10',
        to: '2025-02-16',
      }),
    )
    const payrolls = content.findings.find(({ id }) => id === 'economy/payrolls')
    expect([payrolls?.tone, payrolls?.figure.text, ...(payrolls?.sentences ?? []).map(plainText)]).toEqual([
      'plain',
      '-20,000',
      'Payrolls, farms not counted, had fewer jobs than the month before.',
    ])
  })
})

describe('what is told', () => {
  const all = housing(
    createReading('PMMS30', RATES),
    createReading('MSPUS', { '2024-07-01': 420_000 }),
    createReading('HPI-USA-NSA', listMonths('2024-11', fullYear(400, 416))),
    createReading('ZHVI-102001', listMonths('2024-12', fullYear(350_000, 357_000))),
    createReading('MSACSR', listMonths('2024-12', [8.4, 8.5])),
    createReading('HOUST', listMonths('2024-12', fullYear(1300, 1515))),
    createReading('PERMIT', listMonths('2024-12', fullYear(1480, 1482))),
  )

  it('at length is at least three findings, more where they are news; the rest is a small table', () => {
    const content = compose(all)
    const ids = content.findings.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(3)
    expect(ids.length).toBeLessThanOrEqual(5)
    const shown = all.findings.slice(0, ids.length).map(({ id }) => id)
    expect(ids).toEqual(shown)
    expect(content.table?.columns).toEqual(['Measure', 'Latest', 'Change'])
    expect(content.table?.rows).toHaveLength(all.findings.length - ids.length)
    expect(content.table?.rows.map((row) => row.map(plainText))).toContainEqual([
      'Building permits for homes, at a yearly pace (December 2024)',
      '1,482,000',
      'rose by 0.1% over the month',
    ])
  })

  it('of a home’s price names the terms', () => {
    const content = compose(all)
    const home = content.findings.find(({ id }) => id === 'housing/home')
    expect([home?.kicker, home?.title]).toEqual([
      'Freddie Mac and Census Bureau, Jan 30, 2025',
      'A month’s payment on a new home of median price',
    ])
    expect(home?.links.map(({ text }) => text)).toEqual(['See it at Freddie Mac', 'See it at FRED'])
    expect(home?.sentences.map(plainText)).toEqual([
      'It takes an income of $88,966 a year, if three tenths of it go to the loan.',
      'The price is $420,000, that of the quarter to September 2024, with a fifth of the price paid down; principal and interest only, no taxes, no insurance.',
    ])
  })

  it('is said to be nothing where nothing is known', () => {
    const content = compose(markets())
    expect(content.summary.map(plainText)).toEqual([
      'No figure of this part could be told this week; the reasons are below.',
    ])
    expect(coverageOf(content)).toEqual(['We could not get: the S&P 500; Bitcoin; Ether.'])
    expect([content.findings, content.table, content.chart]).toEqual([[], undefined, undefined])
  })

  it('names the model that wrote the summary, and binds its figures', () => {
    const section = housing(createReading('PMMS30', RATES))
    const sentences = [
      [{ text: 'The rate was ' }, { text: '6.95%', factId: 'housing/mortgage-30/rate' }, { text: '.' }],
    ]
    const content = composeSeries(
      section,
      textOf(section, { sentences, label: 'AI-written', model: 'a-model' }),
      [],
    )
    expect([content.label, content.model]).toEqual(['AI-written', 'a-model'])
    expect(content.summary[0]?.[1]).toEqual({
      text: '6.95%',
      href: 'https://www.freddiemac.com/pmms',
      factId: 'housing/mortgage-30/rate',
    })
  })
})
