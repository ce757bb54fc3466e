import { addDays, isCalendarDay, isKnownTimeZone, momentInZone, utcDay } from '../../lib/dates.ts'
import type { Clock } from '../../lib/clock.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Asset, DailyClose, MarketProvider } from './provider.ts'
import { describeFaults, findJson } from './source-faults.ts'
import type { AssetType } from '../../../shared/market-contract.ts'
import { isFiniteNumber, isRecord, isSeries, recordOf, textOf } from './read-field.ts'

const TWELVE_DATA = 'Twelve Data'
const SERIES = 'https://api.twelvedata.com/time_series'
const MOST_ROWS = 5_000
/** The longest spans whose rows fit one answer, including the extra day: 5 of 7 days are sessions at most, for a coin all 7. */
const SPAN_DAYS = { stock: (MOST_ROWS / 5) * 7, crypto: MOST_ROWS - 1 } as const
const CREDITS_MINUTE_SECONDS = 60
const CREDITS_DAY_SECONDS = 3_600

type SeriesProvider = MarketProvider & Required<Pick<MarketProvider, 'getPrices'>>

/** Twelve Data, with a key: prices of shares and funds listed in the United States, and of coins in dollars.
 *  Its series are adjusted for splits (`adjust=splits`) or for splits and dividends (`adjust=all`), so a share's two closes
 *  take two questions. Splits are a separate, more expensive product: `splits` is empty, which means nothing. Its other
 *  products cost more than the plan needed for prices, so they are not used. */
