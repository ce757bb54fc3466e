import { LRUCache } from 'lru-cache'

import { DAY_MS, utcDay } from '../../lib/dates.ts'
import type { Clock } from '../../lib/clock.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Asset, DailyClose, MarketProvider, StatsSheet } from './provider.ts'
import { isFiniteNumber, isRecord, isSeries, readIsoTime, recordOf, textOf } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'

const COINGECKO = 'CoinGecko'
const API = 'https://api.coingecko.com/api/v3'
/** The public and the demo API refuse requests for more. */
const MOST_DAYS = 365
/** The coin behind a ticker almost never changes, but a name may be taken over. */
const ID_TTL_MS = 60 * 60_000
/** That one is not ranked may be a slip: then it is another coin of the same symbol. */
const UNRANKED_TTL_MS = 60_000
/** How long a coin that was ranked is not replaced by one that is not. */
const RANKED_MS = DAY_MS
/** More than a client can have looked up in a day. */
const MAX_IDS = 15_000

type CoinProvider = MarketProvider & Required<Pick<MarketProvider, 'getPrices' | 'getStats'>>
interface Coin extends Pick<CoinRow, 'id' | 'name'> {
  /** When it was last ranked; -Infinity if it never was. */
  readonly rankedAtMs: number
  readonly freshUntilMs: number
  /** Whether only other coins of its symbol are listed. */
  readonly isMissing: boolean
}

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
  const coins = new LRUCache<string, Coin>({ max: MAX_IDS })
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
      coins.delete(asset.ticker)
      throw faults.unknownTicker(asset.ticker)
    }
    throw faults.refused(response)
  }

  /** @returns the coin that is meant, and its row unless only others of its symbol are listed at the moment */
  async function findCoin(asset: Asset): Promise<{ coin: Coin; row: CoinRow | undefined }> {
    const symbols = asset.ticker.toLowerCase()
    const body = await ask(asset, '/coins/markets', { vs_currency: 'usd', symbols })
    const now = clock.now().getTime()
    const last = coins.get(asset.ticker)
    const known = last && now - last.rankedAtMs < RANKED_MS ? last : undefined
    const row = findCoinRow(body, symbols, known?.id)
    if (row === 'unreadable') throw faults.failed(`${COINGECKO} sent a list of coins that cannot be read.`)
    if (row === undefined) throw faults.unknownTicker(asset.ticker)
    const isOther = known && row.id !== known.id && !isRanked(row)
    const rankedAtMs = isRanked(row) ? now : (known?.rankedAtMs ?? -Infinity)
    const freshUntilMs = now + (isRanked(row) ? ID_TTL_MS : UNRANKED_TTL_MS)
    const coin = isOther
      ? { ...known, freshUntilMs, isMissing: true }
      : { id: row.id, name: row.name, rankedAtMs, freshUntilMs, isMissing: false }
    coins.set(asset.ticker, coin)
    return { coin, row: isOther ? undefined : row }
  }

  function findFresh({ ticker }: Asset): Coin | undefined {
    const known = coins.get(ticker)
    return known && clock.now().getTime() < known.freshUntilMs ? known : undefined
  }

  return {
    id: 'coingecko',
    name: COINGECKO,
    republishable: false,
    knowsEveryAsset: false,
    // Yahoo tells coins with the same symbol apart by a number of its own (SUI20947), which has no meaning here.
    covers: ({ kind, ticker }) => kind === 'crypto' && !/^[A-Z]+\d{4,}$/.test(ticker),
    pageUrl({ ticker }) {
      const id = coins.get(ticker)?.id
      return id === undefined
        ? `https://www.coingecko.com/en/search?${new URLSearchParams({ query: ticker })}`
        : `https://www.coingecko.com/en/coins/${encodeURIComponent(id)}`
    },

    async getPrices(asset, period) {
      const now = clock.now().getTime()
      const { id, name } = findFresh(asset) ?? (await findCoin(asset)).coin
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
      const row = findFresh(asset)?.isMissing ? undefined : (await findCoin(asset)).row
      if (row) return readCoinStats(row)
      const words = `${COINGECKO} has only another coin by the symbol ${asset.ticker} at the moment.`
      throw faults.lacking(words, { code: 'not-at-source' })
    },
  }
}

