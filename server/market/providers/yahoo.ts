import { setImmediate } from 'node:timers/promises'

import type { Clock } from '../../lib/clock.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createLongWork } from '../ask-in-order.ts'
import type { Asset, MarketProvider, PriceSeries, Profile } from './provider.ts'
import { factOf, isRecord, readTime, recordOf, recordsOf, textOf } from './read-field.ts'
import {
  createYahooSession,
  CrumbRefusedError,
  parseYahooAnswer,
  YAHOO,
  yahooFaults,
  YahooNotFoundError,
} from './yahoo-session.ts'
import { parseChart } from './yahoo-chart.ts'
import { parseDay } from './yahoo-day.ts'
import { findChiefExecutive } from './yahoo-officers.ts'
import { listRecommended, nameCoin, parseQuotes } from './yahoo-related.ts'
import { flattenStats, readNextEarnings } from './yahoo-stats.ts'

const QUERY = 'https://query2.finance.yahoo.com'
/** The length of an answer with about ten years of bars. */
const LONG_TEXT = 300_000
const NO_FUNDAMENTALS = /no fundamentals data/i

/** Yahoo Finance, without a key. Prices come from its chart, which needs no crumb and often works when the rest does not;
 *  profile, statistics and quotes need one. Payloads are read field by field: a malformed field costs only itself.
 *  Terms: personal use, no redistribution. */
export function createYahooProvider(deps: {
  fetch: UpstreamFetch
  clock: Clock
  userAgent: string
}): Required<MarketProvider> {
  const session = createYahooSession(deps)
  const readQueued = createLongWork({ places: 1 })

  async function getModules(asset: Asset, modules: readonly Module[]): Promise<Record<string, unknown>> {
    const body = await session.ask(`${QUERY}/v10/finance/quoteSummary/${encodeURIComponent(asset.symbol)}`, {
      modules: modules.join(','),
      formatted: 'false',
    })
    const found = listResults(body, 'quoteSummary')[0]
    if (!isRecord(found))
      throw yahooFaults.lacking(`${YAHOO} has no ${modules.join(', ')} of ${asset.ticker}.`)
    refuseOther(asset, recordOf(found['price']))
    return found
  }

  async function ask(address: string): Promise<Response> {
    return deps.fetch(address, { headers: { 'User-Agent': deps.userAgent } })
  }

  async function askChart<Series>(
    asset: Asset,
    query: Readonly<Record<string, string>>,
    parse: (body: unknown) => Series,
  ): Promise<Series> {
    const symbol = encodeURIComponent(asset.symbol)
    const response = await ask(`${QUERY}/v8/finance/chart/${symbol}?${new URLSearchParams(query)}`)
    try {
      const text = await response.text()
      const isLong = text.length > LONG_TEXT
      const read = async () => {
        const body = parseYahooAnswer(response, text)
        // Others are answered between the two halves of this work.
        if (isLong) await setImmediate()
        const [result] = recordsOf(recordOf(recordOf(body)['chart'])['result'], 1)
        refuseOther(asset, recordOf(result?.['meta']))
        return parse(body)
      }
      return await (isLong ? readQueued(read) : read())
    } catch (error) {
      if (error instanceof YahooNotFoundError) throw yahooFaults.unknownTicker(asset.ticker, error)
      // The chart needs no crumb, so a 401 is an ordinary refusal here.
      if (error instanceof CrumbRefusedError) throw yahooFaults.refused(response)
      throw error
    }
  }

  return {
    id: 'yahoo',
    name: YAHOO,
    // Terms: personal use, no redistribution.
    republishable: false,
    knowsEveryAsset: true,
    tellsSplits: true,
    covers: () => true,
    pageUrl: (asset) => `https://finance.yahoo.com/quote/${encodeURIComponent(asset.symbol)}`,

    async getPrices(asset, { from, to }) {
      const period = { period1: toSeconds(from), period2: toSeconds(to) }
      const series = await askChart(asset, { ...period, interval: '1d', events: 'div|split' }, parseChart)
      return forAsset(asset, series)
    },
    getDay: (asset) =>
      askChart(asset, { range: '1d', interval: '5m', includePrePost: 'false', events: 'split' }, (body) =>
        parseDay(body, deps.clock.now()),
      ),

    async getProfile(asset) {
      try {
        const profile = parseProfile(await getModules(asset, ['assetProfile', 'price']))
        if (asset.kind === 'stock') return profile
        // A coin is listed in a price index, not on an exchange.
        return { ...profile, name: profile.name && nameCoin(profile.name), exchange: undefined }
      } catch (error) {
        // Indexes, currencies and futures legitimately have no profile.
        if (error instanceof YahooNotFoundError) return {}
        throw error
      }
    },

    async getStats(asset) {
      try {
        const modules = await getModules(asset, [
          'summaryDetail',
          'defaultKeyStatistics',
          'financialData',
          'calendarEvents',
          'price',
          'quoteType',
        ])
        const price = recordOf(modules['price'])
        const timeZone = textOf(recordOf(modules['quoteType'])['timeZoneFullName'])
        return {
          stats: {
            ...flattenStats(modules),
            ...readNextEarnings(modules['calendarEvents'], deps.clock.now(), timeZone),
          },
          currency: textOf(recordOf(modules['summaryDetail'])['currency']) ?? textOf(price['currency']),
          asOf: readTime(price['regularMarketTime']),
        }
      } catch (error) {
        if (!(error instanceof YahooNotFoundError)) throw error
        if (NO_FUNDAMENTALS.test(error.message)) return { stats: {} }
        throw yahooFaults.unknownTicker(asset.ticker, error)
      }
    },

    async getRelated(asset) {
      const address = `${QUERY}/v6/finance/recommendationsbysymbol/${encodeURIComponent(asset.symbol)}`
      const response = await ask(address)
      try {
        const body = parseYahooAnswer(response, await response.text())
        const recommendation = recordOf(listResults(body, 'finance')[0])
        refuseOther(asset, recommendation)
        const symbols = listRecommended(recommendation, asset.symbol)
        if (symbols.length === 0) return { quotes: [] }
        const quotes = await session.ask(`${QUERY}/v7/finance/quote`, { symbols: symbols.join(',') })
        return parseQuotes(listResults(quotes, 'quoteResponse'), symbols, deps.clock.now())
      } catch (error) {
        if (error instanceof YahooNotFoundError) return { quotes: [] }
        if (error instanceof CrumbRefusedError) throw yahooFaults.refused(response)
        throw error
      }
    },
  }
}

