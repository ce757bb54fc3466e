import { describe, expect, it } from 'vitest'

import { parseProfile } from './yahoo.ts'
import { listRecommended, parseQuotes } from './yahoo-related.ts'
import { flattenStats, readNextEarnings } from './yahoo-stats.ts'

describe('parseProfile', () => {
  it('reads all fields', () => {
    const profile = parseProfile({
      assetProfile: {
        longBusinessSummary: ' Makes anvils. ',
        website: 'https://acme.example',
        city: 'Tucson',
        state: 'AZ',
        country: 'United States',
        fullTimeEmployees: 42,
        companyOfficers: [{ name: 'Ms. W.  Coyote', title: 'Chief Executive Officer' }],
      },
      price: { longName: 'Acme Inc.', exchangeName: 'NasdaqGS' },
    })
    expect(profile).toEqual({
      name: 'Acme Inc.',
      about: 'Makes anvils.',
      founded: undefined,
      website: 'https://acme.example',
      headquarters: 'Tucson, AZ, United States',
      ceo: 'Ms. W. Coyote',
      employees: 42,
      exchange: 'NasdaqGS',
    })
  })

  it.each([
    { name: 'Blank Acquisition Corp. II' },
    { longBusinessSummary: 'Blank Acquisition Corp. II does not have significant operations.' },
  ])('leaves out what %j shows to be of another company, as after a merger', (other) => {
    const assetProfile = {
      website: 'https://blank.example',
      city: 'Miami',
      fullTimeEmployees: 2,
      companyOfficers: [{ name: 'Mr. Sponsor', title: 'CEO' }],
      ...other,
    }
    const price = { longName: 'NewCo Robotics Inc.', shortName: 'NEWCO', exchangeName: 'NasdaqGS' }
    expect(parseProfile({ assetProfile, price })).toEqual({
      name: 'NewCo Robotics Inc.',
      exchange: 'NasdaqGS',
    })
  })

  it.each([
    ['The Acme Company', { name: 'Acme' }],
    ['Meta Platforms, Inc.', { longBusinessSummary: 'The fund invests in Acme Inc. and others.' }],
    ['Invesco QQQ Trust', { longBusinessSummary: 'To maintain the correspondence of the Nasdaq Inc.' }],
    ['AT&T Inc.', { longBusinessSummary: 'AT&T Inc. provides telecommunications.' }],
    ['XRP USD', { name: 'XRP' }],
    ['腾讯', { longBusinessSummary: 'Tencent Holdings Limited offers services.' }],
  ])('keeps all of a profile that may be of %s', (longName, profile) => {
    const assetProfile = { city: 'Tucson', ...profile }
    expect(parseProfile({ assetProfile, price: { longName } })).toMatchObject({
      name: longName,
      headquarters: 'Tucson',
    })
  })

  it('decodes what is encoded for a web page', () => {
    const longBusinessSummary =
      'AT&amp;T Inc. sells &quot;wires&quot; &amp; McDonald&#39;s &unknown; R&D; &#xE9;'
    const companyOfficers = [{ name: 'L&apos;Or&eacute;al &lt;b&gt;', title: 'CEO &amp; President' }]
    const assetProfile = { longBusinessSummary, companyOfficers }
    expect(parseProfile({ assetProfile, price: { longName: 'AT&amp;T Inc.' } })).toMatchObject({
      name: 'AT&T Inc.',
      about: 'AT&T Inc. sells "wires" & McDonald\'s &unknown; R&D; é',
      ceo: "L'Oréal <b>",
    })
  })

  it('takes no placeholder for a fact', () => {
    const assetProfile = {
      longBusinessSummary: 'N/A',
      city: 'n/a',
      state: '--',
      country: 'Japan',
      companyOfficers: [{ name: 'N/A', title: 'CEO' }],
    }
    const price = { longName: 'null', shortName: 'Acme', exchangeName: 'undefined' }
    expect(parseProfile({ assetProfile, price })).toEqual({ name: 'Acme', headquarters: 'Japan' })
  })

  it.each([
    ['www.acme.example', 'https://www.acme.example'],
    ['acme.example/en', 'https://acme.example/en'],
    ['HTTP://acme.example', 'HTTP://acme.example'],
    ['http://москва.рф', 'http://москва.рф'],
    ['https://https://www.acme.example', undefined],
    ['http://n/a', undefined],
    ['http://localhost', undefined],
    ['https://.', undefined],
    ['https://127.0.0.1', undefined],
    ['info@acme.example', undefined],
    ['https://www.acme.example;https://acme.example', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:a@acme.example', undefined],
  ])('reads the website %s as %s', (website, expected) => {
    expect(parseProfile({ assetProfile: { website } }).website).toBe(expected)
  })

  it('does not compare with a short name, which may be abbreviated', () => {
    const longBusinessSummary = 'Münchener Rückversicherungs-Gesellschaft Aktiengesellschaft SE insures.'
    const profile = parseProfile({
      assetProfile: { longBusinessSummary },
      price: { shortName: 'MUENCH.RUECKVERS.VNA' },
    })
    expect(profile.about).toBe(longBusinessSummary)
  })

  it('leaves out only malformed fields', () => {
    const profile = parseProfile({
      assetProfile: {
        website: 'javascript:alert(1)',
        city: 7,
        country: 'Japan',
        fullTimeEmployees: 'many',
        companyOfficers: 'none',
        longBusinessSummary: null,
        description: 'A coin.',
        startDate: '2010-07-13',
      },
    })
    expect(profile).toMatchObject({ headquarters: 'Japan', about: 'A coin.', founded: '2010-07-13' })
    expect([profile.website, profile.employees, profile.ceo]).toEqual([undefined, undefined, undefined])
  })
})

describe('readNextEarnings', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const at = (day: string) => Date.parse(`${day}T21:00:00Z`) / 1000

  it('returns the first day of the range, and whether it is an estimate', () => {
    const events = {
      earnings: { earningsDate: [at('2027-02-02'), at('2027-01-28')], isEarningsDateEstimate: true },
    }
    expect(readNextEarnings(events, now)).toEqual({
      nextEarningsDate: '2027-01-28',
      nextEarningsDateStatus: 'estimate',
    })
  })

  it('counts the days of the exchange', () => {
    const earningsDate = [Date.parse('2027-02-15T21:30:00Z') / 1000]
    const dayAt = (timeZone: string) =>
      readNextEarnings({ earnings: { earningsDate } }, now, timeZone)['nextEarningsDate']
    expect(['Australia/Sydney', 'America/New_York', 'No/Where'].map(dayAt)).toEqual([
      '2027-02-16',
      '2027-02-15',
      '2027-02-15',
    ])
    // A day without a time.
    const events = { earnings: { earningsDate: [Date.parse('2027-02-15') / 1000] } }
    expect(readNextEarnings(events, now, 'America/New_York')).toEqual({ nextEarningsDate: '2027-02-15' })
  })

  it('counts today', () => {
    const events = { earnings: { earningsDate: [at('2026-11-20')], isEarningsDateEstimate: false } }
    expect(readNextEarnings(events, now)).toEqual({
      nextEarningsDate: '2026-11-20',
      nextEarningsDateStatus: 'announced',
    })
  })

  it.each([
    ['a past day', { earnings: { earningsDate: [at('2026-11-19')] } }],
    ['a day of years ahead', { earnings: { earningsDate: [at('2036-02-16')] } }],
    ['no day', { earnings: { earningsDate: ['soon', null, -1] } }],
    ['a day that is not in a list', { earnings: { earningsDate: at('2027-01-28') } }],
    ['a malformed module', 'none'],
  ])('returns nothing for %s', (_what, events) => {
    expect(readNextEarnings(events, now)).toEqual({})
  })
})

