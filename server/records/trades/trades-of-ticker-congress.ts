import { daysBetween } from '../../lib/dates.ts'
import type { CongressTradeEntry, CongressTrades } from '../../../shared/trades-contract.ts'
import type { CongressTrade } from '../congress/congress-trade.ts'
import { readAccount, readAsset } from '../congress/present-asset.ts'
import { applyAmendments } from '../congress/apply-amendments.ts'
import { CONGRESS_REPORT_DAYS } from '../../../shared/reporting-limits.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { normaliseTicker } from './trades-of-ticker.queries.ts'

const OWNERS = { self: 'self', SP: 'spouse', JT: 'joint', DC: 'dependent child' } as const

export interface TickerRows {
  /** Newest report first. */
  readonly trades: readonly CongressTradeEntry[]
  readonly leftOut: CongressTrades['leftOut']
}

interface MutableRows {
  trades: CongressTradeEntry[]
  leftOut: { doubtful: number; corrections: number }
}

/** Groups the rows that count on these days, by the letter's rules, by ticker; leaves out rows without a ticker. */
export function arrangeCongressTrades(
  rows: readonly CongressTrade[],
  days: { from: string; to: string },
): ReadonlyMap<string, TickerRows> {
  const { effective, notTraded, impossible, correctionsLeftOut } = applyAmendments(rows, days)
  const byTicker = new Map<string, MutableRows>()
  const rowsOf = ({ ticker }: CongressTrade) => {
    const key = normaliseTicker(ticker ?? '')
    const kept = byTicker.get(key) ?? { trades: [], leftOut: { doubtful: 0, corrections: 0 } }
    byTicker.set(key, kept)
    return kept
  }
  for (const { trade, lagDays } of effective) rowsOf(trade).trades.push(describe(trade, lagDays))
  for (const trade of notTraded) rowsOf(trade).trades.push(describe(trade, lagOf(trade)))
  for (const trade of impossible) rowsOf(trade).leftOut.doubtful++
  for (const trade of correctionsLeftOut) rowsOf(trade).leftOut.corrections++
  byTicker.delete('')
  for (const { trades } of byTicker.values()) trades.sort(byReport)
  return byTicker
}

/** Counts members, late reports and unknown lags. */
export function sumCongressTrades(trades: readonly CongressTradeEntry[]): CongressTrades['sums'] {
  const countMembers = (...types: readonly CongressTradeEntry['type'][]) =>
    new Set(
      trades.filter(({ type }) => types.length === 0 || types.includes(type)).map(({ member }) => member),
    ).size
  return {
    members: countMembers(),
    buyers: countMembers('purchase'),
    sellers: countMembers('sale', 'partial sale'),
    late: trades.filter(({ isLate }) => isLate).length,
    unknownLag: trades.filter(({ lagDays }) => lagDays === null).length,
  }
}

function describe(trade: CongressTrade, lagDays: number | undefined): CongressTradeEntry {
  const { name, shareTicker } = readAsset(trade)
  return {
    member: trade.member?.name ?? (cleanText(trade.filer) || 'a name that the report leaves out'),
    party: trade.member?.party ?? null,
    state: trade.member?.state ?? null,
    chamber: trade.chamber,
    owner: OWNERS[trade.owner],
    type: trade.kind === 'sale' && trade.type === 'S (partial)' ? 'partial sale' : trade.kind,
    asset: name,
    isShares: shareTicker !== undefined,
    isManaged: readAccount(trade).isManaged,
    low: trade.low,
    high: trade.high ?? null,
    tradedOn: trade.tradedOn,
    filedOn: trade.filedOn,
    isCorrection: trade.status === 'amended',
    lagDays: lagDays ?? null,
    isLate: lagDays !== undefined && lagDays > CONGRESS_REPORT_DAYS,
    url: trade.reportUrl,
  }
}

/** The lag of a row that is not a trade, which the letter's rules do not compute; unknown for a correction, whose original
 *  is not known. */
function lagOf({ status, tradedOn, filedOn }: CongressTrade): number | undefined {
  return status === 'amended' ? undefined : daysBetween(tradedOn, filedOn)
}

function byReport(a: CongressTradeEntry, b: CongressTradeEntry): number {
  return (
    compareText(b.filedOn, a.filedOn) ||
    compareText(b.tradedOn, a.tradedOn) ||
    compareText(a.member, b.member) ||
    b.low - a.low ||
    compareText(a.url, b.url)
  )
}