const refuseOther = (asset: Asset, { symbol }: Record<string, unknown>) =>
  yahooFaults.refuseOther(asset, textOf(symbol))

/** Unwraps Yahoo's answers: {"quoteSummary": {"result": [...], "error": null}}. */
function listResults(body: unknown, part: 'quoteSummary' | 'quoteResponse' | 'finance'): unknown[] {
  const wrapped = isRecord(body) ? body[part] : undefined
  const result = isRecord(wrapped) ? wrapped['result'] : undefined
  if (!Array.isArray(result)) throw yahooFaults.failed(`${YAHOO} sent an answer that cannot be read.`)
  return result
}

type Module =
  | 'assetProfile'
  | 'price'
  | 'summaryDetail'
  | 'defaultKeyStatistics'
  | 'financialData'
  | 'calendarEvents'
  | 'quoteType'

function forAsset(asset: Asset, series: PriceSeries): PriceSeries {
  if (asset.kind === 'stock') return series
  return { ...series, name: series.name && nameCoin(series.name), exchange: undefined }
}

function toSeconds(date: Date): string {
  return String(Math.floor(date.getTime() / 1000))
}

/** The longest description has about 4,000 characters, and no source lists more than a dozen officers. */
const LONGEST_ABOUT = 10_000
const LONGEST_ADDRESS = 1_000
/** Reads the modules assetProfile and price of quoteSummary field by field; malformed fields are left out. */
export function parseProfile(modules: Record<string, unknown>): Profile {
  const profile = recordOf(modules['assetProfile'])
  const price = recordOf(modules['price'])
  const employees = profile['fullTimeEmployees']
  const own = factOf(profile['name'])
  const longName = factOf(price['longName'])
  const name = longName ?? own ?? factOf(price['shortName'])
  const about =
    factOf(profile['longBusinessSummary'], LONGEST_ABOUT) ?? factOf(profile['description'], LONGEST_ABOUT)
  const exchange = factOf(price['exchangeName'])
  const isCoin = price['quoteType'] === 'CRYPTOCURRENCY'
  if (!isCoin && isOtherCompany(own ?? findSubject(about), longName)) return { name, exchange }
  return {
    name,
    about,
    founded: dayOf(profile['startDate']),
    website: webAddressOf(profile['website']),
    headquarters: joinTexts([profile['city'], profile['state'], profile['country']]),
    ceo: findChiefExecutive(profile['companyOfficers'], name),
    employees:
      typeof employees === 'number' && Number.isInteger(employees) && employees > 0 ? employees : undefined,
    exchange,
  }
}

const LEGAL_FORM = /^(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|ag|se|nv|sa)[.,]*$/i
/** Words that different companies have in their names. */
const COMMON_WORD = /^(?:the|and|of|group|holdings?|acquisition|trust|fund)$/
const LONGEST_SUBJECT = 12

/** @returns the company that a description begins with: 'Acme Inc.' of 'Acme Inc. makes anvils.'; undefined for other beginnings */
function findSubject(about = ''): string | undefined {
  const words = about.split(/\s+/, LONGEST_SUBJECT)
  const end = words.findIndex((word) => LEGAL_FORM.test(word))
  const name = words.slice(0, end + 1)
  return name.every((word) => /^(?:[\p{Lu}\d&]|(?:of|and)$)/u.test(word)) ? name.join(' ') : undefined
}

/** Whether two names have nothing in common. For weeks after a merger, or after a ticker was used again, Yahoo's profile is of one
 *  company and its prices are of another. */
function isOtherCompany(one = '', other = ''): boolean {
  const [words, others] = [listOwnWords(one), listOwnWords(other)]
  if (words.length === 0 || others.length === 0) return false
  const [letters, otherLetters] = [words.join(''), others.join('')]
  return !words.some((word) => otherLetters.includes(word)) && !others.some((word) => letters.includes(word))
}

const listOwnWords = (name: string) =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z\d]{2,}/g) ?? []
  ).filter((word) => !LEGAL_FORM.test(word) && !COMMON_WORD.test(word))

function joinTexts(parts: readonly unknown[]): string | undefined {
  return (
    parts
      .map((part) => factOf(part))
      .filter((part) => part !== undefined)
      .join(', ') || undefined
  )
}

/** A host that can be on the internet: with a dot, and a name at its end. */
const PUBLIC_HOST = /[^.]\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/

/** Accepts only what a link may contain: a complete https or http address, or one that lacks just its https. */
function webAddressOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length > LONGEST_ADDRESS) return undefined
  const text = textOf(value, LONGEST_ADDRESS) ?? ''
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  const { hostname, username } = new URL(address)
  return PUBLIC_HOST.test(hostname) && username === '' ? address : undefined
}

function dayOf(value: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0]
}
