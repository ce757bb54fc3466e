import { businessDaysBetween } from '../../lib/business-days.ts'
import type { InsiderOwner, InsiderTransaction } from './insider-filing.ts'
import { isNoTrade, type NoTradeVia, type OfferVia } from '../core/trade-kinds.ts'
import type { SettledFiling } from './settle-filings.ts'

/** A day's close of a share in US dollars: as traded that day, and adjusted for splits and dividends since. */
export interface DailyClose {
  readonly close: number
  readonly adjustedClose: number
}

/** Closes by `closeKey(ticker, day)`. */
export type DailyCloses = ReadonlyMap<string, DailyClose>

export function closeKey(ticker: string, day: string): string {
  return `${ticker} ${day}`
}

export type TradeSide = 'buy' | 'sale'

/** Why a trade is not told. */
export type HeldBackReason =
  | 'suspect-price'
  | 'unverified-size'
  | 'prices-failed'
  | 'impossible-date'
  | 'contradictory'

/** One line that is a purchase or a sale with a price. */
export interface Trade {
  readonly side: TradeSide
  readonly line: InsiderTransaction
  /** From the company or its banks, or to them; undefined: on the open market or in private. */
  readonly via: OfferVia | undefined
  readonly shares: number
  readonly price: number
  /** Business days from the trade, or its deemed execution, to its first report. */
  readonly lagDays: number
  readonly isPriceChecked: boolean
  readonly source: SettledFiling
  /** Of all who report it, the same for the same owners. */
  readonly ownersKey: string
}

export interface DoubtfulTrade extends Trade {
  readonly reason: Exclude<HeldBackReason, 'unverified-size'>
  readonly close: number | undefined
}

/** More than ten times the close, or less than a tenth of it, is a slip of the pen more often than a price. */
const SUSPECT_RATIO = 10

/** A line with a trade's code that its own footnote calls something else: in no sum. */
export interface NoTrade {
  readonly via: NoTradeVia
  readonly lineId: string
}

export interface JudgedTrades {
  readonly trades: Trade[]
  readonly doubtful: DoubtfulTrade[]
  readonly unpricedLines: string[]
  readonly noTrades: NoTrade[]
}

/** Splits the lines of the week's filings into trades and what is no trade to be counted.
 *  Only non-derivative lines with code P or S and a price above zero are trades, unless a footnote calls them a gift, income
 *  reinvested or a purchase under an employees' plan.
 *  @param closes  the closes that are known; a missing one leaves the price unchecked, never doubted */
export function judgeTrades(filings: readonly SettledFiling[], closes: DailyCloses): JudgedTrades {
  const noTrades: NoTrade[] = []
  const trades: Trade[] = []
  const doubtful: DoubtfulTrade[] = []
  const unpricedLines: string[] = []
  for (const source of filings) {
    const ownersKey = ownersKeyOf(source.owners)
    for (const line of source.filing.transactions) {
      const side = line.code === 'P' ? 'buy' : line.code === 'S' ? 'sale' : undefined
      if (side === undefined) continue
      if (isNoTrade(line.via)) {
        noTrades.push({ via: line.via, lineId: lineId(source.filing.accession, line.line) })
        continue
      }
      const { price, shares } = line
      if (price === undefined || shares === undefined || price <= 0 || shares <= 0) {
        unpricedLines.push(lineId(source.filing.accession, line.line))
        continue
      }
      const verdict = judgePrice(source.filing.issuer.ticker, line.tradedOn, price, closes)
      const deadlineStart = line.deemedExecutedOn ?? line.tradedOn
      const lagDays = businessDaysBetween(
        deadlineStart < line.tradedOn ? line.tradedOn : deadlineStart,
        source.reportedOn,
      )
      const trade: Trade = {
        side,
        line,
        via: line.via,
        shares,
        price,
        lagDays: Math.max(0, lagDays),
        isPriceChecked: verdict.isKnown,
        source,
        ownersKey,
      }
      const isBackwards = line.direction === (side === 'buy' ? 'disposed' : 'acquired')
      if (line.tradedOn > source.reportedOn)
        doubtful.push({ ...trade, reason: 'impossible-date', close: undefined })
      else if (isBackwards) doubtful.push({ ...trade, reason: 'contradictory', close: undefined })
      else if (verdict.isSuspect) doubtful.push({ ...trade, reason: 'suspect-price', close: verdict.close })
      else trades.push(trade)
    }
  }
  return { trades, doubtful, unpricedLines, noTrades }
}

/** Suspect only where it is far from every close that is known of the day, raw or adjusted: after a split one of them fits. */
function judgePrice(ticker: string | undefined, day: string, price: number, closes: DailyCloses) {
  const known = ticker === undefined ? undefined : closes.get(closeKey(ticker, day))
  const candidates = [known?.close, known?.adjustedClose].filter(
    (close): close is number => close !== undefined && close > 0,
  )
  const isSuspect =
    candidates.length > 0 &&
    candidates.every((close) => price > close * SUSPECT_RATIO || price * SUSPECT_RATIO < close)
  return { isKnown: candidates.length > 0, isSuspect, close: candidates[0] }
}

function ownersKeyOf(owners: readonly InsiderOwner[]): string {
  return owners
    .map(({ cik }) => cik)
    .sort()
    .join('+')
}

export function lineId(accession: string, line: number): string {
  return `${accession}#${line}`
}
