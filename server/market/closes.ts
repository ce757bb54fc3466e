import type { Source, AssetKind } from '../../shared/market-contract.ts'
import type { Sourced } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import { findUnfinishedDay } from './trading-days.ts'
import type { DailyClose, PriceSeries } from './providers/provider.ts'
import { addDays } from '../lib/dates.ts'
import { SourceError } from '../lib/errors.ts'

/** Closes closer than this are the same. */
export const SAME_SHARE = 0.005
/** Days kept from another source: more than a month of sessions. */
const WITNESSED_DAYS = 30

/** Closes that another source gave for the same asset, newest last; final when they were retrieved. */
export interface Witness {
  readonly source: Source
  readonly closes: readonly Pick<DailyClose, 'date' | 'close'>[]
}

/** An answer, with what another source said earlier if one was asked. */
export interface WitnessedPrices extends Sourced<PriceSeries> {
  readonly witness?: Witness
}

/** Adjusts closes that were retrieved before a split for it.
 *  @param closes  oldest first, already adjusted for every split up to the newest of them */
export function sinceSplit<Close extends Pick<DailyClose, 'date' | 'close'>>(
  closes: readonly Close[],
  splits: PriceSeries['splits'],
): Close[] {
  const newest = closes.at(-1)?.date ?? ''
  const factor = splits
    .filter(({ date }) => date > newest)
    .reduce((product, split) => product * split.factor, 1)
  return closes.map((close) => ({ ...close, close: close.close / factor }))
}

/** Returns what another source said about the same asset: the earlier answer itself or, if that came from the same source, the
 *  witness that was stored with it. */
export function keepWitness(
  prices: Sourced<PriceSeries>,
  known: Loaded<WitnessedPrices> | undefined,
): WitnessedPrices {
  if (!known) return prices
  const { source, data, witness } = known.value
  if (source.name === prices.source.name) return witness ? { ...prices, witness } : prices
  const unfinished = findUnfinishedDay(data.hours, new Date(known.retrievedAt))
  const closes = data.closes
    .filter(({ date }) => unfinished === undefined || date < unfinished)
    .slice(-WITNESSED_DAYS)
    .map(({ date, close }) => ({ date, close }))
  return { ...prices, witness: { source: { name: source.name, url: source.url }, closes } }
}

/** Lists the days on which the closes of two sources differ by more than half a percent, oldest first.
 *  @param from  'YYYY-MM-DD'; earlier days are left out */
export function listDisagreements(
  { data, witness }: WitnessedPrices,
  { from }: { from: string },
): { date: string; close: number; otherClose: number }[] {
  if (!witness) return []
  const closeOf = new Map(data.closes.map(({ date, close }) => [date, close]))
  return sinceSplit(witness.closes, data.splits).flatMap(({ date, close: otherClose }) => {
    const close = closeOf.get(date)
    if (close === undefined || date < from || otherClose <= 0) return []
    return Math.abs(close / otherClose - 1) > SAME_SHARE ? [{ date, close, otherClose }] : []
  })
}

export interface ClosesQuery {
  /** In the notation of its kind: ^GSPC, BTC-USD. */
  readonly ticker: string
  readonly kind: AssetKind
  /** 'YYYY-MM-DD', both included: the exchange's local days, for coins days in UTC. */
  readonly from: string
  readonly to: string
}

export interface SourcedCloses {
  /** Oldest first. */
  readonly closes: readonly CloseAsTraded[]
  readonly sourceName: string
  /** The page where a reader can check them. */
  readonly sourceUrl: string
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
}

/** Selects the final closes of the requested days: a day that was not over when the source was asked has none yet.
 *  @param loaded  with every split up to the time of retrieval
 *  @throws SourceError if there is no close on those days */
export function selectCloses(
  loaded: Loaded<Sourced<PriceSeries>>,
  { ticker, from, to }: ClosesQuery,
): SourcedCloses {
  const all = listFinalCloses(loaded)
  const closes = all.closes.filter(({ date }) => date >= from && date <= to)
  if (closes.length === 0) {
    throw new SourceError(
      all.sourceName,
      `${all.sourceName} has no final close of ${ticker} from ${from} to ${to}. Try again after the close of a trading day.`,
      { concerns: 'ticker' },
    )
  }
  return { ...all, closes, sourceUrl: findDailyPage(all.sourceUrl, { from, to }) }
}

/** Finds the source's page that lists the close of each day; the usual page of an asset shows its newest price.
 *  @returns the given page for a source that has no such list */
function findDailyPage(page: string, { from, to }: Pick<ClosesQuery, 'from' | 'to'>): string {
  if (/^https:\/\/finance\.yahoo\.com\/quote\/[^/?]+$/.test(page)) {
    const toSeconds = (day: string) => Date.parse(day) / 1000
    return `${page}/history/?period1=${toSeconds(from)}&period2=${toSeconds(addDays(to, 1))}`
  }
  return /^https:\/\/www\.coingecko\.com\/en\/coins\/[^/?]+$/.test(page) ? `${page}/historical_data` : page
}

/** Lists all final closes of an answer, possibly none. If a split is listed for a day after the newest close, nobody can tell whether
 *  the closes are adjusted for it, so there are none. */
export function listFinalCloses({
  value: { data, source },
  retrievedAt,
}: Loaded<Sourced<PriceSeries>>): SourcedCloses {
  const unfinished = findUnfinishedDay(data.hours, new Date(retrievedAt))
  const newest = data.closes.at(-1)?.date ?? ''
  const isDecided = data.splits.every(({ date }) => date <= newest)
  const closes = (isDecided ? undoSplits(data) : []).filter(
    ({ date }) => unfinished === undefined || date < unfinished,
  )
  return { closes, sourceName: source.name, sourceUrl: source.url, retrievedAt }
}

export interface CloseAsTraded {
  /** The exchange's local day, 'YYYY-MM-DD'. */
  readonly date: string
  /** What was paid that day, in the listing's currency, not adjusted for splits or dividends. */
  readonly close: number
  /** Adjusted for splits and dividends. */
  readonly adjustedClose: number
}

/** Restores closes to what was paid, since sources adjust them for every split up to today while a filing of that day has the
 *  price before the split.
 *  @param series  with all splits from its first day up to today */
export function undoSplits({ closes, splits }: Pick<PriceSeries, 'closes' | 'splits'>): CloseAsTraded[] {
  let later = splits
  let nextSplit = ''
  return closes.map(({ date, close, adjustedClose }) => {
    if (date >= nextSplit) {
      later = later.filter((split) => split.date > date)
      nextSplit = later.map((split) => split.date).sort()[0] ?? '9999-12-31'
    }
    let price = close
    for (const { factor } of later) price *= factor
    return { date, close: price, adjustedClose }
  })
}

/** Whether a source offers less of a history than is known from another one: it does not reach back as far, nor to `from`.
 *  @param from  'YYYY-MM-DD' */
export function isLess(prices: Sourced<PriceSeries>, known: Sourced<PriceSeries>, from: string): boolean {
  const { reachesBackTo } = prices.data
  const first = known.data.closes[0]?.date
  return (
    known.source.name !== prices.source.name &&
    reachesBackTo !== undefined &&
    reachesBackTo > from &&
    first !== undefined &&
    first < reachesBackTo
  )
}
