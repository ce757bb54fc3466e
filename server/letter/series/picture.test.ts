import { addDays, addMonths, listDays, weekdayOf } from '../../lib/dates.ts'
import { describe, expect, it } from 'vitest'

import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from './analyse-markets.ts'
import { listMarketLines, listSeriesLines } from './chart-line.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { drawFrom } from './picture.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const textOf = (sentence: readonly { text: string }[] = []) => sentence.map(({ text }) => text).join('')

/** Thursdays up to January 30, 2025, the newest last. */
const weekly = (count: number, last: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      addDays('2025-01-30', 7 * (index - count + 1)),
      index === count - 1 ? last : 6.5,
    ]),
  )

const drawHousing = (...readings: SeriesReading[]) =>
  drawFrom(analyseHousing(readings, WEEK), listSeriesLines(readings, housingSeries, WEEK))?.chart
const drawEconomy = (...readings: SeriesReading[]) =>
  drawFrom(analyseEconomy(readings, WEEK), listSeriesLines(readings, economySeries, WEEK))?.chart

const createShares = (days: readonly string[], closeOf: (day: string) => number) =>
  createHistory('sp500', Object.fromEntries(days.map((day) => [day, closeOf(day)])))
const drawMarkets = (history: MarketHistory) =>
  drawFrom(analyseMarkets([history], WEEK), listMarketLines([history], WEEK))?.chart

describe('the picture of housing', () => {
  it('is a year of the mortgage rate, and its words are facts', () => {
    const chart = drawHousing(createReading('PMMS30', weekly(120, 6.95)))
    expect(chart).toMatchObject({
      title: 'The mortgage rate is 6.95%. A year ago: 6.50%',
      unit: 'percent',
      credit: 'Freddie Mac',
    })
    expect([chart?.points.length, chart?.points[0], chart?.points.at(-1)]).toEqual([
      53,
      ['2024-02-01', 6.5],
      ['2025-01-30', 6.95],
    ])
    // The line begins where the title says a year ago.
    expect(chart?.marks).toEqual(['2024-02-01'])
    expect(textOf(chart?.alt)).toBe(
      'Line of the 30-year mortgage rate: from 6.50% on Feb 1, 2024 to 6.95% on Jan 30, 2025. Its highest point is 6.95% on Jan 30, 2025, its lowest 6.50% on Feb 1, 2024.',
    )
    expect(chart?.alt.filter(({ factId }) => factId).map(({ factId }) => factId)).toEqual([
      'housing/picture/first',
      'housing/mortgage-30/rate',
      'housing/picture/highest',
      'housing/picture/lowest',
    ])
  })

  it('is drawn from the stand-in if the text uses the stand-in', () => {
    const own = createReading('PMMS30', { '2024-11-27': 6.81 })
    const chart = drawHousing(own, createReading('MORTGAGE30US', weekly(120, 6.95)))
    expect(chart?.points.at(-1)).toEqual(['2025-01-30', 6.95])
  })

  it('is not drawn from few points, a stale series, or implausible values', () => {
    expect(drawHousing(createReading('PMMS30', weekly(19, 6.95)))).toBeUndefined()
    expect(drawHousing(createReading('PMMS30', weekly(20, 6.95)))?.points).toHaveLength(20)
    const old = Object.fromEntries(
      Object.entries(weekly(60, 6.95)).map(([day, rate]) => [addDays(day, -28), rate]),
    )
    expect(drawHousing(createReading('PMMS30', old))).toBeUndefined()
    const odd = drawHousing(createReading('PMMS30', { ...weekly(60, 6.95), '2024-10-03': 65 }))
    expect(odd?.points.map(([, rate]) => rate)).not.toContain(65)
  })

  it('is not drawn if the line does not end at the fact', () => {
    const section = analyseHousing([createReading('PMMS30', weekly(60, 6.95))], WEEK)
    const lines = listSeriesLines([createReading('PMMS30', weekly(60, 6.96))], housingSeries, WEEK)
    expect(drawFrom(section, lines)).toBeUndefined()
  })

  it('leaves out what is not public yet', () => {
    const chart = drawHousing(createReading('PMMS30', { ...weekly(60, 6.95), '2025-02-06': 6.89 }))
    expect(chart?.points.at(-1)).toEqual(['2025-01-30', 6.95])
  })
})

