import { CONGRESS_REPORT_DAYS } from '../../../shared/trade-rules.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { addDays } from '../../lib/dates.ts'
import type { CongressTrade } from './congress-trade.ts'

/** In US dollars: the law asks for reports of what comes to more. */
const LEAST_REPORTED_USD = 1_000
/** Funds that many people hold, which need not be reported as they are traded (5 U.S.C. 13104(f)(8), 13105(l)), by the types of
 *  either chamber: exchange-traded and mutual funds, plans for education. */
const FUND_TYPES: ReadonlySet<string> = new Set(['ef', 'mf', '5c', '5f', '5p', 'etf', 'mutual fund'])
const SHARE_TYPES: ReadonlySet<string> = new Set(['', 'st', 'stock'])
/** Their names, where a row is marked as shares. */
const OF_FUNDS = /\b(?:etfs?|funds?|ishares|spdr|proshares)\b/i
const REPORTED_KINDS: ReadonlySet<CongressTrade['kind']> = new Set(['purchase', 'sale', 'exchange'])

type Reported = Pick<CongressTrade, 'kind' | 'asset' | 'assetType' | 'tradedOn' | 'high'>

/** Whether a report came after the day on which the law asks for it. A day on which nothing can be filed is put off to the next
 *  business day. Whoever reports more than the law asks for is not late.
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
  return REPORTED_KINDS.has(kind) && !isFund && (high === undefined || high > LEAST_REPORTED_USD)
}
