import { addDays, isKnownTimeZone, momentInZone, utcDay } from '../../lib/dates.ts'
import { currentAskers } from '../../lib/askers.ts'
import { isWithin, type Clock } from '../../lib/clock.ts'
import { SourceError } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { BudgetUsedUpError } from '../sources/budget-refusals.ts'
import type { TakeCalls } from '../sources/call-budget.ts'
import type { Asset, DailyClose, MarketProvider } from './provider.ts'
import { describeFaults, findJson } from './source-faults.ts'
import {
  findRefusal,
  findTwelveDataType,
  MOST_ROWS,
  readSeries,
  type TwelveDataSeries,
} from './twelve-data-answer.ts'

const TWELVE_DATA = 'Twelve Data'
const SERIES = 'https://api.twelvedata.com/time_series'
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
  /** Does not count calls: `takeCalls` does, before they are made. */
  fetch: UpstreamFetch
  takeCalls: TakeCalls
  /** How many calls the longest question may take. */
  mostCalls: number
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

  /** Its latest word that calls are used up; until the time it names it is not asked. */
  let usedUp: { since: number; error: SourceError } | undefined

  function noteUsedUp(of: string, retryAfterSeconds: number): SourceError {
    const words = `${TWELVE_DATA}: the calls of this ${of} are used up. Try again later.`
    const error = faults.unavailable(words, { retryAfterSeconds })
    usedUp = { since: deps.clock.now().getTime(), error }
    return error
  }

  function throwIfUsedUp(): void {
    if (!usedUp) return
    const { since, error } = usedUp
    const now = deps.clock.now().getTime()
    const lengthMs = (error.retryAfterSeconds ?? 0) * 1000
    if (!isWithin(now, since, lengthMs)) return
    const retryAfterSeconds = Math.ceil((since + lengthMs - now) / 1000)
    throw new SourceError(TWELVE_DATA, error.message, { retryAfterSeconds, concerns: 'pause' })
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
        throw noteUsedUp('minute', CREDITS_MINUTE_SECONDS)
      case 'day-used-up':
        throw noteUsedUp('day', CREDITS_DAY_SECONDS)
      default:
        throw faults.refused(new Response(null, { status: refusal.status }))
    }
  }

  /** Takes the calls for one more span.
   *  @returns false if there are none; what was found until then is for these askers alone, since others may get more
   *  @throws as TakeCalls does, for the first span */
  async function mayAskSpan(asked: number, need: Parameters<TakeCalls>[0]): Promise<boolean> {
    try {
      await deps.takeCalls(need)
      return true
    } catch (error) {
      if (asked === 0 || !(error instanceof BudgetUsedUpError)) throw error
      currentAskers().noteRefusal()
      return false
    }
  }

  /** Requests span by span, newest first and in all adjustments at once, until one is empty, since the asset was not traded before
   *  that, or there are no calls for another one.
   *  @returns a series per adjustment, undefined without rows */
  async function findWhole(
    asset: Asset,
    period: { from: Date; to: Date },
    { adjustments, isForLacking }: { adjustments: readonly string[]; isForLacking: boolean },
  ): Promise<{ found: (TwelveDataSeries | undefined)[]; reachesBackTo: string | undefined }> {
    const calls = adjustments.length
    const mostSpans = Math.max(1, Math.floor(deps.mostCalls / calls))
    const first = utcDay(period.from)
    const span = SPAN_DAYS[asset.kind]
    const spans: TwelveDataSeries[][] = []
    let reachesBackTo: string | undefined
    for (let end = utcDay(period.to); end >= first; end = addDays(end, -span)) {
      if (spans.length === mostSpans || !(await mayAskSpan(spans.length, { calls, isForLacking }))) {
        reachesBackTo = addDays(end, 1)
        break
      }
      const start = addDays(end, 1 - span)
      const query = {
        ...querySymbol(asset),
        interval: '1day',
        start_date: start > first ? start : first,
        // Whether the last day is included depends on the request, so one more is requested and cut off.
        end_date: addDays(end, 1),
        outputsize: String(MOST_ROWS),
        order: 'asc',
      }
      const series = await Promise.all(adjustments.map((adjust) => findSpan(asset, { ...query, adjust })))
      const withRows = series.filter((one) => one !== undefined)
      if (withRows.length < calls) break
      spans.push(withRows)
    }
    const found = adjustments.map((_, index) => joinSpans(spans.flatMap((series) => series[index] ?? [])))
    return { found, reachesBackTo }
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

    async getPrices(asset, period, isForLacking = false) {
      throwIfUsedUp()
      const adjustments = asset.kind === 'crypto' ? ['splits'] : ['splits', 'all']
      const { found, reachesBackTo } = await findWhole(asset, period, { adjustments, isForLacking })
      const [split, adjusted = asset.kind === 'crypto' ? split : undefined] = found
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
        ...(reachesBackTo !== undefined && { reachesBackTo }),
        asOf: closingTime(newest.date, asset.kind === 'crypto' ? undefined : timeZone, deps.clock.now()),
      }
    },
  }
}

/** @param spans  newest first */
function joinSpans(spans: readonly TwelveDataSeries[]): TwelveDataSeries | undefined {
  const [newest] = spans
  return newest && { ...newest, rows: new Map(spans.flatMap(({ rows }) => [...rows])) }
}

function querySymbol({ kind, ticker }: Asset): Record<string, string> {
  return kind === 'crypto'
    ? { symbol: `${ticker}/USD` }
    : // Without the country, a symbol not listed in the United States is answered from another exchange.
      { symbol: ticker.replace('-', '.'), country: 'United States' }
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
