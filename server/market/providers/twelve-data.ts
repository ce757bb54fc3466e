import { addDays, utcDay } from '../../lib/dates.ts'
import type { Clock } from '../../lib/clock.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Asset, DailyClose, MarketProvider } from './provider.ts'
import { describeFaults, findJson } from './source-faults.ts'
import {
  closingTime,
  findRefusal,
  findTwelveDataType,
  readSeries,
  type TwelveDataSeries,
} from './twelve-data-answer.ts'

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
      const closes: DailyClose[] = [...(split?.rows ?? [])]
        .map(([date, close]) => ({ date, close, adjustedClose: adjusted?.rows.get(date) }))
        .filter((row): row is DailyClose => row.adjustedClose !== undefined)
        .filter(({ date }) => date >= from && date <= to)
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
