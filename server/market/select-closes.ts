import type { AssetKind } from '../../shared/market-contract.ts'
import { SourceError } from '../lib/errors.ts'
import type { Sourced } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import { findUnfinishedDay } from './exchange-hours.ts'
import type { PriceSeries } from './providers/provider.ts'

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