describe('flattenStats', () => {
  it('keeps numbers and texts under their own names and leaves out the rest', () => {
    const stats = flattenStats({
      summaryDetail: {
        maxAge: 1,
        priceHint: 2,
        trailingPE: 38.9,
        forwardPE: 'Infinity',
        beta: Number.NaN,
        algorithm: null,
        currency: 'USD',
        lastMarket: '',
        tradeable: false,
        priceToBook: { raw: 51.2, fmt: '51.20' },
        nested: { odd: 1 },
        list: [1],
      },
      defaultKeyStatistics: { lastSplitFactor: '4:1', '52WeekChange': 0.35 },
      financialData: { recommendationKey: 'buy' },
      assetProfile: { city: 'not a statistic' },
    })
    expect(stats).toEqual({
      trailingPE: 38.9,
      currency: 'USD',
      priceToBook: 51.2,
      lastSplitFactor: '4:1',
      '52WeekChange': 0.35,
      recommendationKey: 'buy',
    })
  })

  it('formats days and leaves counts unchanged', () => {
    const stats = flattenStats({
      defaultKeyStatistics: {
        lastSplitDate: 1_598_832_000,
        lastDividendDate: 0,
        fundInceptionDate: -82_771_200,
        dateShortInterest: 1_738_281_600,
        mostRecentQuarter: 1_735_344_000,
        lastFiscalYearEnd: 1_727_481_600,
        sharesShortPriorMonth: 157_008_120,
      },
    })
    expect(stats).toEqual({
      lastSplitDate: '2020-08-31',
      fundInceptionDate: '1967-05-19',
      dateShortInterest: '2025-01-31',
      mostRecentQuarter: '2024-12-28',
      lastFiscalYearEnd: '2024-09-28',
      sharesShortPriorMonth: 157_008_120,
    })
  })

  it('returns a figure with two names once, under the shorter one', () => {
    const summaryDetail = {
      previousClose: 309.3,
      regularMarketPreviousClose: 309.3,
      open: 308.6,
      regularMarketOpen: 308.7,
      dayLow: 306.5,
      regularMarketDayLow: 306.5,
      dayHigh: 311.1,
      regularMarketDayHigh: 311.1,
      volume: 171_315,
      regularMarketVolume: 171_315,
      averageVolume10days: 1_766_771,
      averageDailyVolume10Day: 1_766_771,
    }
    expect(flattenStats({ summaryDetail })).toEqual({
      previousClose: 309.3,
      open: 308.6,
      dayLow: 306.5,
      dayHigh: 311.1,
      volume: 171_315,
      averageVolume10days: 1_766_771,
    })
    expect(flattenStats({ summaryDetail: { open: null, regularMarketOpen: 308.7 } })).toEqual({
      regularMarketOpen: 308.7,
    })
  })

  it('leaves out a zero that means "not known"', () => {
    const names = ['bid', 'ask', 'bidSize', 'askSize', 'open', 'dayLow', 'dayHigh', 'volume', 'averageVolume']
    const more = ['regularMarketVolume', 'averageVolume10days', 'averageDailyVolume10Day', 'marketCap']
    const summaryDetail = Object.fromEntries([...names, ...more].map((name) => [name, 0]))
    expect(flattenStats({ summaryDetail })).toEqual({})
  })

  it('leaves out a yield in percent, by the rate and the price beside it', () => {
    const yieldOf = (summaryDetail: Record<string, unknown>) =>
      flattenStats({ summaryDetail: { currency: 'USD', ...summaryDetail } })['dividendYield']
    expect(yieldOf({ dividendYield: 0.44, dividendRate: 1.04, previousClose: 230 })).toBeUndefined()
    expect(
      yieldOf({ dividendYield: 0.44, dividendRate: 1.04, regularMarketPreviousClose: 230 }),
    ).toBeUndefined()
    expect(yieldOf({ dividendYield: 0.0044, dividendRate: 1.04, previousClose: 230 })).toBe(0.0044)
    expect(yieldOf({ dividendYield: 0.44, dividendRate: 101, previousClose: 230 })).toBe(0.44)
    expect(yieldOf({ dividendYield: 0.44, previousClose: 230 })).toBe(0.44)
    // The rate is in pounds, the price in pence.
    const london = { currency: 'GBp', dividendYield: 0.054, dividendRate: 0.24, previousClose: 450 }
    expect(yieldOf(london)).toBe(0.054)
    expect(
      flattenStats({
        summaryDetail: {
          trailingAnnualDividendYield: 0.44,
          trailingAnnualDividendRate: 1.04,
          previousClose: 230,
          currency: 'USD',
        },
      }),
    ).not.toHaveProperty('trailingAnnualDividendYield')
  })

  it('leaves out an average of analysts outside its scale', () => {
    expect(flattenStats({ financialData: { recommendationMean: 0, numberOfAnalystOpinions: 0 } })).toEqual({
      numberOfAnalystOpinions: 0,
    })
  })

  it('keeps a zero that is a fact', () => {
    const stats = {
      payoutRatio: 0,
      trailingAnnualDividendRate: 0,
      trailingAnnualDividendYield: 0,
      totalDebt: 0,
      earningsGrowth: 0,
    }
    expect(flattenStats({ summaryDetail: stats })).toEqual(stats)
  })

  it('prefers the module that is closest to the market', () => {
    expect(flattenStats({ defaultKeyStatistics: { beta: 1 }, summaryDetail: { beta: 2 } })).toEqual({
      beta: 2,
    })
  })
})

