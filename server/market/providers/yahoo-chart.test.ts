import { describe, expect, it } from 'vitest'

import { chartBody } from '../testing/fake-yahoo.ts'
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
  ])('names the day as the calendar on the wall in %s does at %s', (zone, time, date) => {
    expect(datesOf(zone, time)).toEqual([date])
  })

  it('keeps one day a session over both changes of the clock', () => {
    expect(
      datesOf('America/New_York', '2026-03-06T14:30:00Z', '2026-03-09T13:30:00Z', '2026-10-30T13:30:00Z'),
    ).toEqual(['2026-03-06', '2026-03-09', '2026-10-30'])
    expect(datesOf('Europe/London', '2026-03-27T08:00:00Z', '2026-03-30T07:00:00Z')).toEqual([
      '2026-03-27',
      '2026-03-30',
    ])
    // Midnight in London is 23:00 of the day before in UTC while summer time lasts.
    expect(datesOf('Europe/London', '2026-07-01T23:00:00Z')).toEqual(['2026-07-02'])
  })

  it('falls back to the offset where the zone is missing or unknown', () => {
    for (const zone of [null, 'Mars/Olympus']) {
      const meta = { exchangeTimezoneName: zone, gmtoffset: 32_400 }
      const series = parseChart(chartBody({ meta, timestamp: [seconds('2026-11-19T15:30:00Z')], close: [1] }))
      expect(series.closes[0]?.date).toBe('2026-11-20')
    }
  })

  it('leaves out nulls, sorts, and lets the last of a day that comes twice count', () => {
    const series = parseChart(
      chartBody({
        timestamp: [
          seconds('2026-11-19T14:30:00Z'),
          seconds('2026-11-17T14:30:00Z'),
          seconds('2026-11-18T14:30:00Z'),
          seconds('2026-11-19T17:02:11Z'),
          seconds('2026-11-19T17:02:12Z'),
        ],
        close: [12, 10, null, 12.5, null],
      }),
    )
    expect(series.closes).toEqual([
      { date: '2026-11-17', close: 10, adjustedClose: 10 },
      { date: '2026-11-19', close: 12.5, adjustedClose: 12.5 },
    ])
  })

  it('gives closes adjusted for dividends beside the plain ones, and splits', () => {
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

  it('takes plain closes where the source adjusts nothing', () => {
    const series = parseChart(chartBody({ close: [10, 11], adjclose: undefined }))
    expect(series.closes.map(({ adjustedClose }) => adjustedClose)).toEqual([10, 11])
  })

  it('keeps pence as pence', () => {
    expect(parseChart(chartBody({ meta: { currency: 'GBp' } })).currency).toBe('GBp')
  })

  it.each([null, undefined, '', 7])('lives with %s for a currency, a name and a time', (odd) => {
    const meta = { currency: odd, longName: odd, regularMarketTime: undefined }
    const series = parseChart(chartBody({ meta }))
    expect(series.currency).toBeUndefined()
    expect(series.name).toBeUndefined()
    expect(series.asOf).toBe('2026-11-19T14:30:00.000Z')
  })

  it.each([
    ['no timestamp', chartBody({ timestamp: undefined })],
    ['no bar', chartBody({ timestamp: [], close: [] })],
    ['nothing but nulls', chartBody({ close: [null, null] })],
  ])('says that the source is unavailable for %s', (_name, body) => {
    expect(() => parseChart(body)).toThrow(expect.objectContaining({ code: 'source-unavailable' }))
  })

  it.each([
    ['another shape', { chart: { result: [] } }],
    ['a bare word', 'hello'],
  ])('says that the source failed for %s', (_name, body) => {
    expect(() => parseChart(body)).toThrow(expect.objectContaining({ code: 'source-failed' }))
  })
})
