import { addDays, addMonths, daysBetween, wholeMonthsBetween } from '../../lib/dates.ts'
import type { PurchaseHistory } from '../../records/insiders/insider-filing.ts'
import { applyAmendments } from '../../records/insiders/amended-filings.ts'
import { judgeTrades, type Trade, valueOfTrades } from '../../records/insiders/judge-trades.ts'
import { findOwnHistory, traderOf, type OwnHistories } from '../../records/insiders/own-histories.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import type { FactMaker } from './analyse-insiders.ts'
import { filingsOf, isOldTrade, listLineIds, type Before, type TradeGroup } from './roll-up.ts'

/** A gap of less than a year means nothing. */
const QUIET_MONTHS = 12
/** The same for what our own records show. */
const QUIET_MONTHS_OF_OURS = 3
/** A trade must be the largest in this many weeks. */
const WEEKS_BELOW = 2
/** An owner who traded in this many weeks of a year trades often. */
const WEEKS_OFTEN = 3

export const NOTHING_BEFORE: Before = {
  monthsWithoutPurchase: undefined,
  monthsWithout: undefined,
  mostBefore: undefined,
  weeksBefore: undefined,
  sumBefore: undefined,
}

interface KnownTrades {
  /** Who bought before the week, as far back as we keep records. */
  readonly purchases: PurchaseHistory | undefined
  /** What the owners with the largest trades reported before the week. */
  readonly histories: OwnHistories
  /** All of the week, believed or not. */
  readonly ofWeek: readonly Trade[]
}

/** What we know of the time before a finding. */
export function describeBefore(
  group: TradeGroup,
  { purchases, histories, ofWeek }: KnownTrades,
  week: EditionWeek,
  make: FactMaker,
): Before {
  const before = {
    ...describeAgainstOwn(group, histories, week, make),
    monthsWithoutPurchase: describeQuietMonths(group, purchases, make),
  }
  const isFirst = before.monthsWithout !== undefined || before.monthsWithoutPurchase !== undefined
  return isFirst && !isOnlyDeal(group, ofWeek)
    ? { ...before, monthsWithout: undefined, monthsWithoutPurchase: undefined }
    : before
}

/** Whether the week's forms show no other trades of these owners in the company on this side: neither in another kind of deal nor in
 *  lines that are not believed. */
function isOnlyDeal({ trades }: TradeGroup, ofWeek: readonly Trade[]): boolean {
  const [{ side, source }] = trades
  const own = new Set(trades)
  const ciks = new Set(trades.flatMap((trade) => trade.source.owners.map(({ cik }) => cik)))
  return ofWeek.every(
    (trade) =>
      own.has(trade) ||
      trade.side !== side ||
      trade.source.filing.issuer.cik !== source.filing.issuer.cik ||
      !trade.source.owners.some(({ cik }) => ciks.has(cik)),
  )
}

/** The whole months without a purchase by any of the owners, as far back as we keep records. */
function describeQuietMonths(
  { id, trades }: TradeGroup,
  history: PurchaseHistory | undefined,
  make: FactMaker,
): Fact | undefined {
  const [{ side, source }] = trades
  const pairs = trades.flatMap(({ source: { filing, owners } }) =>
    owners.map(({ cik }) => `${filing.issuer.cik}/${cik}`),
  )
  if (side !== 'buy' || history === undefined || trades.some(isOldTrade)) return undefined
  const days = trades.map(({ line }) => line.tradedOn).toSorted()
  const [from = '', to = from] = [days[0], days.at(-1)]
  const months = wholeMonthsBetween(history.unbrokenSince, from)
  if (months < QUIET_MONTHS_OF_OURS || pairs.some((pair) => history.buyers.has(pair))) return undefined
  return make.ofFilings(
    {
      id: `${id}/months-without-purchase`,
      subject: source.filing.issuer.name,
      value: months,
      unit: 'count',
      formula: `whole months before the first of these trades, from ${history.unbrokenSince} on, with the filings of every business day kept and no purchase (code P) by any of the owners among them`,
      inputs: listLineIds(trades),
    },
    filingsOf(trades),
    { from, to },
  )
}

/** How a finding compares with the owner's earlier reports on the same company. Skips whatever an amendment or a line without a
 *  price leaves open. */
