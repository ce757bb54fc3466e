import type { Source, AssetKind } from '../../shared/market-contract.ts'
import type { Sourced } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import { findUnfinishedDay } from './trading-days.ts'
import type { DailyClose, DaySeries, PriceSeries } from './providers/provider.ts'
import { SourceError } from '../lib/errors.ts'

/** Pence in place of pounds are off by a factor of 100, a large split that was not applied by its own; no session moves a
 *  price that far. */
const IMPLAUSIBLE_FACTOR = 50
/** A dividend is a small fraction of its share's price. */
const DIVIDEND_FACTOR = 5
const SAME_SHARE = 0.005
/** Days compared with an earlier answer: enough to tell a wrong scale from a single wrong day. */
const COMPARED_DAYS = 20
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

/** Checks a price history for consistency, in itself and with what is known of the asset; asks no source.
 *  @param known  an earlier answer, from any source
 *  @returns why its newest prices cannot be right, for the log; undefined if they can */
export function findImplausible(series: PriceSeries, known: PriceSeries | undefined): string | undefined {
  const newest = series.closes.at(-1)
  const before = series.closes.at(-2)
  if (!newest || newest.close <= 0) return undefined
  const { quoted } = series
  if (quoted !== undefined && isFarOff(newest.close / quoted)) {
    return `its newest close, ${newest.close}, is far from the price it quotes, ${quoted}`
  }
  if (before && before.close > 0) {
    const isDividend = series.dividends?.some(
      ({ amount }) => Math.abs(newest.close / amount - 1) <= SAME_SHARE,
    )
    if (isDividend && before.close / newest.close >= DIVIDEND_FACTOR) {
      return `its newest close, ${newest.close}, is a dividend`
    }
    if (isFarOff(newest.close / before.close)) {
      return `its newest close, ${newest.close}, is far from the one before, ${before.close}`
    }
  }
  const ratio = known && compareScales(series, known)
  return ratio !== undefined && isFarOff(ratio)
    ? `its closes are ${ratio.toPrecision(2)} times those known of the same days`
    : undefined
}

/** Does the same for the prices of a day, beside the daily closes that are kept.
 *  @param known  oldest first, from any source */
export function findImplausibleDay(series: DaySeries, known: PriceSeries | undefined): string | undefined {
  const { session, prices, quoted } = series
  const newest = prices.at(-1)
  if (!session || !newest) return undefined
  const before = known?.closes.findLast(({ date }) => date < session.day)?.close ?? session.previousClose
  const [closeBefore, close] = [before, newest.price].map((price = 0) => ({
    close: price,
    adjustedClose: price,
  })) as [Omit<DailyClose, 'date'>, Omit<DailyClose, 'date'>]
  const day = {
    closes: [
      ...(before === undefined ? [] : [{ ...closeBefore, date: '' }]),
      { ...close, date: session.day },
    ],
    splits: [],
    ...(known?.dividends && { dividends: known.dividends }),
    quoted,
    asOf: newest.at,
  }
  return findImplausible(day, known)
}

const isFarOff = (ratio: number) =>
  ratio > 0 && (ratio >= IMPLAUSIBLE_FACTOR || ratio <= 1 / IMPLAUSIBLE_FACTOR)

/** @returns the median ratio of the new closes to the known ones, adjusted for later splits, over days that both have */
function compareScales(series: PriceSeries, known: PriceSeries): number | undefined {
  const closeOf = new Map(series.closes.slice(-400).map(({ date, close }) => [date, close]))
  const ratios = sinceSplit(known.closes.slice(-COMPARED_DAYS), series.splits).flatMap(({ date, close }) => {
    const now = closeOf.get(date)
    return now !== undefined && now > 0 && close > 0 ? [now / close] : []
  })
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
}

/** Adjusts closes that were retrieved before a split for it.
 *  @param closes  oldest first, already adjusted for every split up to the newest of them */
function sinceSplit<Close extends Pick<DailyClose, 'date' | 'close'>>(
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
  /** Oldest first, at least one. */
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
  { value: { data, source }, retrievedAt }: Loaded<Sourced<PriceSeries>>,
  { ticker, from, to }: ClosesQuery,
): SourcedCloses {
  const unfinished = findUnfinishedDay(data.hours, new Date(retrievedAt))
  const closes = undoSplits(data).filter(
    ({ date }) => date >= from && date <= to && (unfinished === undefined || date < unfinished),
  )
  if (closes.length === 0) {
    throw new SourceError(
      source.name,
      `${source.name} has no final close of ${ticker} from ${from} to ${to}. Try again after the close of a trading day.`,
      { concerns: 'ticker' },
    )
  }
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
export function undoSplits(series: Pick<PriceSeries, 'closes' | 'splits'>): CloseAsTraded[] {
  return series.closes.map(({ date, close, adjustedClose }) => {
    const later = series.splits.filter((split) => split.date > date)
    return { date, close: later.reduce((price, { factor }) => price * factor, close), adjustedClose }
  })
}
