import { describe, expect, it } from 'vitest'

import type { SourceError } from '../../lib/errors.ts'
import { createMemoryStore, MOST_CHARACTERS } from '../cache/cache-store.ts'
import { chartBody } from '../testing/fake-yahoo.ts'
import { readCloses } from './coingecko.ts'
import { parseSecListing, parseSymbolDirectory } from './listings.ts'
import { textOf } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'
import { readSeries } from './twelve-data-answer.ts'
import { parseChart } from './yahoo-chart.ts'
import { parseDay } from './yahoo-day.ts'
import { parseProfile } from './yahoo.ts'
import { listRecommended, parseQuotes } from './yahoo-related.ts'
import { parseSearch } from './yahoo-search.ts'
import { flattenStats } from './yahoo-stats.ts'

const LONG = 'Long name '.repeat(300_000)
const many = <Entry>(length: number, entry: (index: number) => Entry) =>
  Array.from({ length }, (_, index) => entry(index))

describe('oversized data from a source', () => {
  it('is cut if it is a text', () => {
    const name = textOf(LONG) ?? ''
    expect([name.length, name.slice(0, 12), name.at(-1)]).toEqual([300, 'Long name Lo', '…'])
    expect(textOf('a'.repeat(300))).toBe('a'.repeat(300))
    expect(textOf(`a${' '.repeat(3_000_000)}b`)).toBe('a')
    expect(parseChart(chartBody({ meta: { longName: LONG } })).name).toBe(name)
    const profile = parseProfile({ assetProfile: { longBusinessSummary: LONG, city: LONG }, price: {} })
    expect([profile.about?.length, profile.headquarters]).toEqual([10_000, name])
    expect(parseSearch({ quotes: [{ symbol: 'A', quoteType: 'EQUITY', longname: LONG }] })[0]?.name).toBe(
      name,
    )
  })

  it('is decoded if it is a text of character references', () => {
    expect(textOf('&lt;&eacute;&#38;amp;'.repeat(40))).toBe('<é&amp;'.repeat(40))
  })

  it('is left out if cutting it would change its meaning', () => {
    const website = `https://acme.example/${'a'.repeat(2_000)}`
    expect(parseProfile({ assetProfile: { website } }).website).toBeUndefined()
    const figures = { ['name'.repeat(100)]: 1, open: 2 }
    expect(flattenStats({ summaryDetail: figures })).toEqual({ open: 2 })
  })

  it('is only read up to a limit if it is a list', () => {
    const officers = many(200_000, () => ({ title: 'Clerk', name: 'A B' }))
    const chief = { title: 'CEO', name: 'W. Coyote' }
    expect(parseProfile({ assetProfile: { companyOfficers: [...officers, chief] } }).ceo).toBeUndefined()
    const statistics = Object.fromEntries(many(200_000, (index) => [`figure${index}`, index + 0.5]))
    expect(Object.keys(flattenStats({ summaryDetail: statistics })).length).toBe(400)
    const recommendedSymbols = many(200_000, (index) => ({ symbol: `R${index}` }))
    expect(listRecommended({ recommendedSymbols }, 'ACME').length).toBe(25)
    const quotes = many(100_000, (index) => ({
      symbol: `R${index}`,
      regularMarketPrice: 1,
      regularMarketChangePercent: 1,
    }))
    const asked = quotes.map(({ symbol }) => symbol)
    expect(parseQuotes(quotes, asked, new Date()).quotes.length).toBe(25)
    expect(parseSearch({ quotes: many(120_000, (index) => ({ symbol: `M${index}` })) }).length).toBe(50)
  })

  it('is only read up to a limit if it is a list of all companies, and so are their names', () => {
    const tickerOf = (index: number) =>
      String.fromCharCode(...[0, 1, 2, 3].map((at) => 65 + (Math.floor(index / 26 ** at) % 26)))
    const rows = many(30_000, (index) => [index, 'Name '.repeat(60), tickerOf(index), 'NYSE'])
    const companies =
      parseSecListing({ fields: ['cik', 'name', 'ticker', 'exchange'], data: rows })?.rows ?? []
    const symbols = parseSymbolDirectory(
      `Symbol|Security Name|Test Issue\n${rows.map(([, name, ticker]) => `${ticker}|${name}|N\n`).join('')}File Creation Time`,
    )
    for (const list of [companies, symbols ?? []]) {
      expect(list.length).toBe(20_000)
      expect(list[0]?.[1]?.length).toBe(200)
    }
  })

  it('is refused for its first fault if it is a list of which one entry is read', () => {
    const wrong = many(200_000, () => 1)
    const causeOf = (parse: (body: unknown) => unknown, indicators: object) => {
      try {
        return parse({ chart: { result: [{ meta: {}, indicators }] } })
      } catch (error) {
        return (error as SourceError).cause
      }
    }
    for (const parse of [parseChart, (body: unknown) => parseDay(body, new Date())]) {
      for (const indicators of [{ quote: wrong }, { quote: [], adjclose: wrong }]) {
        expect(causeOf(parse, indicators)).toMatchObject({ issues: { length: 1 } })
      }
    }
  })

  it('is refused if a history has more days than are possible', () => {
    const days = (length: number) => many(length, (index) => 1_792_000_000 + 60 * index)
    const chart = (length: number) =>
      chartBody({ timestamp: days(length), close: many(length, () => 1), adjclose: many(length, () => 1) })
    expect(parseChart(chart(40_000)).closes.length).toBeGreaterThan(20)
    expect(() => parseChart(chart(40_001))).toThrow('cannot be read')
    expect(readCloses({ prices: days(40_001).map((time) => [time * 1_000, 1]) })).toBeUndefined()
    expect(
      readSeries({ values: many(40_001, () => ({ datetime: '2026-11-20', close: '1' })) }),
    ).toBeUndefined()
  })

  it('is left out if it is of a day in other centuries, whose changes of the clock would all be looked up', () => {
    const timestamp = many(33_000, (index) => (index - 16_500) * 7 * 86_400)
    const close = timestamp.map(() => 1)
    const meta = { exchangeTimezoneName: 'Europe/Paris', regularMarketTime: 1_795_098_600 }
    const { closes } = parseChart(chartBody({ meta, timestamp, close, adjclose: close }))
    expect([closes[0]?.date, closes.at(-1)?.date]).toEqual(['1850-01-03', '2099-12-31'])
  })

  it('is not parsed if it is JSON of more than half a million parts, whatever its length', () => {
    const parseJson = (text: string) => describeFaults('Acme').parseJson(text)
    const parts = (most: number) => `[${'{},'.repeat(most / 2 - 1)}{}]`
    expect(parseJson(parts(500_000))).toHaveLength(250_000)
    for (const text of [parts(500_002), '['.repeat(500_001), `{${'"a":1,'.repeat(250_001)}"a":1}`]) {
      expect(() => parseJson(text)).toThrow('sent more than can be read')
      expect(findJson(text)).toBeUndefined()
    }
    expect(parseJson(JSON.stringify('a'.repeat(2_000_000)))).toHaveLength(2_000_000)
  })

  it('is left out if it is a number that would add up to infinity', () => {
    const series = parseChart(
      chartBody({
        close: [1e308, 11],
        adjclose: [1e308, 11],
        volume: [1e308, 5],
        splits: { '1': { date: 1_795_098_600, numerator: 1e308, denominator: 1e-308 } },
        dividends: { '1': { date: 1_795_098_600, amount: 1e308 } },
      }),
    )
    expect(series.closes).toEqual([{ date: '2026-11-19', close: 11, adjustedClose: 11, volume: 5 }])
    expect([series.splits, series.dividends]).toEqual([[], []])
    expect(flattenStats({ summaryDetail: { marketCap: -1e308, open: 2 } })).toEqual({ open: 2 })
    expect(readCloses({ prices: [[1_795_098_600_000, 1e308]] })?.closes).toEqual([])
  })

  it('is not cached', async () => {
    const store = createMemoryStore({ maxCharacters: 100_000_000 })
    const keep = async (length: number) => {
      const at = '2026-11-20T15:00:00.000Z'
      const entry = { outcome: 'found', value: 'a'.repeat(length), retrievedAt: at, freshUntil: at } as const
      await store.set(`prices:${length}`, entry, 60_000)
      return (await store.get(`prices:${length}`)) !== undefined
    }
    expect([await keep(MOST_CHARACTERS / 2), await keep(MOST_CHARACTERS)]).toEqual([true, false])
  })
})
