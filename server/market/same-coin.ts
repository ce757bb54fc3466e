import { SourceError } from '../lib/errors.ts'
import type { Sourced } from './ask-in-order.ts'
import type { Asset, PriceSeries, StatsSheet } from './providers/provider.ts'

/** Sources give one symbol to different coins. What two of them say of one coin on one day differs by less. */
const MOST_APART = 1.2
/** Days compared: enough to tell another coin from one odd price. */
const COMPARED_DAYS = 20

/** Compares a coin's prices with those known from another source, by the days that both have.
 *  @returns why they are not of the same coin, for the log; undefined if they may be */
export function findOtherCoin(
  { kind }: Asset,
  { source, data }: { source: { name: string }; data: PriceSeries },
  known: Sourced<PriceSeries> | undefined,
): string | undefined {
  if (kind !== 'crypto' || !known || known.source.name === source.name) return undefined
  const closeOf = new Map(data.closes.map(({ date, close }) => [date, close]))
  const ratios = known.data.closes.slice(-COMPARED_DAYS).flatMap(({ date, close }) => {
    const other = closeOf.get(date)
    return other === undefined || close <= 0 ? [] : [other / close]
  })
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
  return median === undefined || isAlike(median)
    ? undefined
    : `they are ${median.toPrecision(2)} times those of ${known.source.name}, as those of another coin`
}

/** Checks that a coin's statistics belong to the prices that are shown, by its name or its price.
 *  @throws SourceError 'not-at-source' */
export function requireSameCoin(
  { kind, ticker }: Asset,
  { source, data }: { source: { name: string }; data: StatsSheet },
  shown: Sourced<PriceSeries> | undefined,
): void {
  if (kind !== 'crypto' || !shown || shown.source.name === source.name) return
  const { coinName, stats } = data
  const price = stats['currentPrice'] ?? stats['previousClose']
  const ratio = Number(price) / (shown.data.closes.at(-1)?.close ?? 0)
  if (isAlike(ratio) || (coinName && coinName.toLowerCase() === shown.data.name?.toLowerCase())) return
  throw new SourceError(
    source.name,
    `${ticker} is another coin at ${source.name} than at ${shown.source.name}, which has the prices.`,
    { code: 'not-at-source', fault: 'missing', concerns: 'ticker' },
  )
}

const isAlike = (ratio: number) => ratio <= MOST_APART && ratio >= 1 / MOST_APART