function describeAgainstOwn(
  { id, trades, shares, value }: TradeGroup,
  histories: OwnHistories,
  week: EditionWeek,
  make: FactMaker,
): Before {
  const [{ side, via, source }] = trades
  const trader = traderOf(source.owners)
  const { cik, name } = source.filing.issuer
  const own = trader && findOwnHistory(histories, cik, trader.cik)
  if (own === undefined || via !== undefined) return NOTHING_BEFORE
  const { effective, correctionsLeftOut } = applyAmendments(own.filings)
  const judged = judgeTrades(effective, new Map())
  const isOpen = judged.unpricedLines.length > 0 || judged.trades.some((trade) => trade.via === 'unread note')
  if (correctionsLeftOut.length > 0 || isOpen) return NOTHING_BEFORE
  const before = [...judged.trades, ...judged.doubtful].filter((trade) => trade.side === side)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const fact = (
    kind: string,
    figure: { readonly value: number; readonly unit: 'usd' | 'count'; readonly formula: string },
    of: readonly Trade[],
    period: Fact['period'],
  ) =>
    make.ofFilings(
      { id: `${id}/${kind}`, subject: name, ...figure, inputs: listLineIds(of) },
      of.length > 0 ? filingsOf(of) : filingsOf(trades),
      period,
    )
  const days = trades.map(({ line }) => line.tradedOn).toSorted()
  if (before.length === 0) {
    const months = wholeMonthsBetween(own.since, days[0] ?? own.since)
    const formula = `whole months before the first of these trades, from ${own.since} on, with all Forms 4 of the owner read and none of the company’s stock ${verb}`
    return months < QUIET_MONTHS
      ? NOTHING_BEFORE
      : {
          ...NOTHING_BEFORE,
          monthsWithout: fact('months-without', { value: months, unit: 'count', formula }, trades, {
            from: days[0] ?? week.from,
            to: days.at(-1) ?? week.to,
          }),
        }
  }
  const period = { from: addMonths(week.from, -12), to: addDays(week.from, -1) }
  const ofYear = before.filter((trade) => trade.source.reportedOn >= period.from)
  // A sale for taxes is a sale too: it counts as the largest, though it is not among the ordinary sales.
  const weeks = weeksOf(ofYear, week)
  const plain = ofYear.filter((trade) => trade.via === undefined)
  const plainWeeks = weeksOf(plain, week).length
  const most = weeks.toSorted((a, b) => b.value - a.value)[0]
  const isMost =
    most !== undefined &&
    weeks.length >= WEEKS_BELOW &&
    weeks.every((one) => one.value < value && one.shares < shares)
  const isOften = plainWeeks >= WEEKS_OFTEN
  return {
    ...NOTHING_BEFORE,
    mostBefore: isMost
      ? fact(
          'most-before',
          {
            value: most.value,
            unit: 'usd',
            formula: `the most that the owner’s reports of one week, Monday to Sunday, show as ${verb} in the twelve months before, of ${weeks.length} weeks that show any; fewer shares too`,
          },
          most.some,
          period,
        )
      : undefined,
    ...(isOften
      ? {
          weeksBefore: fact(
            'weeks-before',
            {
              value: plainWeeks,
              unit: 'count',
              formula: `weeks, Monday to Sunday, of the twelve months before whose reports show that the owner ${verb}, offerings, placements and sales for taxes alone left out`,
            },
            plain,
            period,
          ),
          sumBefore: fact(
            'sum-before',
            {
              value: valueOfTrades(plain),
              unit: 'usd',
              formula: `sum of shares ${verb} x price over these lines, as typed`,
            },
            plain,
            period,
          ),
        }
      : {}),
  }
}

/** Groups by the week, Monday to Sunday, of the first report. */
function weeksOf(trades: readonly Trade[], week: EditionWeek) {
  const byWeek = Map.groupBy(trades, ({ source }) =>
    Math.floor((daysBetween(source.reportedOn, week.from) - 1) / 7),
  )
  return [...byWeek.values()].map((some) => ({
    some,
    value: valueOfTrades(some),
    shares: some.reduce((sum, one) => sum + one.shares, 0),
  }))
}
