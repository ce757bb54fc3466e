import { isCalendarDay } from '../../lib/dates.ts'
import type { AssetType } from '../../../shared/market-contract.ts'
import { isFiniteNumber, isRecord, isSeries, recordOf, textOf } from './read-field.ts'

/** The most rows of one answer. */
export const MOST_ROWS = 5_000

/** Why Twelve Data does not answer, if it gives a reason; else the HTTP status of its code. */
type Refusal =
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
export function findTwelveDataType(type: string | undefined): AssetType | undefined {
  return type === undefined ? undefined : ASSET_TYPES.get(type.toLowerCase())
}

/** Reads an error: {"code": 404, "message": "...", "status": "error"}, with HTTP status 200 or the code itself. The message
 *  decides: 404 is given for a symbol that does not exist, for one that the plan does not cover, and for missing data.
 *  @returns undefined if it is not an error */
export function findRefusal(body: unknown): Refusal | undefined {
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
