import { describe, expect, it } from 'vitest'

import { AppError, SourceError } from '../../lib/errors.ts'
import type { Sentence } from '../../../shared/edition-contract.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { analyseHousing } from './analyse-housing.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { noteMarketFailures, readMarketHistories, type ReadCloses } from './market-histories.ts'
import type { SeriesSection } from './series-section.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { tellSeriesCoverage } from './tell-coverage.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const RATES = { '2024-02-01': 6.63, '2025-01-23': 6.96, '2025-01-30': 6.95 }
const fullYear = (first: number, last: number) => [first, ...Array.from({ length: 11 }, () => first), last]

const plainText = (sentence: Sentence) => sentence.map(({ text }) => text).join('')
const coverageOf = (section: SeriesSection) => tellSeriesCoverage(section).map(plainText)
const housing = (...readings: ReturnType<typeof createReading>[]) => analyseHousing(readings, WEEK)
const economy = (...readings: ReturnType<typeof createReading>[]) => analyseEconomy(readings, WEEK)
const markets = () => analyseMarkets([], WEEK)

describe('coverage', () => {
  it('names what is overdue with its date, what is missing, and what is not believed', () => {
    const words = coverageOf(
      housing(
        createReading('PMMS30', { ...RATES, '2025-01-16': 70 }),
        createReading('PERMIT', listMonths('2024-03', fullYear(1480, 1482))),
        createReading('MSACSR', listMonths('2024-12', [8.4, 80])),
      ),
    )
    expect(words).toContain('We read: the 30-year mortgage rate.')
    expect(words).toContain(
      'Left out, since a newer value is overdue: permits for homes, whose newest is of March 2024.',
    )
    expect(words).toContain('Left out, since the newest value is hardly possible: the supply of new homes.')
    expect(words).toContain('Left out, since it is hardly possible: a value of 30-year mortgage rate.')
    expect(words).toContain(
      'Not worked out: payment on a median home, and the income it takes (we have no recent price of a home).',
    )
    expect(
      words.some((text) => text.startsWith('We could not get: ') && text.includes('house prices (FHFA)')),
    ).toBe(true)
  })

  it('does not report as missing what other series make unnecessary', () => {
    const adjusted = 'consumer prices, seasonally adjusted'
    const missingOf = (section: SeriesSection) =>
      coverageOf(section).find((text) => text.startsWith('We could not get: '))
    expect(missingOf(economy())).toContain(adjusted)
    const unadjusted = createReading('CUUR0000SA0', listMonths('2024-12', fullYear(300, 309)))
    expect(missingOf(economy(unadjusted))).not.toContain(adjusted)
  })

  it('says what was read after the week', () => {
    const late = { isAsRevisedSince: true }
    const all = housing(createReading('PMMS30', RATES, late))
    expect(coverageOf(all).at(-1)).toBe(
      'We read these figures after the week: as revised since, they may differ from what was published then.',
    )
    const some = housing(
      createReading('PMMS30', RATES),
      createReading('HOUST', listMonths('2024-12', [1300, 1515]), late),
    )
    expect(coverageOf(some).at(-1)).toBe('As revised since, for we read them after the week: housing starts.')
    expect(coverageOf(housing(createReading('PMMS30', RATES))).join()).not.toContain('revised')
  })

  it('distinguishes a failed source from a market without closes', () => {
    const section = noteMarketFailures(
      analyseMarkets([createHistory('bitcoin', { '2025-01-26': 104_000, '2025-02-02': 97_000 })], WEEK),
      [
        {
          asset: 'sp500',
          ticker: '^GSPC',
          source: 'Yahoo Finance',
          reason: 'Yahoo Finance gave no usable answer',
          code: 'server-failed',
          message: 'status 403',
        },
      ],
    )
    expect(coverageOf(section).slice(0, 3)).toEqual([
      'We read: Bitcoin.',
      'We could not get: Ether.',
      'We could not get: the S&P 500 (Yahoo Finance gave no usable answer).',
    ])
  })
})

function failing(error: Error): ReadCloses {
  return async () => {
    throw error
  }
}

describe('a failure of a source', () => {
  const FAILURES = [
    new SourceError(
      'query2.finance.yahoo.com',
      'query2.finance.yahoo.com answered 429 after 3 tries in 1,200 ms',
    ),
    new SourceError('api.coingecko.com', 'HTTP/2 stream 17 was closed'),
    new SourceError('Twelve Data', '8 credits of 8 are used up'),
    new AppError('unknown-ticker', '404: 1 of 2 lists has it'),
  ]

  it.each(FAILURES)('puts no number into the words: %s', async (error) => {
    const { histories, failures } = await readMarketHistories(failing(error), WEEK)
    expect(failures).toHaveLength(3)
    const section = noteMarketFailures(analyseMarkets(histories, WEEK), failures)
    expect(coverageOf(section).join(' ').replaceAll('S&P 500', '')).not.toMatch(/\p{N}|twelve/iu)
    expect(failures.map(({ source }) => source).join()).not.toMatch(/\p{N}|\.|twelve/iu)
  })

  it('is reported without its reason if that contains a number', () => {
    const section = markets()
    const coverage = section.coverage.map((one) => ({
      ...one,
      code: 'failed' as const,
      reason: 'answered 503 for the 2nd time',
    }))
    expect(coverageOf({ ...section, coverage })).toEqual([
      'We could not get: the S&P 500.',
      'We could not get: Bitcoin.',
      'We could not get: Ether.',
    ])
  })
})