describe('listRecommended', () => {
  it('lists what our pages can show, once each, without the symbol itself', () => {
    const recommendedSymbols = ['MSFT', 'ACME', 'MSFT', 'A VERY ODD SYMBOL', 'BRK-B'].map((symbol) => ({
      symbol,
    }))
    expect(listRecommended({ recommendedSymbols: [...recommendedSymbols, null, {}] }, 'ACME')).toEqual([
      'MSFT',
      'BRK-B',
    ])
  })

  it('leaves out the symbol itself in any spelling', () => {
    const recommendedSymbols = ['BRK.B', 'BRK-A', 'brk/b'].map((symbol) => ({ symbol }))
    expect(listRecommended({ recommendedSymbols }, 'BRK-B')).toEqual(['BRK-A'])
  })

  it.each([undefined, {}, { recommendedSymbols: null }])('returns nothing for %j', (recommendation) => {
    expect(listRecommended(recommendation, 'ACME')).toEqual([])
  })
})

describe('parseQuotes', () => {
  const now = new Date('2026-11-20T15:00:00Z')

  it('leaves out a quote of a time ahead, not all others beside it', () => {
    const quote = { regularMarketPrice: 42, regularMarketChangePercent: 1, regularMarketTime: 1_795_168_800 }
    const answered = [
      { ...quote, symbol: 'NOW' },
      { ...quote, symbol: 'AHEAD', regularMarketTime: 1_900_000_000 },
    ]
    const { quotes, asOf } = parseQuotes(answered, ['NOW', 'AHEAD'], now)
    expect(quotes.map(({ ticker }) => ticker)).toEqual(['NOW'])
    expect(asOf).toBe('2026-11-20T10:00:00.000Z')
  })

  it('leaves out a price after a fall by all of it', () => {
    const quote = { symbol: 'ACME', regularMarketPrice: 10, regularMarketChangePercent: -100 }
    expect(parseQuotes([quote], ['ACME'], now).quotes).toEqual([])
  })

  it('keeps a minor unit', () => {
    const quote = { symbol: 'OCDO.L', quoteType: 'EQUITY', regularMarketPrice: 308.8, currency: 'GBp' }
    const { quotes } = parseQuotes([{ ...quote, regularMarketChangePercent: -2.03 }], ['OCDO.L'], now)
    expect(quotes).toMatchObject([{ ticker: 'OCDO.L', price: 308.8, currency: 'GBp' }])
  })

  it('names coins by their base symbol and leaves out those without a price or change', () => {
    const answered = [
      {
        symbol: 'ETH-USD',
        quoteType: 'CRYPTOCURRENCY',
        longName: 'Ethereum USD',
        regularMarketPrice: 3000,
        regularMarketChangePercent: -1.5,
        regularMarketTime: 1_795_168_800,
        currency: 'USD',
      },
      { symbol: 'NOPRICE', quoteType: 'EQUITY', regularMarketChangePercent: 1 },
      { symbol: 'NOCHANGE', quoteType: 'EQUITY', regularMarketPrice: 1, regularMarketChangePercent: null },
      null,
    ]
    const sheet = parseQuotes(answered, ['ETH-USD', 'NOPRICE', 'NOCHANGE'], now)
    expect(sheet).toEqual({
      quotes: [
        {
          kind: 'crypto',
          ticker: 'ETH',
          name: 'Ethereum',
          price: 3000,
          changePercent: -1.5,
          currency: 'USD',
        },
      ],
      asOf: '2026-11-20T10:00:00.000Z',
    })
  })

  it('leaves out those without a price, those of weeks ago, and coins in another currency', () => {
    const quote = {
      regularMarketPrice: 42,
      regularMarketChangePercent: 0,
      regularMarketTime: 1_795_168_800,
      quoteType: 'EQUITY',
    }
    const answered = [
      { ...quote, symbol: 'NOW' },
      { ...quote, symbol: 'GONE', regularMarketTime: 1_551_427_200 },
      { ...quote, symbol: 'DEAD', regularMarketPrice: 0, regularMarketChangePercent: -100 },
      { ...quote, symbol: 'BTC-EUR', quoteType: 'CRYPTOCURRENCY' },
    ]
    const { quotes, asOf } = parseQuotes(answered, ['NOW', 'GONE', 'DEAD', 'BTC-EUR'], now)
    expect(quotes.map(({ ticker }) => ticker)).toEqual(['NOW'])
    expect(asOf).toBe('2026-11-20T10:00:00.000Z')
  })

  it('leaves out those that were not asked for', () => {
    const quotes = ['BRK-B', 'OTHER', undefined].map((symbol) => ({
      symbol,
      regularMarketPrice: 42,
      regularMarketChangePercent: 5,
    }))
    expect(parseQuotes(quotes, ['BRK.B'], now).quotes.map(({ ticker }) => ticker)).toEqual(['BRK-B'])
  })
})
