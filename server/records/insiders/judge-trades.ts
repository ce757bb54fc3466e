import { INSIDER_REPORT_DAYS } from '../../../shared/trade-rules.ts'
import { deadlineDaysBetween } from '../../lib/business-days.ts'
import { addDays, daysBetween, weekdayOf } from '../../lib/dates.ts'
import { onceEach } from '../../lib/once.ts'
import type { EffectiveFiling } from './repeated-filings.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'
import type { InsiderVia, NoTradeVia, TradeVia } from './footnotes.ts'
import { isOfShares } from './share-titles.ts'

/** A share's daily close in US dollars: as traded that day, and adjusted for later splits and dividends. */
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

/** Why a trade is held back. */
export type HeldBackReason =
  | 'suspect-price'
  | 'unverified-size'
  | 'prices-failed'
  | 'impossible-date'
  | 'contradictory'

/** A line that is a purchase or sale with a price. */
export interface Trade {
  readonly side: TradeSide
  readonly line: InsiderTransaction
  /** With the company or its banks, or for taxes alone; undefined: on the open market or in private. */
  readonly via: TradeVia | undefined
  readonly shares: number
  readonly price: number
  /** Business days from the trade, or its deemed execution, to its first report. */
  readonly lagDays: number
  readonly isPriceChecked: boolean
  readonly source: EffectiveFiling
  /** Identifies the set of owners who report it. */
  readonly ownersKey: string
}

export interface DoubtfulTrade extends Trade {
  readonly reason: Exclude<HeldBackReason, 'unverified-size'>
  readonly close: number | undefined
}

/** Tells whether a line whose shares changed hands this way is neither a purchase nor a sale. */
export function isNoTrade(via: InsiderVia | undefined): via is NoTradeVia {
  return via === 'reinvestment' || via === 'employee plan' || via === 'gift' || via === 'transfer'
}

/** Whether a line is of preferred shares, which have prices of their own. */
export function isPreferred({ security }: InsiderTransaction): boolean {
  return /\bprefer(?:red|ence)\b/i.test(security)
}

/** A price above twice the close, or below half of it, is more often a typing error than a price. */
const SUSPECT_RATIO = 2
/** In US dollars. The few shares that cost more have known closes; a higher price without a close is more likely the total paid. */
const LIKELY_PRICE = 2_000

/** A trade that prints as $0 is not worth mentioning. */
const LEAST_USD = 0.5

/** A line with code P or S that is in no sum: its footnote calls it something else, or its title is not that of shares. */
export interface NoTrade {
  readonly via: NoTradeVia | 'other security'
  readonly lineId: string
}

export interface JudgedTrades {
  readonly trades: Trade[]
  readonly doubtful: DoubtfulTrade[]
  readonly unpricedLines: string[]
  readonly noTrades: NoTrade[]
}

/** Splits the lines of the week's filings into trades and lines that do not count as trades. Only non-derivative lines with
 *  code P or S and a price above zero are trades, unless a footnote calls them a gift, a reinvestment or a purchase under an
 *  employees' plan, or their title is not that of shares.
 *  @param closes  known closes; without one the price is left unchecked, not held back */
export function judgeTrades(filings: readonly EffectiveFiling[], closes: DailyCloses): JudgedTrades {
  const noTrades: NoTrade[] = []
  const trades: Trade[] = []
  const doubtful: DoubtfulTrade[] = []
  const unpricedLines: string[] = []
  for (const source of filings) {
    const ownersKey = ownersKeyOf(source.owners)
    for (const line of source.filing.transactions) {
      const side = line.code === 'P' ? 'buy' : line.code === 'S' ? 'sale' : undefined
      if (side === undefined) continue
      const noTrade = { lineId: lineId(source.filing.accession, line.line) }
      if (isNoTrade(line.via)) {
        noTrades.push({ ...noTrade, via: line.via })
        continue
      }
      if (isMovedWithin(source.filing, line)) {
        noTrades.push({ ...noTrade, via: 'transfer' })
        continue
      }
      if (!isOfShares(line.security, source.filing.issuer.name)) {
        noTrades.push({ ...noTrade, via: 'other security' })
        continue
      }
      const { price, shares } = line
      const ticker = isPreferred(line) ? undefined : source.filing.issuer.ticker
      const verdict = judgePrice(line, { ticker, price: price ?? 0 }, closes)
      if (
        price === undefined ||
        shares === undefined ||
        shares <= 0 ||
        price * shares < LEAST_USD ||
        price <= 0 ||
        // Only the close tells whether it is the price of a share or of a depositary share.
        (line.sharesPerDepositary !== undefined && (verdict.isSuspect || !verdict.isKnown))
      ) {
        unpricedLines.push(lineId(source.filing.accession, line.line))
        continue
      }
      const lagDays = countLag(line, source)
      const trade: Trade = {
        side,
        line,
        via: line.via,
        shares,
        price,
        lagDays,
        isPriceChecked: verdict.isKnown,
        source,
        ownersKey,
      }
      if (line.tradedOn > source.reportedOn)
        doubtful.push({ ...trade, reason: 'impossible-date', close: undefined })
      else if (isContradictory(trade)) doubtful.push({ ...trade, reason: 'contradictory', close: undefined })
      else if (verdict.isSuspect) doubtful.push({ ...trade, reason: 'suspect-price', close: verdict.close })
      else trades.push(trade)
    }
  }
  return { trades, doubtful, unpricedLines, noTrades }
}

/** Whether a form lists the same shares both as sold by one of its holders and as bought by another: between a person and a trust
 *  or fund of that person. */
function isMovedWithin(filing: InsiderFiling, line: InsiderTransaction): boolean {
  const others = holdersOf(filing).get(dealKey(line, line.code === 'P' ? 'S' : 'P'))
  return others !== undefined && (others.size > 1 || !others.has(holderKey(line)))
}

