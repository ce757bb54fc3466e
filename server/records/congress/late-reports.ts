import { CONGRESS_REPORT_DAYS } from '../../../shared/trade-rules.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { addDays } from '../../lib/dates.ts'
import type { CongressTrade } from './congress-trade.ts'

/** In US dollars: the law requires reports only of transactions above this. */
const LEAST_REPORTED_USD = 1_000
/** Types, in either chamber, of funds that many people hold, whose trades need not be reported one by one (5 U.S.C.
 *  13104(f)(8), 13105(l)): exchange-traded funds, mutual funds and education plans. */
const FUND_TYPES: ReadonlySet<string> = new Set(['ef', 'mf', '5c', '5f', '5p', 'etf', 'mutual fund'])
const SHARE_TYPES: ReadonlySet<string> = new Set(['', 'st', 'stock'])
/** Names of such funds, for rows that are marked as shares. */
const OF_FUNDS = /\b(?:etfs?|funds?|ishares|spdr|proshares)\b/i
/** Treasury debt, which need not be reported either. */
const GOVERNMENT_TYPES: ReadonlySet<string> = new Set(['gs', 'government security'])
const OF_TREASURY = /\b(?:treasur(?:y|ies)|t-?bills?|savings bonds?)\b/i
const REPORTED_KINDS: ReadonlySet<CongressTrade['kind']> = new Set(['purchase', 'sale', 'exchange'])

type Reported = Pick<CongressTrade, 'kind' | 'asset' | 'assetType' | 'tradedOn' | 'high'>

/** Whether a report came after the day on which the law requires it. If nothing can be filed on that day, the next
 *  business day counts. Somebody who reports more than the law requires is not late.
 *  @param lagDays  calendar days from the trade to its first report */
export function isReportedLate(trade: Reported, lagDays: number | undefined): boolean {
  if (lagDays === undefined || lagDays <= CONGRESS_REPORT_DAYS || !mustBeReported(trade)) return false
  let due = addDays(trade.tradedOn, CONGRESS_REPORT_DAYS)
  while (!isBusinessDay(due)) due = addDays(due, 1)
  return addDays(trade.tradedOn, lagDays) > due
}

function mustBeReported({ kind, asset, assetType, high }: Reported): boolean {
  const type = (assetType ?? '').toLowerCase()
  const isFund = FUND_TYPES.has(type) || (SHARE_TYPES.has(type) && OF_FUNDS.test(asset))
  const isOfTreasury = GOVERNMENT_TYPES.has(type) && OF_TREASURY.test(asset)
  return (
    REPORTED_KINDS.has(kind) && !isFund && !isOfTreasury && (high === undefined || high > LEAST_REPORTED_USD)
  )
}