/** A row of /coins/markets, as far as it identifies the coin. */
export interface CoinRow {
  readonly id: string
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** CoinGecko's names with ours, which are Yahoo's where the meaning is the same. Its highs and lows cover the last 24 hours,
 *  not the day, and are named accordingly. */
const FIGURES: readonly (readonly [field: string, name: string])[] = [
  ['current_price', 'currentPrice'],
  ['market_cap', 'marketCap'],
  ['market_cap_rank', 'marketCapRank'],
  ['fully_diluted_valuation', 'fullyDilutedValuation'],
  ['total_volume', 'volume24Hr'],
  ['high_24h', '24HourHigh'],
  ['low_24h', '24HourLow'],
  ['price_change_percentage_24h', '24HourChangePercent'],
  ['circulating_supply', 'circulatingSupply'],
  ['total_supply', 'totalSupply'],
  ['max_supply', 'maxSupply'],
  ['ath', 'allTimeHigh'],
  ['atl', 'allTimeLow'],
]
const DAYS: readonly (readonly [field: string, name: string])[] = [
  ['ath_date', 'allTimeHighDate'],
  ['atl_date', 'allTimeLowDate'],
]
/** Rows read; CoinGecko returns 250 per page. */
const MOST_ROWS = 1_000
/** The only figure for which 0 can be true; elsewhere 0 means "not known". */
const MAY_BE_ZERO = '24HourChangePercent'

const LAST_LIKELY_TIME_MS = 10_000_000_000_000

/** Finds the row for a symbol, which several coins may share: the coin with the highest market value among
 *  those that CoinGecko ranks, since that of an unranked one is only claimed; else the known one, else the first one.
 *  @param symbol  in lower case
 *  @returns undefined if no row has that symbol, 'unreadable' if the answer is not a list of coins */
function findCoinRow(
  body: unknown,
  symbol: string,
  knownId: string | undefined,
): CoinRow | 'unreadable' | undefined {
  if (!Array.isArray(body)) return 'unreadable'
  const rows = body
    .slice(0, MOST_ROWS)
    .map(readRow)
    .filter((row) => row !== undefined)
  if (body.length > 0 && rows.length === 0) return 'unreadable'
  const valueOf = ({ fields }: CoinRow) => (isFiniteNumber(fields['market_cap']) ? fields['market_cap'] : -1)
  const isKnown = ({ id }: CoinRow) => id === knownId
  return rows
    .filter(({ fields }) => textOf(fields['symbol'])?.toLowerCase() === symbol)
    .sort(
      (a, b) =>
        Number(isRanked(b)) - Number(isRanked(a)) ||
        (isRanked(a) ? 0 : Number(isKnown(b)) - Number(isKnown(a))) ||
        valueOf(b) - valueOf(a),
    )[0]
}

const isRanked = ({ fields }: CoinRow) => isFiniteNumber(fields['market_cap_rank'])

function readRow(row: unknown): CoinRow | undefined {
  if (!isRecord(row)) return undefined
  const id = textOf(row['id'])
  if (id === undefined || textOf(row['symbol']) === undefined) return undefined
  return { id, name: textOf(row['name']) ?? id, fields: row }
}

/** Reads /coins/ID/market_chart, whose points may be daily, hourly or finer.
 *  @returns one close per UTC day, the day's last point, oldest first; undefined without a list of points. A point at midnight
 *    is the close of the day that ends then */
export function readCloses(body: unknown): { closes: DailyClose[]; asOf: string } | undefined {
  const points = isRecord(body) ? body['prices'] : undefined
  if (!isSeries(points)) return undefined
  const byDay = new Map<string, DailyClose>()
  let newest = 0
  for (const [time, close] of points
    .map(readPoint)
    .filter((point) => point !== undefined)
    .sort(byTime)) {
    const date = utcDay(time - 1)
    byDay.set(date, { date, close, adjustedClose: close })
    newest = time
  }
  return { closes: [...byDay.values()], asOf: new Date(newest).toISOString() }
}

function readPoint(point: unknown): [timeMs: number, price: number] | undefined {
  if (!Array.isArray(point)) return undefined
  const [time, price]: unknown[] = point
  if (!isFiniteNumber(time) || !isFiniteNumber(price)) return undefined
  return price > 0 && time > 0 && time < LAST_LIKELY_TIME_MS ? [time, price] : undefined
}

function byTime(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0]
}

/** @returns the row's figures, without malformed or empty ones */
function readCoinStats({ name, fields }: CoinRow): StatsSheet {
  const figures = FIGURES.map(([field, name]) => [name, fields[field]] as const).filter(
    ([name, value]) => isFiniteNumber(value) && (value !== 0 || name === MAY_BE_ZERO),
  )
  const days = DAYS.flatMap(([field, name]) => {
    const time = readIsoTime(fields[field])
    return time === undefined ? [] : [[name, utcDay(time)] as const]
  })
  return {
    stats: Object.fromEntries([...figures, ...days]) as Record<string, number | string>,
    currency: 'USD',
    coinName: name,
    asOf: readIsoTime(fields['last_updated']),
  }
}