/** The holders of a form's lines, by what they traded. */
const holdersOf = onceEach(({ transactions }: InsiderFiling): ReadonlyMap<string, ReadonlySet<string>> => {
  const byDeal = Map.groupBy(transactions, (line) => dealKey(line, line.code))
  return new Map([...byDeal].map(([deal, lines]) => [deal, new Set(lines.map(holderKey))]))
})

const dealKey = ({ tradedOn, shares, price, security }: InsiderTransaction, code: string) =>
  JSON.stringify([code, tradedOn, shares, price, security])
const holderKey = ({ ownership, ownershipNature }: InsiderTransaction) =>
  JSON.stringify([ownership, ownershipNature])

const neverDisposes = onceEach(({ transactions }: InsiderFiling) =>
  transactions.every(({ direction }) => direction !== 'disposed'),
)

/** Counts business days to the first report from the trade or its deemed execution, or from the following Monday if that was on a
 *  weekend, when no exchange is open. */
function countLag(line: InsiderTransaction, { reportedOn }: EffectiveFiling): number {
  const executedOn = line.deemedExecutedOn ?? line.tradedOn
  const start = executedOn < line.tradedOn ? line.tradedOn : executedOn
  const weekday = weekdayOf(start)
  const open = weekday === 0 ? addDays(start, 1) : weekday === 6 ? addDays(start, 2) : start
  return Math.max(0, deadlineDaysBetween(open, reportedOn))
}

/** Whether a trade was reported after the second business day, although the law required it by then. */
export const isLate = ({ line, lagDays }: Trade): boolean =>
  lagDays > INSIDER_REPORT_DAYS && line.isNotDue !== true

/** Nobody buys this many times more than is held afterwards. */
const FAR_ABOVE_HOLDING = 10

/** Whether the form, or a later one, contradicts the line: in its direction, by a day before those of the form, which would make it
 *  late, or by far more shares bought than are held afterwards. */
function isContradictory(trade: Trade): boolean {
  const { side, line, shares, source } = trade
  const { periodOfReport } = source.filing
  const isBackwards = line.direction === (side === 'buy' ? 'disposed' : 'acquired')
  const isBeforePeriod =
    isLate(trade) &&
    periodOfReport !== undefined &&
    line.tradedOn < periodOfReport &&
    deadlineDaysBetween(periodOfReport, source.reportedOn) <= INSIDER_REPORT_DAYS
  const isAboveHolding =
    side === 'buy' &&
    line.ownedAfter !== undefined &&
    shares > FAR_ABOVE_HOLDING * line.ownedAfter &&
    neverDisposes(source.filing)
  return source.isDisputed === true || isBackwards || isBeforePeriod || isAboveHolding
}

/** Suspects a price that is far from both the raw and the adjusted close of the day, since one of them fits after a split; without
 *  a close, a price that hardly any share has. A private deal may be agreed far below the market, so no close can judge it. If the
 *  closes are those of depositary shares, the price must fit both, and better than it would fit a depositary share. */
function judgePrice(
  { tradedOn, via, sharesPerDepositary = 1 }: InsiderTransaction,
  { ticker, price }: { readonly ticker: string | undefined; readonly price: number },
  closes: DailyCloses,
) {
  const known = ticker === undefined ? undefined : closes.get(closeKey(ticker, tradedOn))
  const candidates = [known?.close, known?.adjustedClose]
    .filter((close): close is number => close !== undefined && close > 0)
    .map((close) => close / sharesPerDepositary)
  const isOfDepositary = sharesPerDepositary > 1
  const most = isOfDepositary ? Math.min(SUSPECT_RATIO, Math.sqrt(sharesPerDepositary)) : SUSPECT_RATIO
  const isFar = (close: number) => price > close * most || price * most < close
  const isSuspect =
    candidates.length === 0
      ? price > LIKELY_PRICE
      : isOfDepositary
        ? candidates.some(isFar)
        : candidates.every(isFar)
  const isAgreed =
    isSuspect && via === 'placement' && candidates.length > 0 && candidates.every((close) => price < close)
  return {
    isKnown: candidates.length > 0 && !isAgreed,
    isSuspect: isSuspect && !isAgreed,
    close: candidates[0],
  }
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

/** In dollars. */
export const valueOfTrades = (trades: readonly Trade[]): number =>
  trades.reduce((sum, { shares, price }) => sum + shares * price, 0)

/** How the form says the shares are held: every line by the owner, every line indirectly (a trust, a fund, a spouse), or both. */
export type Ownership = 'direct' | 'indirect' | 'partly indirect'

export function ownershipOf(trades: readonly Trade[]): Ownership {
  const indirect = trades.filter(({ line }) => line.ownership === 'indirect')
  if (indirect.length === 0) return 'direct'
  return indirect.length === trades.length ? 'indirect' : 'partly indirect'
}

/** How many of the trades ran on a plan of their owner; unknown if a form does not say. */
export function planOf(trades: readonly Trade[]): 'all' | 'some' | 'none' | 'unknown' {
  const marks = trades.map(({ line }) => line.isPlanned)
  if (marks.every((mark) => mark === true)) return 'all'
  if (marks.includes(true)) return 'some'
  return marks.every((mark) => mark === false) ? 'none' : 'unknown'
}

const YEAR_DAYS = 365

/** Whether a day is a year or more before its report, to the week: then it is likely that only the year is wrong. */
export function isYearOff({ line, source: { reportedOn } }: Trade): boolean {
  const gap = daysBetween(line.tradedOn, reportedOn)
  const years = Math.round(gap / YEAR_DAYS)
  const more = gap - years * YEAR_DAYS
  return years > 0 && more >= 0 && more <= 7 + years
}
