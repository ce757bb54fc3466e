import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { prettifyStatName } from '../../../../shared/prettify-stat-name.ts'
import { arrangeStats } from './arrange-stats.ts'
import { STAT_GROUPS } from './stat-catalog.ts'

const STATS = STAT_GROUPS.flatMap(({ stats }) => Object.entries(stats))
const NAMES = STATS.map(([name]) => name)

describe('the catalog of statistics', () => {
  it('lists each statistic once', () => {
    expect(NAMES.filter((name, index) => NAMES.indexOf(name) !== index)).toEqual([])
  })

  it('explains each statistic in one short sentence', () => {
    const odd = STATS.filter(([, [, meaning]]) => meaning.length > 90 || !/^[A-Z][^.]*\.$/.test(meaning))
    expect(odd).toEqual([])
  })

  it('gives no advice', () => {
    const advice = /\b(you|should|good|bad|cheap|expensive|worth buying|safe|better)\b/i
    expect(STATS.filter(([, [, meaning]]) => advice.test(meaning))).toEqual([])
  })

  it('gives each statistic a readable name', () => {
    const odd = NAMES.map((name) => prettifyStatName(name)).filter((name) => {
      const words = name.toLowerCase().split(/[ ()-]+/)
      const repeats = words.some((word, index) => word !== '' && word === words[index - 1])
      const isRaw =
        /[a-z][A-Z]/.test(name.replace('CoinMarketCap', '')) || /\b(?:Hr|Avg|Prev|Pct)\b/.test(name)
      return repeats || isRaw || !/^[A-Z0-9]/.test(name)
    })
    expect(odd).toEqual([])
  })
})

const SAMPLES = path.join(import.meta.dirname, '../../../../../shared/samples/yahoo')
const MODULES = ['summaryDetail', 'defaultKeyStatistics', 'financialData']

interface Recording {
  response?: { bodyJson?: { quoteSummary?: { result?: Record<string, Record<string, unknown>>[] | null } } }
}

/** The figures of each recorded symbol, as a source passes them on: numbers and texts only, the first module's first. */
function readRecordings(): Map<string, Record<string, number | string>> {
  const files = readdirSync(SAMPLES)
  const recorded = new Map<string, Record<string, number | string>>()
  for (const module of MODULES) {
    for (const file of files) {
      const symbol = /^quoteSummary-[A-Za-z]+-(.+)\.json$/.exec(file)?.[1]
      if (symbol === undefined) continue
      const body = JSON.parse(readFileSync(path.join(SAMPLES, file), 'utf8')) as Recording
      const stats = recorded.get(symbol) ?? {}
      const figures = body.response?.bodyJson?.quoteSummary?.result?.[0]?.[module] ?? {}
      for (const [name, value] of Object.entries(figures)) {
        if (typeof value === 'number' || typeof value === 'string') stats[name] ??= value
      }
      recorded.set(symbol, stats)
    }
  }
  return recorded
}

// Skipped unless the recordings are next to the project.
describe.skipIf(!existsSync(SAMPLES))('on recorded answers (needs ../shared/samples/yahoo)', () => {
  const recorded = existsSync(SAMPLES) ? [...readRecordings()] : []
  const arranged = recorded.map(([symbol, stats]) => {
    const currency = typeof stats['currency'] === 'string' ? stats['currency'] : undefined
    const kind = symbol === 'BTC-USD' ? ('crypto' as const) : ('stock' as const)
    return { symbol, stats, groups: arrangeStats(stats, { currency, kind }) }
  })

  it('knows every recorded statistic', () => {
    expect(recorded.length).toBeGreaterThan(10)
    expect(Math.max(...recorded.map(([, stats]) => Object.keys(stats).length))).toBeGreaterThan(70)
    const unknown = arranged.flatMap(({ symbol, groups }) =>
      groups
        .flatMap(({ title, stats }) => stats.map((stat) => ({ title, ...stat })))
        .filter(({ title, meaning }) => title === 'More' || meaning === undefined)
        .map(({ key }) => `${symbol} ${key}`),
    )
    expect(unknown).toEqual([])
  })

  it('writes every recorded value as a figure, a day or words', () => {
    const odd = arranged.flatMap(({ symbol, groups }) =>
      groups
        .flatMap(({ stats }) => stats)
        .filter(({ text }) => text === '' || /NaN|undefined|null|Infinity|\d{7}|Invalid/.test(text))
        .map(({ key, text }) => `${symbol} ${key} ${text}`),
    )
    expect(odd).toEqual([])
  })

  it('leaves out only values without meaning', () => {
    const leftOut = arranged.flatMap(({ symbol, stats, groups }) => {
      const shown = new Set(groups.flatMap(({ stats }) => stats.map(({ key }) => key)))
      return Object.entries(stats)
        .filter(([key, value]) => !shown.has(key) && value !== 0 && key !== 'maxAge' && key !== 'priceHint')
        .map(([key]) => `${symbol} ${key}`)
    })
    expect(leftOut.toSorted()).toEqual([
      'BABA priceToBook',
      'BABA priceToSalesTrailing12Months',
      'BABA trailingAnnualDividendYield',
      'OCDO.L forwardPE',
      'OCDO.L priceToBook',
    ])
  })
})
