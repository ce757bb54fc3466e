import { addDays } from '../../lib/dates.ts'
import { AppError, SourceError, type SourceFault } from '../../lib/errors.ts'
import type { MarketAssetId, MarketClose, MarketHistory } from './analyse-markets.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { SeriesSection } from './series-section.ts'

/** Reads an asset's final closes between two days, both included; the market module's own method. */
export type ReadCloses = (query: {
  ticker: string
  kind: 'stock' | 'crypto'
  from: string
  to: string
}) => Promise<{
  readonly closes: readonly MarketClose[]
  readonly sourceName: string
  readonly sourceUrl: string
  readonly retrievedAt: string
}>

/** Why nothing is known about an asset. */
export interface MarketFailure {
  readonly asset: MarketAssetId
  readonly ticker: string
  /** The source that was asked, by its name for readers; never an address. */
  readonly source: string
  /** The reason in words for readers, without a figure. */
  readonly reason: string
  /** What went wrong at its source. */
  readonly code: SourceFault
  /** What the market said, for the log. */
  readonly message: string
}

const ASSETS = [
  { asset: 'sp500', ticker: '^GSPC', kind: 'stock' },
  { asset: 'bitcoin', ticker: 'BTC-USD', kind: 'crypto' },
  { asset: 'ether', ticker: 'ETH-USD', kind: 'crypto' },
] as const satisfies readonly { asset: MarketAssetId; ticker: string; kind: 'stock' | 'crypto' }[]

/** Enough for a picture of a year, the last close of the year before, and a spare month. */
const LOOK_BACK_DAYS = 400

/** Reads the closes that the markets section needs, up to the week's end and no further. If one asset fails, the others
 *  are still read.
 *  A share index ends its week on Friday; a coin on Sunday in UTC, or on the last day before it that was over when it was
 *  read: the edition is written on Sunday at 18:00 in Chicago, which in summer is an hour before that day ends.
 *  @throws anything that is not an AppError, which is a mistake in the program */
export async function readMarketHistories(
  read: ReadCloses,
  week: EditionWeek,
): Promise<{ readonly histories: readonly MarketHistory[]; readonly failures: readonly MarketFailure[] }> {
  const results = await Promise.all(
    ASSETS.map(async ({ asset, ticker, kind }) => {
      try {
        const from = addDays(week.to, -LOOK_BACK_DAYS)
        const { closes, ...source } = await read({ ticker, kind, from, to: week.to })
        // Drops anything later, whatever the source returns.
        const known = closes.filter(({ date }) => date <= week.to)
        return { history: { asset, ticker, closes: known, ...source }, failure: undefined }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { history: undefined, failure: describeFailure(asset, ticker, error) }
      }
    }),
  )
  return {
    histories: results.map(({ history }) => history).filter((history) => history !== undefined),
    failures: results.map(({ failure }) => failure).filter((failure) => failure !== undefined),
  }
}

/** The name that readers know for the source at an address. */
const PUBLISHERS = [
  [/yahoo/i, 'Yahoo Finance'],
  [/coingecko/i, 'CoinGecko'],
] as const

/** A failure may name a network address, which readers should not see. */
function nameForReaders(source: string): string {
  return PUBLISHERS.find(([pattern]) => pattern.test(source))?.[1] ?? 'the source of prices'
}

function describeFailure(asset: MarketAssetId, ticker: string, error: AppError): MarketFailure {
  const source = nameForReaders(error instanceof SourceError ? error.source : '')
  const isUnknown = error.code === 'unknown-ticker'
  return {
    asset,
    ticker,
    source,
    reason: isUnknown ? `${source} does not know it` : `${source} gave no usable answer`,
    code: error instanceof SourceError ? error.fault : 'other',
    message: error.message,
  }
}

/** Says in a section's coverage why an asset is missing: a source that failed must not look like a market without closes. */
export function noteMarketFailures(
  section: SeriesSection,
  failures: readonly MarketFailure[],
): SeriesSection {
  const byAsset = new Map<string, MarketFailure>(failures.map((failure) => [failure.asset, failure]))
  return {
    ...section,
    coverage: section.coverage.map((one) => {
      const failure = one.newestDate === undefined ? byAsset.get(one.series) : undefined
      return failure ? { ...one, code: 'failed', reason: failure.reason } : one
    }),
  }
}