export function createTwelveDataProvider(deps: {
  fetch: UpstreamFetch
  clock: Clock
  userAgent: string
  apiKey: string
  /** Whether the operator's contract allows whole series to be passed on. */
  republishable: boolean
}): SeriesProvider {
  const faults = describeFaults(TWELVE_DATA)
  const headers = {
    'User-Agent': deps.userAgent,
    Accept: 'application/json',
    Authorization: `apikey ${deps.apiKey}`,
  }

  /** @returns undefined if there are no rows in that span */
  async function findSpan(
    asset: Asset,
    query: Readonly<Record<string, string>>,
  ): Promise<TwelveDataSeries | undefined> {
    // Following a redirect would send the key to another host.
    const address = `${SERIES}?${new URLSearchParams(query)}`
    const response = await deps.fetch(address, { headers, redirect: 'manual' })
    const text = await response.text()
    // Its refusals carry their code in the body, whatever the HTTP status.
    const refusal = findRefusal(findJson(text))
    if (!refusal) {
      if (!response.ok) throw faults.refused(response)
      const series = readSeries(faults.parseJson(text))
      if (!series) throw faults.failed(`${TWELVE_DATA} sent a price history that cannot be read.`)
      faults.refuseOther(asset, series.meta.symbol)
      return series.rows.size === 0 ? undefined : series
    }
    switch (refusal) {
      case 'no-rows':
        return undefined
      case 'unknown-symbol':
        throw faults.unknownTicker(asset.ticker)
      case 'not-for-this-symbol':
        throw faults.lacking(`${TWELVE_DATA} does not give ${asset.ticker} under this plan.`)
      case 'key-refused':
        throw faults.unavailable(`${TWELVE_DATA} refused the key or its plan.`)
      case 'minute-used-up':
        throw faults.unavailable(`${TWELVE_DATA}: the calls of this minute are used up. Try again later.`, {
          retryAfterSeconds: CREDITS_MINUTE_SECONDS,
        })
      case 'day-used-up':
        throw faults.unavailable(`${TWELVE_DATA}: the calls of this day are used up. Try again later.`, {
          retryAfterSeconds: CREDITS_DAY_SECONDS,
        })
      default:
        throw faults.refused(new Response(null, { status: refusal.status }))
    }
  }

  /** Requests span by span, newest first, until one is empty, since the asset was not traded before that. */
  async function findWhole(
    asset: Asset,
    period: { from: Date; to: Date },
    adjust: 'splits' | 'all',
  ): Promise<TwelveDataSeries | undefined> {
    const rows = new Map<string, number>()
    let newest: TwelveDataSeries | undefined
    const first = utcDay(period.from)
    const span = SPAN_DAYS[asset.kind]
    for (let end = utcDay(period.to); end >= first; end = addDays(end, -span)) {
      const start = addDays(end, 1 - span)
      const series = await findSpan(asset, {
        ...querySymbol(asset),
        interval: '1day',
        start_date: start > first ? start : first,
        // Whether the last day is included depends on the request, so one more is requested and cut off.
        end_date: addDays(end, 1),
        outputsize: String(MOST_ROWS),
        order: 'asc',
        adjust,
      })
      if (!series) break
      newest ??= series
      for (const [date, close] of series.rows) rows.set(date, close)
    }
    return newest && { ...newest, rows }
  }

  return {
    id: 'twelve-data',
    name: TWELVE_DATA,
    republishable: deps.republishable,
    knowsEveryAsset: false,
    tellsSplits: false,
    covers: ({ kind, ticker }) =>
      kind === 'crypto'
        ? // Yahoo tells coins with the same symbol apart by a number of its own (SUI20947), which has no meaning here.
          /^[A-Z0-9]{1,10}$/.test(ticker) && !/^[A-Z]+\d{4,}$/.test(ticker)
        : // Listed in the United States: no suffix, at most a class. For mutual funds (five letters, the last an X) it
          // says "invalid" though it lists them.
          /^[A-Z]{1,5}(?:-[A-Z])?$/.test(ticker) && !/^[A-Z]{4}X$/.test(ticker),
    // None of its pages can be addressed by the ticker alone.
    pageUrl: () => 'https://twelvedata.com/',

    async getPrices(asset, period) {
      const [split, all] = await Promise.all([
        findWhole(asset, period, 'splits'),
        asset.kind === 'crypto' ? undefined : findWhole(asset, period, 'all'),
      ])
      const adjusted = asset.kind === 'crypto' ? split : all
      const [from, to] = [utcDay(period.from), utcDay(period.to)]
      // The two lists may be of different minutes. On the newest day nothing is left to adjust for.
      const newestDay = adjusted && [...(split?.rows.keys() ?? [])].sort().at(-1)
      const closes: DailyClose[] = [...(split?.rows ?? [])]
        .map(([date, close]) => ({
          date,
          close,
          adjustedClose: adjusted?.rows.get(date) ?? (date === newestDay ? close : undefined),
        }))
        .filter((row): row is DailyClose => row.adjustedClose !== undefined)
        .filter(({ date, close }) => close > 0 && date >= from && date <= to)
        .sort((a, b) => (a.date < b.date ? -1 : 1))
      const newest = closes.at(-1)
      if (!split || !newest) {
        throw faults.lacking(`${TWELVE_DATA} has no prices of ${asset.ticker} for this span of time.`)
      }
      const { currency, exchange, type, timeZone } = split.meta
      return {
        closes,
        splits: [],
        currency: asset.kind === 'crypto' ? 'USD' : currency,
        exchange: asset.kind === 'crypto' ? undefined : exchange,
        type: asset.kind === 'crypto' ? 'coin' : findTwelveDataType(type),
        asOf: closingTime(newest.date, asset.kind === 'crypto' ? undefined : timeZone, deps.clock.now()),
      }
    },
  }
}

function querySymbol({ kind, ticker }: Asset): Record<string, string> {
  return kind === 'crypto'
    ? { symbol: `${ticker}/USD` }
    : // Without the country, a symbol not listed in the United States is answered from another exchange.
      { symbol: ticker.replace('-', '.'), country: 'United States' }
}

/** Why Twelve Data does not answer, if it gives a reason; else the HTTP status of its code. */
export type Refusal =
  | 'no-rows'
  | 'unknown-symbol'
  | 'not-for-this-symbol'
  | 'key-refused'
  | 'minute-used-up'
  | 'day-used-up'
  | { readonly status: number }

