import { chooseName, presentCompany, presentCompanyShort } from '../lib/company-name.ts'
import { utcDay, zonedDay } from '../lib/dates.ts'
import type {
  DayResponse,
  FoundAsset,
  Info,
  Meta,
  PriceRange,
  RelatedResponse,
  SearchResponse,
  Source,
  StatsResponse,
  StockResponse,
} from '../../shared/market-contract.ts'
import type { Sourced } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import { sessionAt, cutToRange, startOfRange } from './trading-days.ts'
import type { Feed, Found } from './feeds.ts'
import { listSuspectDays } from './judge-prices.ts'
import { listDisagreements, type WitnessedPrices } from './closes.ts'
import type {
  Asset,
  DailyClose,
  DaySeries,
  PriceSeries,
  Profile,
  RelatedSheet,
  StatsSheet,
} from './providers/provider.ts'

const MAX_RELATED = 8
/** An older price counts as delayed. */
const LIVE_MS = 60_000

/** The subject of an answer, and the time at which it is given. */
export interface Context {
  readonly asset: Asset
  readonly isSample: boolean
  readonly now: Date
  /** A stock's name on the official lists, which may be spelled better than its source spells it. */
  readonly findListedName: Feed['findListedName']
}

/** A profile, with the sources to credit for it. */
export interface ComposedProfile {
  readonly facts: Profile
  readonly sources: readonly Source[]
  readonly retrievedAt: string
  readonly isStale: boolean
  readonly isRepublishable: boolean
}

/** @param parts.profile  undefined if its source failed */
export function composeStock(
  context: Context,
  parts: {
    range: PriceRange
    prices: Loaded<WitnessedPrices>
    profile: ComposedProfile | undefined
    counterpart: Pick<FoundAsset, 'kind' | 'ticker' | 'name'> | undefined
  },
): StockResponse {
  const { range, prices, profile, counterpart } = parts
  const { data } = prices.value
  const from = utcDay(startOfRange(range, context.now))
  const closes = cutToRange(data.closes, range, context.now)
  const first = closes[0]?.date ?? from
  const isOfRange = ({ date }: { date: string }) => date >= first
  const session = sessionAt(data.hours, context.now, { asOf: data.asOf, retrievedAt: prices.retrievedAt })
  return {
    ticker: context.asset.ticker,
    dates: closes.map(({ date }) => date),
    prices: closes.map(({ adjustedClose }) => adjustedClose),
    info: composeInfo(context, data, profile?.facts ?? {}),
    meta: {
      ...composeMeta(context, prices, data),
      range,
      profileAvailable: profile !== undefined,
      suspectDays: listSuspectDays(closes),
      coversRange: data.reachesBackTo === undefined || (range !== 'MAX' && data.reachesBackTo <= from),
      ...leaveOutMissing({
        session,
        latest: composeLatest(data, context.now),
        type: data.type,
        volumes: range === 'MAX' ? undefined : listVolumes(closes),
        dividends: someOf(data.dividends?.filter(isOfRange)),
        splits: someOf(data.splits.filter(isOfRange)),
        leftOutDays: someOf(data.leftOut?.filter((date) => date >= first)),
        cutAt: data.cutAt !== undefined && (range === 'MAX' || data.cutAt > from) ? data.cutAt : undefined,
        disagreement: composeDisagreement(prices.value, first),
        priceDigits: data.priceDigits,
        profile: profile && {
          sources: [...profile.sources],
          retrievedAt: profile.retrievedAt,
          stale: profile.isStale,
          republishable: profile.isRepublishable && !context.isSample,
        },
        counterpart: counterpart && {
          kind: counterpart.kind,
          ticker: counterpart.ticker,
          name: counterpart.name,
        },
      }),
    },
  }
}

/** Composes the prices of one session. */
export function composeDay(context: Context, day: Loaded<Sourced<DaySeries>>): DayResponse {
  const { prices, leftOut, session, lacking, hours, type, priceDigits, asOf, currency } = day.value.data
  const closes = prices.map(({ at, price }) => ({
    date: at,
    close: price,
    adjustedClose: price,
  }))
  const meta = composeMeta(context, day, { asOf, currency })
  return {
    ticker: context.asset.ticker,
    times: closes.map(({ date }) => date),
    prices: closes.map(({ close }) => close),
    meta: {
      ...meta,
      suspectTimes: listSuspectDays(closes),
      ...leaveOutMissing({
        type,
        priceDigits,
        lacking,
        leftOutTimes: someOf(leftOut),
        session: sessionAt(hours, context.now, meta),
        volumes: listVolumes(prices),
        day: session && {
          date: session.day,
          isToday: session.day === dayNow(session.zone, context.now),
          zone: { ...session.zone },
          ...leaveOutMissing({ previousClose: comparableClose(session.previousClose, closes[0]) }),
        },
      }),
    },
  }
}

const dayNow = ({ offsetMinutes }: { offsetMinutes: number }, now: Date) =>
  utcDay(now.getTime() + offsetMinutes * 60_000)

