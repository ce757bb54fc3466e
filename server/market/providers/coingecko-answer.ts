import { utcDay } from '../../lib/dates.ts'
import type { DailyClose, StatsSheet } from './provider.ts'
import { isFiniteNumber, isRecord, isSeries, readIsoTime, textOf } from './read-field.ts'

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

/** Finds the row for a symbol, which several coins may share: the coin with the highest market value, else the first one.
 *  @param symbol  in lower case
 *  @returns undefined if no row has that symbol, 'unreadable' if the answer is not a list of coins */
export function findCoinRow(body: unknown, symbol: string): CoinRow | 'unreadable' | undefined {
  if (!Array.isArray(body)) return 'unreadable'
  const rows = body
    .slice(0, MOST_ROWS)
    .map(readRow)
    .filter((row) => row !== undefined)
  if (body.length > 0 && rows.length === 0) return 'unreadable'
  const valueOf = ({ fields }: CoinRow) => (isFiniteNumber(fields['market_cap']) ? fields['market_cap'] : -1)
  return rows
    .filter(({ fields }) => textOf(fields['symbol'])?.toLowerCase() === symbol)
    .sort((a, b) => valueOf(b) - valueOf(a))[0]
}

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
  return time > 0 && time < LAST_LIKELY_TIME_MS ? [time, price] : undefined
}

function byTime(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0]
}

/** @returns the row's figures, without malformed or empty ones */
export function readCoinStats({ fields }: CoinRow): StatsSheet {
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
    asOf: readIsoTime(fields['last_updated']),
  }
}