export interface TwelveDataSeries {
  readonly meta: {
    readonly symbol: string | undefined
    readonly currency: string | undefined
    readonly exchange: string | undefined
    readonly type: string | undefined
    /** IANA name, such as America/New_York. */
    readonly timeZone: string | undefined
  }
  /** Closes by the exchange's local day, 'YYYY-MM-DD'. */
  readonly rows: ReadonlyMap<string, number>
}

const ASSET_TYPES: ReadonlyMap<string, AssetType> = new Map([
  ['common stock', 'equity'],
  ['preferred stock', 'equity'],
  ['depositary receipt', 'equity'],
  ['american depositary receipt', 'equity'],
  ['global depositary receipt', 'equity'],
  ['reit', 'equity'],
  ['limited partnership', 'equity'],
  ['etf', 'etf'],
  ['mutual fund', 'fund'],
  ['closed-end fund', 'fund'],
  ['index', 'index'],
  ['physical currency', 'currency'],
  ['digital currency', 'coin'],
])

/** @param type  in Twelve Data's words
 *  @returns undefined for warrants, rights and other types that we do not distinguish */
function findTwelveDataType(type: string | undefined): AssetType | undefined {
  return type === undefined ? undefined : ASSET_TYPES.get(type.toLowerCase())
}

/** Reads an error: {"code": 404, "message": "...", "status": "error"}, with HTTP status 200 or the code itself. The message
 *  decides: 404 is given for a symbol that does not exist, for one that the plan does not cover, and for missing data.
 *  @returns undefined if it is not an error */
function findRefusal(body: unknown): Refusal | undefined {
  if (!isRecord(body) || body['status'] !== 'error') return undefined
  const code = Number(body['code'])
  const words = textOf(body['message']) ?? ''
  if (code === 429) return /for the day|daily/i.test(words) ? 'day-used-up' : 'minute-used-up'
  if (code === 401) return 'key-refused'
  if (/available starting with|consider upgrading|your plan/i.test(words)) return 'not-for-this-symbol'
  if (code === 403) return 'key-refused'
  if (code === 400 || code === 404) {
    if (/^no data is available|^data not found/i.test(words)) return 'no-rows'
    if (/^\W*symbol\b.*(?:missing or invalid|not found)/i.test(words)) return 'unknown-symbol'
  }
  return { status: Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500 }
}

/** Reads the answer of /time_series with daily rows, whose numbers are strings such as '148.85001'.
 *  @returns undefined without a list of rows, if it has more than asked for, or if none of them can be read */
export function readSeries(body: unknown): TwelveDataSeries | undefined {
  const values = isRecord(body) ? body['values'] : undefined
  if (!isSeries(values) || values.length > MOST_ROWS) return undefined
  const meta = recordOf(recordOf(body)['meta'])
  const rows = new Map(values.map(readRow).filter((row) => row !== undefined))
  if (values.length > 0 && rows.size === 0) return undefined
  return {
    meta: {
      symbol: textOf(meta['symbol']),
      currency: textOf(meta['currency']),
      exchange: textOf(meta['exchange']),
      type: textOf(meta['type']),
      timeZone: textOf(meta['exchange_timezone']),
    },
    rows,
  }
}

function readRow(row: unknown): [date: string, close: number] | undefined {
  const { datetime, close } = recordOf(row)
  const date = /^\d{4}-\d{2}-\d{2}/.exec(textOf(datetime) ?? '')?.[0]
  const price = typeof close === 'string' && close.trim() !== '' ? Number(close) : close
  if (date === undefined || !isCalendarDay(date)) return undefined
  return isFiniteNumber(price) ? [date, price] : undefined
}

/** Returns the time of a day's close, since daily rows have none. American exchanges close at 16:00, coins at midnight UTC.
 *  @returns `now` while the day is not over; ISO 8601 with Z */
function closingTime(date: string, timeZone: string | undefined, now: Date): string {
  const closed =
    timeZone !== undefined && isKnownTimeZone(timeZone)
      ? momentInZone(date, '16:00', timeZone)
      : momentInZone(addDays(date, 1), '00:00', 'UTC')
  return new Date(Math.min(closed, now.getTime())).toISOString()
}
