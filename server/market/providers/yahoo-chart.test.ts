import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { SourceError } from '../../lib/errors.ts'
import { chartBody } from '../testing/fake-yahoo.ts'
import type { PriceSeries } from './provider.ts'
import { parseChart } from './yahoo-chart.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const datesOf = (timeZone: string, ...times: string[]) =>
  parseChart(
    chartBody({
      meta: { exchangeTimezoneName: timeZone },
      timestamp: times.map(seconds),
      close: times.map((_, index) => index + 1),
    }),
  ).closes.map(({ date }) => date)

describe('parseChart', () => {
  it.each([
    ['America/New_York', '2026-11-20T14:30:00Z', '2026-11-20'],
    ['Asia/Tokyo', '2026-11-20T00:00:00Z', '2026-11-20'],
    ['Asia/Tokyo', '2026-11-19T15:30:00Z', '2026-11-20'],
    ['Australia/Sydney', '2026-11-19T23:00:00Z', '2026-11-20'],
    ['America/New_York', '2026-11-20T02:00:00Z', '2026-11-19'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20'],
  ])('dates a bar by the calendar in %s at %s', (zone, time, date) => {
    expect(datesOf(zone, time)).toEqual([date])
  })

  it('keeps one day per session across both clock changes', () => {
    expect(
      datesOf('America/New_York', '2026-03-06T14:30:00Z', '2026-03-09T13:30:00Z', '2026-10-30T13:30:00Z'),
    ).toEqual(['2026-03-06', '2026-03-09', '2026-10-30'])
    expect(datesOf('Europe/London', '2026-03-27T08:00:00Z', '2026-03-30T07:00:00Z')).toEqual([
      '2026-03-27',
      '2026-03-30',
    ])
    // In summer, midnight in London is 23:00 UTC of the previous day.
    expect(datesOf('Europe/London', '2026-07-01T23:00:00Z')).toEqual(['2026-07-02'])
  })

  it('looks up an exchange’s clocks week by week, once for all its assets', () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    onTestFinished(() => format.mockRestore())
    const from = Date.parse('1950-01-02T14:30:00Z')
    const times = Array.from({ length: 7_000 }, (_, day) => new Date(from + day * 86_400_000).toISOString())
    const days = times.map((time) => time.slice(0, 10))
    expect(datesOf('America/New_York', ...times)).toEqual(days)
    // A thousand weeks, plus some moments of those in which the clocks change.
    expect(format.mock.calls.length).toBeLessThan(1_700)
    format.mockClear()
    expect(datesOf('America/New_York', ...times)).toEqual(days)
    expect(format.mock.calls.length).toBe(0)
    expect(datesOf('Asia/Tokyo', '1999-03-04T15:30:00Z')).toEqual(['1999-03-05'])
    expect(datesOf('America/New_York', '1999-03-04T15:30:00Z')).toEqual(['1999-03-04'])
  })

  it('puts bars into their days on the day on which the clocks change', () => {
    const timestamp = Array.from({ length: 400 }, (_, bar) => seconds('2025-11-02T04:00:00Z') + 250 * bar)
    const body = chartBody({
      meta: { exchangeTimezoneName: 'America/Chicago' },
      timestamp,
      close: timestamp.map(() => 1),
    })
    expect(parseChart(body).closes.map(({ date }) => date)).toEqual([
      '2025-11-01',
      '2025-11-02',
      '2025-11-03',
    ])
  })

  it('finds the day on either side of midnight when the clocks change', () => {
    // On that Sunday clocks in New York went from 02:00 back to 01:00, at 06:00 UTC.
    expect(
      datesOf(
        'America/New_York',
        '2026-11-01T03:59:59Z',
        '2026-11-01T04:00:00Z',
        '2026-11-02T04:59:59Z',
        '2026-11-02T05:00:00Z',
      ),
    ).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
    expect(datesOf('Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z')).toEqual([
      '2011-12-29',
      '2011-12-31',
    ])
  })

  it('falls back to the offset if the zone is missing or unknown', () => {
    for (const zone of [null, 'Mars/Olympus']) {
      const meta = { exchangeTimezoneName: zone, gmtoffset: 32_400 }
      const series = parseChart(chartBody({ meta, timestamp: [seconds('2026-11-19T15:30:00Z')], close: [1] }))
      expect(series.closes[0]?.date).toBe('2026-11-20')
    }
  })

  it.each<[string, Omit<Parameters<typeof chartBody>[0] & object, 'timestamp'> & { timestamp: number[] }]>([
    ['there is no bar of the day of its quote', { timestamp: [17, 18], close: [9, 10] }],
    [
      'a split is listed for that day',
      {
        close: [9, 10, null],
        timestamp: [17, 18, 19],
        splits: { '1': { date: seconds('2026-11-19T14:30:00Z'), numerator: 4, denominator: 1 } },
      },
    ],
    [
      'it is a fund, whose value may be of another day',
      { close: [9, 10, null], timestamp: [17, 18, 19], meta: { instrumentType: 'MUTUALFUND' } },
    ],
  ])('ends with the day before if %s', (_what, { timestamp, meta = {}, ...bars }) => {
    const body = chartBody({
      ...bars,
      timestamp: timestamp.map((day) => seconds(`2026-11-${day}T14:30:00Z`)),
      meta: { ...meta, regularMarketTime: seconds('2026-11-19T21:00:00Z'), regularMarketPrice: 11.2 },
    })
    expect(parseChart(body).closes.at(-1)).toEqual({ date: '2026-11-18', close: 10, adjustedClose: 10 })
  })

  it('leaves out closes that may not be adjusted for a listed split yet, and says from when on', () => {
    const splits = { '1': { date: seconds('2026-11-19T14:30:00Z'), numerator: 4, denominator: 1 } }
    const timestamp = [17, 18, 19, 20].map((day) => seconds(`2026-11-${day}T14:30:00Z`))
    const series = parseChart(
      chartBody({ splits, timestamp, close: [400, 404, 103, 104], open: [400, 401, 101, 103] }),
    )
    expect(series).toMatchObject({ cutAt: '2026-11-19', reachesBackTo: '2026-11-19' })
    expect(series.closes.map(({ close }) => close)).toEqual([103, 104])
    const fall = parseChart(
      chartBody({ splits, timestamp, close: [400, 404, 103, 104], open: [400, 401, 402, 103] }),
    )
    expect([fall.cutAt, fall.closes.length]).toEqual([undefined, 4])
  })

  const bars = (close: (number | null)[], adjclose: (number | null)[], meta: Record<string, unknown> = {}) =>
    parseChart(
      chartBody({
        close,
        adjclose,
        meta,
        timestamp: close.map((_, index) => seconds('2026-11-17T14:30:00Z') + index * 86_400),
      }),
    )

  it('ends the adjusted closes at the newest close', () => {
    const adjustedOf = (...given: Parameters<typeof bars>) =>
      bars(...given).closes.map(({ adjustedClose }) => Number(adjustedClose.toFixed(4)))
    // Already adjusted for a dividend to come.
    expect(adjustedOf([100, 102], [90, 91.8])).toEqual([100, 102])
    // Not adjusted yet, or by more than there is.
    expect(adjustedOf([100, 105, 110], [98, null, null])).toEqual([98, 105, 110])
    expect(adjustedOf([100, 105], [98, -1])).toEqual([98, 105])
    expect(adjustedOf([100, 105], [98, 105.0001])).toEqual([98, 105.0001])
  })

  it('says which days are left out', () => {
    expect(bars([100, 105, 110], [98, null, 110])).toMatchObject({ leftOut: ['2026-11-18'] })
    const quote = { regularMarketTime: seconds('2026-11-19T21:00:00Z'), regularMarketPrice: 101 }
    const index = bars([100, 100.5, 0], [100, 100.5, 0], { ...quote, instrumentType: 'INDEX' })
    expect(index).toMatchObject({ leftOut: ['2026-11-19'], asOf: '2026-11-18T14:30:00.000Z' })
    expect(index.closes.at(-1)?.close).toBe(100.5)
    expect(bars([100, 100.5, 402], [100, 100.5, 402], quote).leftOut).toEqual(['2026-11-19'])
    expect(bars([100, 100.5, 110], [100, 100.5, 110], quote).leftOut).toBeUndefined()
  })

  it('dates a fund by its value’s publication, unless that is of a later day', () => {
    const asOfOf = (time: string) =>
      bars([100, 101], [100, 101], { instrumentType: 'MUTUALFUND', regularMarketTime: seconds(time) }).asOf
    expect(asOfOf('2026-11-19T01:01:00Z')).toBe('2026-11-19T01:01:00.000Z')
    expect(asOfOf('2026-11-21T01:01:00Z')).toBe('2026-11-18T14:30:00.000Z')
  })

  it('leaves out nulls, and keeps the last of a repeated day or time', () => {
    const series = parseChart(
      chartBody({
        timestamp: [
          seconds('2026-11-17T14:30:00Z'),
          seconds('2026-11-18T14:30:00Z'),
          seconds('2026-11-19T14:30:00Z'),
          seconds('2026-11-19T17:02:11Z'),
          seconds('2026-11-19T17:02:11Z'),
          seconds('2026-11-19T17:02:12Z'),
        ],
        close: [10, null, 12, 12.4, 12.5, null],
      }),
    )
    expect(series.closes).toEqual([
      { date: '2026-11-17', close: 10, adjustedClose: 10 },
      { date: '2026-11-19', close: 12.5, adjustedClose: 12.5 },
    ])
  })

  it('reads volumes and dividends; a malformed one costs only itself', () => {
    const dividends = { '1795098600': { date: 1_795_098_600, amount: 0.25 } }
    const splits = { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1 } }
    const series = parseChart(chartBody({ close: [10, 11], volume: [53_197_431, null], dividends, splits }))
    expect(series.closes.map(({ volume }) => volume)).toEqual([53_197_431, undefined])
    expect(series.dividends).toEqual([{ date: '2026-11-19', amount: 0.25 }])
    const odd = parseChart(
      chartBody({
        splits: { ...splits, '1': { date: 1, numerator: 0, denominator: 1 }, again: splits['1795098600'] },
        dividends: { ...dividends, '1': { date: 1, amount: 0 }, '2': null },
      }),
    )
    expect([odd.dividends, odd.splits]).toEqual([
      [{ date: '2026-11-19', amount: 0.25 }],
      [{ date: '2026-11-19', factor: 4 }],
    ])
  })

  it.each(['1wk', '1mo', '1h'])(
    'refuses bars of %s, whose closes are those of other days',
    (dataGranularity) => {
      expect(() => parseChart(chartBody({ meta: { dataGranularity } }))).toThrow(
        `prices of ${dataGranularity}`,
      )
      expect(parseChart(chartBody({ meta: { dataGranularity: '1d' } })).closes).toHaveLength(2)
    },
  )

  it('says that a security is gone only if it was last traded long ago', () => {
    const currentTradingPeriod = {
      regular: { start: seconds('2026-11-19T14:30:00Z'), end: seconds('2026-11-19T21:00:00Z') },
    }
    const codeOf = (regularMarketTime: number | null) => {
      try {
        parseChart(chartBody({ timestamp: [], close: [], meta: { currentTradingPeriod, regularMarketTime } }))
      } catch (error) {
        return (error as SourceError).code
      }
      return undefined
    }
    expect(codeOf(seconds('2022-10-27T20:00:00Z'))).toBe('not-at-source')
    expect(codeOf(seconds('2026-11-18T21:00:00Z'))).toBe('source-unavailable')
    expect(codeOf(null)).toBe('source-unavailable')
  })

  it('treats volumes that are all 0, as for currencies, as missing', () => {
    const { closes } = parseChart(chartBody({ close: [1.1, 1.2], volume: [0, 0] }))
    expect(closes.map(({ volume }) => volume)).toEqual([undefined, undefined])
  })

  it('returns plain closes, closes adjusted for dividends, and splits', () => {
    const series = parseChart(
      chartBody({
        close: [10, 11],
        adjclose: [9.5, 11],
        splits: { '1795098600': { date: 1_795_098_600, numerator: 4, denominator: 1, splitRatio: '4:1' } },
      }),
    )
    expect(series.closes.map(({ adjustedClose }) => adjustedClose)).toEqual([9.5, 11])
    expect(series.splits).toEqual([{ date: '2026-11-19', factor: 4 }])
  })

  it('uses plain closes if the source adjusts nothing', () => {
    const series = parseChart(chartBody({ close: [10, 11], adjclose: undefined }))
    expect(series.closes.map(({ adjustedClose }) => adjustedClose)).toEqual([10, 11])
  })

  it('leaves out a day that lacks only its adjusted close, except the newest, which needs no adjustment', () => {
    const series = parseChart(chartBody({ close: [10, 11], adjclose: [9.5, null] }))
    expect(series.closes.map(({ adjustedClose }) => adjustedClose)).toEqual([9.5, 11])
    const older = parseChart(chartBody({ close: [10, 11], adjclose: [null, 11] }))
    expect(older.closes).toEqual([{ date: '2026-11-19', close: 11, adjustedClose: 11 }])
  })

  describe('if the newest day has no close yet', () => {
    const currentTradingPeriod = {
      regular: { start: seconds('2026-11-19T14:30:00Z'), end: seconds('2026-11-19T21:00:00Z') },
    }
    const meta = {
      currentTradingPeriod,
      regularMarketTime: seconds('2026-11-19T21:00:01Z'),
      regularMarketPrice: 11.2,
    }
    const timestamp = ['2026-11-18T14:30:00Z', '2026-11-19T14:30:00Z'].map(seconds)
    const newestOf = ({ closes, asOf }: PriceSeries) => ({ ...closes.at(-1), asOf })

    it('but a bar, has the price quoted for it', () => {
      const series = parseChart(chartBody({ timestamp, close: [10, null], adjclose: undefined, meta }))
      expect(newestOf(series)).toEqual({
        date: '2026-11-19',
        close: 11.2,
        adjustedClose: 11.2,
        asOf: '2026-11-19T21:00:01.000Z',
      })
    })

    it.each([
      ['no price is quoted', { ...meta, regularMarketPrice: null }],
      ['the quote is of before the bar', { ...meta, regularMarketTime: seconds('2026-11-19T09:00:00Z') }],
      ['the quote is older', { ...meta, regularMarketTime: seconds('2026-11-12T21:00:01Z') }],
    ])('and %s, shows the day before under its own time', (_what, odd) => {
      const series = parseChart(chartBody({ timestamp, close: [10, null], adjclose: undefined, meta: odd }))
      expect(newestOf(series)).toEqual({
        date: '2026-11-18',
        close: 10,
        adjustedClose: 10,
        asOf: '2026-11-18T14:30:00.000Z',
      })
    })
  })

  it('uses plain closes if the column of adjusted closes is empty', () => {
    const series = parseChart(chartBody({ close: [10, 11], adjclose: [null, null] }))
    expect(series.closes.map(({ adjustedClose }) => adjustedClose)).toEqual([10, 11])
  })

  it.each(['GBp', 'ILA', 'ZAc'])('keeps the minor unit %s', (currency) => {
    const series = parseChart(chartBody({ meta: { currency }, close: [30_860, 31_020] }))
    expect(series.currency).toBe(currency)
    expect(series.closes.map(({ close }) => close)).toEqual([30_860, 31_020])
  })

  it('does not repair wrong prices, such as pence among pounds', () => {
    const series = parseChart(chartBody({ close: [14.55, 0.1455] }))
    expect(series.closes.map(({ close }) => close)).toEqual([14.55, 0.1455])
  })

  it('keeps zero and prices below it for futures and indexes, and for nothing else', () => {
    const closesOf = (meta: Record<string, unknown>) =>
      parseChart(
        chartBody({ meta, timestamp: [1, 2, 3].map((day) => day * 86_400), close: [18.27, -37.63, 0] }),
      ).closes.map(({ close }) => close)
    for (const instrumentType of ['FUTURE', 'INDEX']) {
      expect(closesOf({ instrumentType })).toEqual([18.27, -37.63, 0])
    }
    for (const instrumentType of ['EQUITY', 'CRYPTOCURRENCY', null]) {
      expect(closesOf({ instrumentType })).toEqual([18.27])
    }
    expect(() => parseChart(chartBody({ close: [0, 0] }))).toThrow('has no prices')
  })

  it('refuses bars whose times do not ascend, whose prices may be those of other days', () => {
    const [first = 0, second = 0, third = 0] = [17, 18, 19].map((day) => seconds(`2026-11-${day}T14:30:00Z`))
    for (const timestamp of [
      [second, first, third],
      [second, third, first],
      [second, first],
    ])
      expect(() => parseChart(chartBody({ timestamp, close: [8, 9, 10] }))).toThrow('cannot be read')
  })

  it('reads the last two bars in the order of their days', () => {
    const timestamp = [17, 19, 18].map((day) => seconds(`2026-11-${day}T14:30:00Z`))
    expect(parseChart(chartBody({ timestamp, close: [8, 10, 9] })).closes.map(({ close }) => close)).toEqual([
      8, 9, 10,
    ])
  })

  it.each(['soon', null, 1e300, Number.MAX_SAFE_INTEGER])('leaves out a bar whose time is %s', (odd) => {
    const timestamp = [odd as number, seconds('2026-11-19T14:30:00Z')]
    expect(parseChart(chartBody({ timestamp, close: [10, 11] })).closes).toEqual([
      { date: '2026-11-19', close: 11, adjustedClose: 11 },
    ])
  })

  it('reads the hours of the regular session', () => {
    const currentTradingPeriod = {
      pre: { start: seconds('2026-10-30T08:00:00Z'), end: seconds('2026-10-30T13:30:00Z') },
      regular: { start: seconds('2026-10-30T13:30:00Z'), end: seconds('2026-10-30T20:00:00Z') },
    }
    expect(parseChart(chartBody({ meta: { currentTradingPeriod } })).hours).toEqual({
      timeZone: 'America/New_York',
      opens: '09:30',
      closes: '16:00',
    })
    const coin = { currentTradingPeriod, instrumentType: 'CRYPTOCURRENCY' }
    expect(parseChart(chartBody({ meta: coin })).hours).toBeUndefined()
  })

  it.each([null, 'always', {}, { regular: null }, { regular: { start: 'nine', end: 'four' } }])(
    'tolerates %j as a trading period',
    (currentTradingPeriod) => {
      const series = parseChart(chartBody({ meta: { currentTradingPeriod } }))
      expect([series.hours, series.closes.length]).toEqual([undefined, 2])
    },
  )

  it.each([
    ['EQUITY', 'equity'],
    ['ETF', 'etf'],
    ['MUTUALFUND', 'fund'],
    ['INDEX', 'index'],
    ['CURRENCY', 'currency'],
    ['FUTURE', 'future'],
    ['CRYPTOCURRENCY', 'coin'],
    ['ECNQUOTE', undefined],
    ['constructor', undefined],
    [null, undefined],
  ])('maps the instrument type %s to %s', (instrumentType, type) => {
    expect(parseChart(chartBody({ meta: { instrumentType } })).type).toBe(type)
  })

  it('has no currency for an index, which is recognized by its caret whatever its type', () => {
    const series = parseChart(chartBody({ meta: { symbol: '^GSPC', instrumentType: 'EQUITY' } }))
    expect([series.type, series.currency]).toEqual(['index', undefined])
  })

  it.each([
    [4, 4],
    [2, 2],
    [-1, undefined],
    ['4', undefined],
    [99, undefined],
  ])('reads a price hint of %j as %s digits', (priceHint, digits) => {
    expect(parseChart(chartBody({ meta: { priceHint } })).priceDigits).toBe(digits)
  })

  it.each([null, undefined, '', 7])('tolerates %s as currency, name and time', (odd) => {
    const meta = { currency: odd, longName: odd, regularMarketTime: undefined }
    const series = parseChart(chartBody({ meta }))
    expect(series.currency).toBeUndefined()
    expect(series.name).toBeUndefined()
    expect(series.asOf).toBe('2026-11-19T14:30:00.000Z')
  })

  it.each([
    ['no timestamp', chartBody({ timestamp: undefined })],
    ['no bar', chartBody({ timestamp: [], close: [] })],
    ['only nulls', chartBody({ close: [null, null] })],
  ])('reports the source as unavailable for %s', (_name, body) => {
    expect(() => parseChart(body)).toThrow(
      expect.objectContaining({ code: 'source-unavailable', concerns: 'ticker', retry: 'later' }),
    )
  })

  it.each([
    ['another shape', { chart: { result: [] } }],
    ['a single word', 'hello'],
  ])('reports the source as failed for %s', (_name, body) => {
    expect(() => parseChart(body)).toThrow(expect.objectContaining({ code: 'source-failed', retry: 'now' }))
  })
})