/** Returns the close if a change may be computed against it: not if it is off by a factor of ten. */
const comparableClose = (close: number | undefined, first: DailyClose | undefined) =>
  close !== undefined &&
  first &&
  listSuspectDays([{ date: '', close, adjustedClose: close }, first]).length === 0
    ? close
    : undefined

/** Returns the newest price and the close before it, as traded. No change is computed against a close that is off by a factor
 *  of ten: see listSuspectDays. */
function composeLatest(
  { closes, hours, leftOut = [], latest = {} }: PriceSeries,
  now: Date,
): StockResponse['meta']['latest'] {
  const last = closes.at(-1)
  if (!last) return undefined
  const before = closes.at(-2)
  const { dayLow, dayHigh, yearLow, yearHigh, outside } = latest
  const isComparable =
    before &&
    before.close > 0 &&
    listSuspectDays([before, last]).length === 0 &&
    !leftOut.some((date) => date > before.date)
  return {
    price: last.close,
    day: last.date,
    isToday: last.date === (hours ? zonedDay(now.getTime(), hours.timeZone) : utcDay(now)),
    ...leaveOutMissing({
      previous: isComparable ? { close: before.close, day: before.date } : undefined,
      dayRange: composeSpread(dayLow, dayHigh),
      yearRange: composeSpread(yearLow, yearHigh),
      outside: outside && [...outside],
    }),
  }
}

const composeSpread = (low: number | undefined, high: number | undefined) =>
  low === undefined || high === undefined ? undefined : { low, high }

export function composeStats(context: Context, sheet: Loaded<Sourced<StatsSheet>>): StatsResponse {
  return { stats: { ...sheet.value.data.stats }, meta: composeMeta(context, sheet, sheet.value.data) }
}

export function composeRelated(context: Context, sheet: Loaded<Sourced<RelatedSheet>>): RelatedResponse {
  const { quotes, asOf } = sheet.value.data
  const highestFirst = quotes.toSorted((a, b) => b.changePercent - a.changePercent)
  return {
    related: highestFirst.slice(0, MAX_RELATED).map((quote) => composeRelatedItem(quote, context)),
    meta: composeMeta(context, sheet, { asOf }),
  }
}

export function composeSearch(found: Loaded<Found>, isSample: boolean): SearchResponse {
  return {
    results: [...found.value.results],
    meta: {
      sources: [...found.value.sources],
      retrievedAt: found.retrievedAt,
      stale: found.isStale,
      sample: isSample,
    },
  }
}

function composeRelatedItem(
  quote: RelatedSheet['quotes'][number],
  { findListedName }: Context,
): RelatedResponse['related'][number] {
  const { ticker, name, price, changePercent, kind, currency } = quote
  const company_name =
    kind === 'crypto' ? name : presentCompanyShort(chooseName([name, findListedName(quote)]))
  const item = { ticker, company_name, price, change: formatChange(changePercent), kind }
  return currency === undefined ? item : { ...item, currency }
}

/** @param percent  1.24 is +1.24 %
 *  @returns two decimals, always with a sign; '+0.00%' for what rounds to zero */
export function formatChange(percent: number): string {
  const digits = Math.abs(percent).toFixed(2)
  return `${percent < 0 && Number(digits) !== 0 ? '-' : '+'}${digits}%`
}

function composeDisagreement(prices: WitnessedPrices, from: string): StockResponse['meta']['disagreement'] {
  const days = listDisagreements(prices, { from })
  return prices.witness && days.length > 0 ? { source: prices.witness.source, days } : undefined
}

const someOf = <Item>(items: readonly Item[] = []) => (items.length > 0 ? [...items] : undefined)

/** @returns undefined if no volume is known */
function listVolumes(closes: readonly Pick<DailyClose, 'volume'>[]): (number | null)[] | undefined {
  return closes.some(({ volume }) => volume !== undefined)
    ? closes.map(({ volume }) => volume ?? null)
    : undefined
}

function composeInfo({ asset, now, findListedName }: Context, prices: PriceSeries, profile: Profile): Info {
  const name = profile.name ?? prices.name ?? asset.ticker
  return {
    'Company Name': presentCompany(chooseName([name, findListedName(asset)])),
    Ticker: asset.ticker,
    ...leaveOutMissing({
      About: profile.about,
      Founded: profile.founded && profile.founded <= utcDay(now) ? profile.founded : undefined,
      Website: profile.website,
      Headquarters: profile.headquarters,
      CEO: profile.ceo,
      Employees: profile.employees,
      'Primary exchange': prices.exchange ?? profile.exchange,
    }),
  }
}

function composeMeta(
  context: Context,
  loaded: Loaded<Sourced<unknown>>,
  data: { asOf?: string | undefined; currency?: string | undefined },
): Meta {
  const asOf = data.asOf ?? loaded.retrievedAt
  const { name, url, republishable } = loaded.value.source
  return {
    kind: context.asset.kind,
    source: { name, url },
    asOf,
    retrievedAt: loaded.retrievedAt,
    delayed: context.now.getTime() - Date.parse(asOf) > LIVE_MS,
    stale: loaded.isStale,
    sample: context.isSample,
    republishable: republishable && !context.isSample,
    ...(data.currency === undefined ? {} : { currency: data.currency }),
  }
}

function leaveOutMissing<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }
}
