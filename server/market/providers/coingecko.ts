import { DAY_MS, utcDay } from '../../lib/dates.ts'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { findCoinRow, readCloses, readCoinStats, type CoinRow } from './coingecko-answer.ts'
import type { Asset, MarketProvider } from './provider.ts'
import { recordOf } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'

const COINGECKO = 'CoinGecko'
const API = 'https://api.coingecko.com/api/v3'
/** The public and the demo API refuse requests for more. */
const MOST_DAYS = 365
/** The coin behind a ticker almost never changes, but a name may be taken over. */
const ID_TTL_MS = DAY_MS
const MAX_IDS = 1_000

type CoinProvider = MarketProvider & Required<Pick<MarketProvider, 'getPrices' | 'getStats'>>
type CoinId = Pick<CoinRow, 'id' | 'name'>

/** CoinGecko: coins, in dollars, up to a year back. A profile would take a large call of its own; it does not say which coins
 *  are related, and a list of the largest would be our claim under its name.
 *  Terms: display with credit, no redistribution. */
export function createCoinGeckoProvider(deps: {
  fetch: UpstreamFetch
  clock: Clock
  userAgent: string
  /** The key of the demo plan; undefined uses the public API, with fewer calls. */
  apiKey: string | undefined
}): CoinProvider {
  const { clock } = deps
  const faults = describeFaults(COINGECKO)
  const ids = new LRUCache<string, CoinId & { foundAtMs: number }>({ max: MAX_IDS })
  const headers = {
    'User-Agent': deps.userAgent,
    Accept: 'application/json',
    ...(deps.apiKey === undefined ? {} : { 'x-cg-demo-api-key': deps.apiKey }),
  }

  async function ask(asset: Asset, path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const address = `${API}${path}?${new URLSearchParams(query)}`
    // Following a redirect would send the key to another host.
    const response = await deps.fetch(address, { headers, redirect: 'manual' })
    const text = await response.text()
    if (response.ok) return faults.parseJson(text)
    if (response.status === 404 && recordOf(findJson(text))['error'] === 'coin not found') {
      ids.delete(asset.ticker)
      throw faults.unknownTicker(asset.ticker)
    }
    throw faults.refused(response)
  }

  async function getRow(asset: Asset): Promise<CoinRow> {
    const symbols = asset.ticker.toLowerCase()
    const row = findCoinRow(await ask(asset, '/coins/markets', { vs_currency: 'usd', symbols }), symbols)
    if (row === 'unreadable') throw faults.failed(`${COINGECKO} sent a list of coins that cannot be read.`)
    if (row === undefined) throw faults.unknownTicker(asset.ticker)
    ids.set(asset.ticker, { id: row.id, name: row.name, foundAtMs: clock.now().getTime() })
    return row
  }

  async function getId(asset: Asset): Promise<CoinId> {
    const known = ids.get(asset.ticker)
    return known && clock.now().getTime() - known.foundAtMs < ID_TTL_MS ? known : getRow(asset)
  }

  return {
    id: 'coingecko',
    name: COINGECKO,
    republishable: false,
    knowsEveryAsset: false,
    // Yahoo tells coins with the same symbol apart by a number of its own (SUI20947), which has no meaning here.
    covers: ({ kind, ticker }) => kind === 'crypto' && !/^[A-Z]+\d{4,}$/.test(ticker),
    pageUrl({ ticker }) {
      const id = ids.get(ticker)?.id
      return id === undefined
        ? `https://www.coingecko.com/en/search?${new URLSearchParams({ query: ticker })}`
        : `https://www.coingecko.com/en/coins/${encodeURIComponent(id)}`
    },

    async getPrices(asset, period) {
      const now = clock.now().getTime()
      const { id, name } = await getId(asset)
      const days = Math.min(MOST_DAYS, Math.max(1, Math.ceil((now - period.from.getTime()) / DAY_MS)))
      const body = await ask(asset, `/coins/${encodeURIComponent(id)}/market_chart`, {
        vs_currency: 'usd',
        days: String(days),
        interval: 'daily',
      })
      const chart = readCloses(body)
      if (!chart) throw faults.failed(`${COINGECKO} sent a price history that cannot be read.`)
      const [from, to] = [utcDay(period.from), utcDay(period.to)]
      const closes = chart.closes.filter(({ date }) => date >= from && date <= to)
      if (closes.length === 0) {
        throw faults.lacking(`${COINGECKO} has no prices of ${asset.ticker} for this span of time.`)
      }
      return {
        closes,
        splits: [],
        currency: 'USD',
        name,
        type: 'coin',
        reachesBackTo: utcDay(now - MOST_DAYS * DAY_MS),
        asOf: chart.asOf,
      }
    },

    async getStats(asset) {
      return readCoinStats(await getRow(asset))
    },
  }
}
