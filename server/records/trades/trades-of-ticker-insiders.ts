import {
  type InsiderTrade,
  type InsiderTrades,
  MOST_OWNERS_SHOWN,
  MOST_TRADES,
} from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { addDays } from '../../lib/dates.ts'
import { onceEach } from '../../lib/once.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { applyAmendments } from '../insiders/amended-filings.ts'
import type { InsiderFiling, InsiderOwner } from '../insiders/insider-filing.ts'
import {
  isLate,
  isYearOff,
  judgeTrades,
  ownershipOf,
  planOf,
  type Trade,
  valueOfTrades,
} from '../insiders/judge-trades.ts'
import { listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { listTickerForms, presentOwner, presentRole } from '../names/present-names.ts'
import { createLineChoice, keepOneCompany, type ListedCompany } from './filings-of-company.ts'
import type { CommonInsiderParts } from './insider-coverage.ts'
import { type ClosesOf, describeClose, type KeptCloses, listClosesOfDays } from './kept-closes.ts'

/** A correction may amend a filing from before the window. */
const CORRECTION_DAYS = 120

/** The letter holds back a larger sum unless a closing price confirms it; here it is only marked. */
const VERY_LARGE_USD = 100_000_000

/** A row's trade; `far` is set if its price is far from the close of its day. */
interface Told {
  readonly trade: Trade
  readonly far?: InsiderTrade['farFromClose'] | undefined
}
type Lines = readonly [Trade, ...Trade[]]

/** The lines of a filing that are told together, with what ranks and sums them. A filer chooses how many there are: whatever is only
 *  shown is worked out for those that are shown, by describeTrade. */
export interface TradeGroup extends Pick<
  InsiderTrade,
  'value' | 'tradedFrom' | 'tradedTo' | 'isVeryLarge' | 'farFromClose' | 'plan'
> {
  readonly lines: Lines
}

/** @param of.ticker  normalized
 *  @param of.company  the company that the SEC lists under it
 *  @param of.closes  the company's closes that the site has */
export async function readInsiderTrades(
  db: Database,
  {
    ticker,
    company,
    closes,
  }: { ticker: string; company: ListedCompany | undefined; closes: KeptCloses | undefined },
  { window, daysUnread, coverage }: CommonInsiderParts,
): Promise<InsiderTrades> {
  if (window === null) {
    const nothing = { doubtful: 0, unpriced: 0, noTrades: 0, corrections: 0 }
    const leftOut = { ...nothing, otherTickers: 0, otherCompanies: 0 }
    return { window, trades: [], total: 0, sums: sumInsiderTrades([]), leftOut, daysUnread, coverage }
  }
  const forms = listTickerForms(ticker)
  const filings = await listInsiderFilings(
    db,
    { filedFrom: addDays(window.from, -CORRECTION_DAYS), filedTo: window.to },
    { tickers: forms, issuerCik: company?.cik },
  )
  const { own, others } = keepOneCompany(filings, company)
  const isOfTicker = createLineChoice(ticker, company?.tickers)
  // With several tickers, a form that names none of them may be about shares with other prices.
  const isOnly = company?.tickers?.length === 1
  const named = isOnly ? own.map((filing) => ({ ...filing, issuer: { ...filing.issuer, ticker } })) : own
  const closesOf = (issuer: InsiderFiling['issuer']) =>
    forms.includes(issuer.ticker ?? '') ? closes : undefined
  const { trades, leftOut } = arrangeInsiderTrades(named, window, closesOf, isOfTicker)
  const otherCompanies = others.filter(({ filedOn }) => filedOn >= window.from).length
  return {
    window,
    trades: trades.slice(0, MOST_TRADES).map(describeTrade),
    total: trades.length,
    sums: sumInsiderTrades(trades),
    leftOut: { ...leftOut, otherCompanies },
    daysUnread,
    coverage,
  }
}

/** Turns the filings of one issuer into trades by the letter's rules. Joins the lines of a filing with the same side,
 *  security and `via`; newest report first.
 *  @param filings  must reach back some time before `from`, since amendments may refer to earlier filings
 *  @param days  days of the first report, both ends inclusive
 *  @param closesOf  the known closes of an issuer's shares
 *  @param isShown  whether a security of an issuer is to be told; lines of others are only counted as `otherTickers` */
export function arrangeInsiderTrades(
  filings: readonly InsiderFiling[],
  { from, to }: { from: string; to: string },
  closesOf: ClosesOf = () => undefined,
  isShown: (issuer: InsiderFiling['issuer'], security: string) => boolean = () => true,
): { trades: TradeGroup[]; leftOut: Omit<InsiderTrades['leftOut'], 'otherCompanies'> } {
  const { effective, correctionsLeftOut } = applyAmendments(filings)
  const reported = effective.filter(({ reportedOn }) => reportedOn >= from && reportedOn <= to)
  const closes = listClosesOfDays(reported, closesOf)
  const { trades, doubtful, unpricedLines, noTrades } = judgeTrades(reported, closes)
  const { far = [], impossible = [] } = Object.groupBy(doubtful, ({ reason, close }) =>
    reason === 'suspect-price' && close !== undefined ? 'far' : 'impossible',
  )
  const all: Told[] = [
    ...trades.map((trade) => ({ trade })),
    ...far.map((trade) => ({ trade, far: describeClose(trade, closesOf) })),
  ]
  const told = all.filter(({ trade: { source, line } }) => isShown(source.filing.issuer, line.security))
  const groups = [...Map.groupBy(told, groupKey).values()]
  const lost = new Set(correctionsLeftOut)
  return {
    trades: groups.flatMap(measure).toSorted(byReport),
    leftOut: {
      doubtful: impossible.length,
      unpriced: unpricedLines.length,
      noTrades: noTrades.length,
      corrections: filings.filter(({ accession, filedOn }) => lost.has(accession) && filedOn >= from).length,
      otherTickers: all.length - told.length,
    },
  }
}

/** Whether nothing speaks against the sum of a trade: neither a close nor, without one, its size. */
export const isBelievable = ({ isVeryLarge, farFromClose }: TradeGroup): boolean =>
  !isVeryLarge && farFromClose === null

/** Sums trades. Those with a `via` and those that are not believable are only counted as `apart`. */
export function sumInsiderTrades(trades: readonly TradeGroup[]): InsiderTrades['sums'] {
  const counted = trades.filter((trade) => trade.lines[0].via === undefined && isBelievable(trade))
  const bought = counted.filter(({ lines: [{ side }] }) => side === 'buy')
  const sold = counted.filter(({ lines: [{ side }] }) => side === 'sale')
  return {
    buyers: countOwners(bought),
    bought: sumOf(bought),
    sellers: countOwners(sold),
    sold: sumOf(sold),
    soldByPlan: sumOf(sold.filter(({ plan }) => plan === 'all')),
    apart: trades.length - counted.length,
  }
}

const sumOf = (trades: readonly TradeGroup[]) =>
  round(
    trades.reduce((sum, { value }) => sum + value, 0),
    2,
  )

/** Counts owners who report together as one. */
const countOwners = (trades: readonly TradeGroup[]) =>
  new Set(trades.map(({ lines: [{ source }] }) => joinedNamesOf(source.owners))).size

// Once for a report, not for each of its groups.
const namesOf = onceEach((owners: readonly InsiderOwner[]) =>
  owners.map((owner) => presentOwner(owner) || 'a name that the form leaves out'),
)
const joinedNamesOf = onceEach((owners: readonly InsiderOwner[]) => namesOf(owners).join('|'))
const shownOwnersOf = onceEach((owners: readonly InsiderOwner[]): InsiderTrade['owners'] =>
  owners
    .slice(0, MOST_OWNERS_SHOWN)
    .map((owner, index) => ({ name: namesOf(owners)[index] ?? '', role: presentRole(owner) })),
)

/** The name of the first owner. */
export const nameOf = ({ lines: [{ source }] }: TradeGroup): string => namesOf(source.owners)[0] ?? ''

const groupKey = ({ trade: { source, side, via, line }, far }: Told) =>
  [source.filing.accession, side, via, cleanText(line.security).toLowerCase(), far?.day].join('|')

function measure(told: readonly Told[]): TradeGroup[] {
  const [first, ...others] = told
  if (first === undefined) return []
  const lines: Lines = [first.trade, ...others.map(({ trade }) => trade)]
  const value = valueOfTrades(lines)
  const days = lines.map(({ line }) => line.tradedOn).toSorted()
  const { tradedOn } = first.trade.line
  return [
    {
      lines,
      value: round(value, 2),
      tradedFrom: days[0] ?? tradedOn,
      tradedTo: days.at(-1) ?? tradedOn,
      isVeryLarge: value > VERY_LARGE_USD && !lines.every(({ isPriceChecked }) => isPriceChecked),
      farFromClose: first.far ?? null,
      plan: planOf(lines),
    },
  ]
}

/** @param group  a group as arrangeInsiderTrades returns it */
export function describeTrade(group: TradeGroup): InsiderTrade {
  const { lines, value, tradedFrom, tradedTo, isVeryLarge, farFromClose, plan } = group
  const [{ source, side, via, line }] = lines
  const { filing, reportedOn, owners } = source
  const shares = lines.reduce((sum, one) => sum + one.shares, 0)
  // A lag of a year, to the week, is more likely a typing error; a note may give another day.
  const late = via === 'unread note' || lines.some(isYearOff) ? [] : lines.filter(isLate)
  const judged = late.length > 0 ? late : lines
  return {
    owners: shownOwnersOf(owners),
    ...(owners.length > MOST_OWNERS_SHOWN && { moreOwners: owners.length - MOST_OWNERS_SHOWN }),
    side,
    via: via ?? null,
    ownership: ownershipOf(lines),
    isUnasked: lines.some((one) => one.line.isUnasked),
    security: cleanText(line.security) || 'shares',
    shares: round(shares, 4),
    averagePrice: round(valueOfTrades(lines) / shares, 6),
    value,
    tradedFrom,
    tradedTo,
    filedOn: reportedOn,
    correctedOn: filing.form === '4/A' ? filing.filedOn : null,
    lagBusinessDays: Math.max(...judged.map(({ lagDays }) => lagDays)),
    isLate: late.length > 0,
    isVeryLarge,
    farFromClose,
    plan,
    url: filing.pageUrl,
  }
}

/** Newest report first. */
function byReport(a: TradeGroup, b: TradeGroup): number {
  const [{ source: one }] = a.lines
  const [{ source: other }] = b.lines
  return (
    compareText(other.reportedOn, one.reportedOn) ||
    compareText(b.tradedTo, a.tradedTo) ||
    b.value - a.value ||
    compareText(one.filing.pageUrl, other.filing.pageUrl)
  )
}

/** Rounds, but never to zero: a tiny fraction of a share is still a trade. */
function round(amount: number, digits: number): number {
  return Number(amount.toFixed(digits)) || amount
}
