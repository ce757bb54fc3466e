import type { Clock } from '../../clock.ts'
import type { Logger } from '../../logger.ts'
import type { UpstreamFetch } from '../../upstream-fetch.ts'
import type { Asset, MarketProvider, PriceSeries } from './provider.ts'
import {
  CrumbRefusedError,
  isRecord,
  parseYahooAnswer,
  refused,
  sourceFailed,
  unknownTicker,
  YAHOO,
  YahooNotFoundError,
} from './yahoo-answer.ts'
import { parseChart } from './yahoo-chart.ts'
import { parseProfile, recordOf, textOf } from './yahoo-profile.ts'
import { listRecommended, nameCoin, parseQuotes, readTime } from './yahoo-related.ts'
import { createYahooSession } from './yahoo-session.ts'
import { flattenStats } from './yahoo-stats.ts'

const QUERY_HOST = 'query2.finance.yahoo.com'
/** The library's validation throws whole answers away for one odd field; we read field by field instead. */
const AS_IT_CAME = { validateResult: false } as const
const NO_FUNDAMENTALS = /no fundamentals data/i

/** Yahoo Finance, keyless. Prices come from its chart, which needs no crumb and often lives when the rest does not;
 *  profile, statistics and quotes come through yahoo-finance2.
 *  Terms: personal use, no redistribution. */
export function createYahooProvider(deps: {
  fetch: UpstreamFetch
  clock: Clock
  logger: Logger
  userAgent: string
}): MarketProvider {
  const session = createYahooSession(deps)

  async function getModules(asset: Asset, modules: QuoteSummaryModules): Promise<Record<string, unknown>> {
    const answer: unknown = await session.ask((client) =>
      client.quoteSummary(encodeURIComponent(asset.symbol), { modules }, AS_IT_CAME),
    )
    if (!isRecord(answer)) throw sourceFailed(`${YAHOO} sent an answer without ${modules.join(', ')}.`)
    return answer
  }

  return {
    name: YAHOO,

    pageUrl: (asset) => `https://finance.yahoo.com/quote/${encodeURIComponent(asset.symbol)}`,

    async getPrices(asset, period) {
      const query = new URLSearchParams({
        period1: toSeconds(period.from),
        period2: toSeconds(period.to),
        interval: '1d',
        events: 'div|split',
      })
      const address = `https://${QUERY_HOST}/v8/finance/chart/${encodeURIComponent(asset.symbol)}?${query}`
      const response = await deps.fetch(address, { headers: { 'User-Agent': deps.userAgent } })
      try {
        return forAsset(asset, parseChart(parseYahooAnswer(response, await response.text())))
      } catch (error) {
        if (error instanceof YahooNotFoundError) throw unknownTicker(asset.ticker, error)
        // The chart takes no crumb: here a 401 is a refusal like any other.
        if (error instanceof CrumbRefusedError) throw refused(response)
        throw error
      }
    },

    async getProfile(asset) {
      try {
        const profile = parseProfile(await getModules(asset, ['assetProfile', 'price']))
        if (asset.kind === 'stock') return profile
        // A coin is listed by a price index, not on an exchange.
        return { ...profile, name: profile.name && nameCoin(profile.name), exchange: undefined }
      } catch (error) {
        // Indexes, currencies and futures legitimately have none.
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
          'price',
        ])
        const price = recordOf(modules['price'])
        return {
          stats: flattenStats(modules),
          currency: textOf(recordOf(modules['summaryDetail'])['currency']) ?? textOf(price['currency']),
          asOf: readTime(price['regularMarketTime']),
        }
      } catch (error) {
        if (!(error instanceof YahooNotFoundError)) throw error
        if (NO_FUNDAMENTALS.test(error.message)) return { stats: {} }
        throw unknownTicker(asset.ticker, error)
      }
    },

    async getRelated(asset) {
      try {
        const recommendation: unknown = await session.ask((client) =>
          client.recommendationsBySymbol(encodeURIComponent(asset.symbol), {}, AS_IT_CAME),
        )
        const symbols = listRecommended(recommendation, asset.symbol)
        if (symbols.length === 0) return { quotes: [] }
        const quotes: unknown = await session.ask((client) => client.quote(symbols, {}, AS_IT_CAME))
        if (!Array.isArray(quotes)) throw sourceFailed(`${YAHOO} sent quotes that cannot be read.`)
        return parseQuotes(quotes)
      } catch (error) {
        if (error instanceof YahooNotFoundError) return { quotes: [] }
        throw error
      }
    },
  }
}

type QuoteSummaryModules = (
  | 'assetProfile'
  | 'price'
  | 'summaryDetail'
  | 'defaultKeyStatistics'
  | 'financialData'
)[]

function forAsset(asset: Asset, series: PriceSeries): PriceSeries {
  if (asset.kind === 'stock') return series
  return { ...series, name: series.name && nameCoin(series.name), exchange: undefined }
}

function toSeconds(date: Date): string {
  return String(Math.floor(date.getTime() / 1000))
}