describe('the picture of the economy', () => {
  const prices = Array.from({ length: 40 }, (_, index) => 300 + index)

  it('is two years of price changes, each against the same month a year before', () => {
    const chart = drawEconomy(createReading('CUUR0000SA0', listMonths('2024-12', prices)))
    expect([chart?.unit, chart?.points.length, chart?.points.at(-1)]).toEqual([
      'percent',
      25,
      // 339 / 327 - 1
      ['2024-12-01', 3.7],
    ])
    expect(textOf(chart?.alt)).toBe(
      'Line of how consumer prices changed against the same month a year before: from 4.0% in December 2022 to 3.7% in December 2024. Its highest point is 4.0% in December 2022, its lowest 3.7% in June 2024.',
    )
  })

  it('leaves out a month that was never published', () => {
    const months = listMonths('2024-12', prices)
    delete months['2024-10-01']
    const chart = drawEconomy(createReading('CUUR0000SA0', months))
    expect(chart?.points.map(([month]) => month)).not.toContain('2024-10-01')
    expect(chart?.points).toHaveLength(24)
  })

  it('shows unemployment if prices are not known', () => {
    const rates = Array.from({ length: 30 }, (_, index) => 4 + (index % 3) / 10)
    const chart = drawEconomy(createReading('LNS14000000', listMonths('2024-12', rates)))
    expect([chart?.title, chart?.points.length, chart?.points[0]?.[0]]).toEqual([
      'Unemployment was 4.2% in December 2024',
      25,
      addMonths('2024-12-01', -24),
    ])
    expect(textOf(chart?.alt)).toBe(
      'Line of the unemployment rate: from 4.2% in December 2022 to 4.2% in December 2024. Its highest point is 4.2% in December 2022, its lowest 4.0% in January 2023.',
    )
  })
})

describe('the picture of the markets', () => {
  const tradingDays = listDays('2024-01-02', '2025-01-31').filter((day) => ![0, 6].includes(weekdayOf(day)))

  it('is a year of the S&P 500, the last close of each week', () => {
    const chart = drawMarkets(createShares(tradingDays, (day) => (day === '2025-01-31' ? 6040.53 : 6000)))
    expect([chart?.unit, chart?.points.length, chart?.points.at(-1)]).toEqual([
      'index',
      54,
      ['2025-01-31', 6040.53],
    ])
    // Its title speaks of the year: the day that this begins with is on the line, and marked.
    expect(chart?.points.filter(([day]) => weekdayOf(day) !== 5)).toEqual([['2024-12-31', 6000]])
    expect(chart?.marks).toEqual(['2024-12-31'])
    expect(textOf(chart?.alt)).toBe(
      'Line of the S&P 500, the last close of each week: from 6,000.00 on Feb 2, 2024 to 6,040.53 on Jan 31, 2025. Its highest point is 6,040.53 on Jan 31, 2025, its lowest 6,000.00 on Feb 2, 2024. It was 6,000.00 on Dec 31, 2024.',
    )
    expect(chart?.title).toBe('The S&P 500 is up 0.7% this year')
  })

  it('uses the last close of any other week that has none on Friday', () => {
    const until = tradingDays.filter((day) => day <= '2025-01-30')
    const chart = drawMarkets(createShares(until, (day) => (weekdayOf(day) === 5 ? 6100 : 6000)))
    expect(chart?.points.at(-1)).toEqual(['2025-01-30', 6000])
    expect(chart?.points.slice(0, -1).every(([day]) => weekdayOf(day) === 5)).toBe(true)
    // The year has not moved, so the title does not mention it.
    expect([chart?.title, chart?.marks]).toEqual(['The S&P 500 closed at 6,000.00', undefined])
  })

  it('ends with the week, whatever later closes it is given', () => {
    const later = [...tradingDays, '2025-02-03']
    const chart = drawMarkets(createShares(later, () => 6000))
    expect(chart?.points.at(-1)?.[0]).toBe('2025-01-31')
  })
})
