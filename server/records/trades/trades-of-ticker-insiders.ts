import {
  type InsiderTrade,
  type InsiderTrades,
  MOST_TRADES,
  type TradesWindow,
} from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { addDays, addMonths, listDays, yearUpTo } from '../../lib/dates.ts'
import type { SourceReadings } from './trades-of-ticker.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { type FilingDays, listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { applyAmendments } from '../insiders/amended-filings.ts'
import {
  isLate,
  isYearOff,
  judgeTrades,
  ownershipOf,
  planOf,
  type Trade,
  valueOfTrades,
} from '../insiders/judge-trades.ts'
import { listTickerForms, presentOwner, presentRole } from '../names/present-names.ts'
import { createLineChoice, keepOneCompany, type ListedCompany } from './filings-of-company.ts'
import { type ClosesOf, describeClose, type KeptCloses, listClosesOfDays } from './kept-closes.ts'

const EDGAR = { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' }

/** A correction may amend a filing from before the window. */
const CORRECTION_DAYS = 120

/** The letter holds back a larger sum unless a closing price confirms it; here it is only marked. */
const VERY_LARGE_USD = 100_000_000
/** A row's trade; `far` is set if its price is far from the close of its day. */
interface Told {
  readonly trade: Trade
  readonly far?: InsiderTrade['farFromClose'] | undefined
}
type Lines = [Told, ...Told[]]

/** The parts that the answers of all tickers share. */
export type CommonInsiderParts = Pick<InsiderTrades, 'window' | 'daysUnread' | 'coverage'>

const MOST_MONTHS = 120

/** Returns the filing days of an answer.
 *  @param first  the first day on record; undefined if there is none */
export function windowUpTo(
  to: string,
  wanted: TradesWindow,
  first: string | undefined,
): { from: string; to: string } {
  const year = yearUpTo(to)
  if (wanted === 'year' || first === undefined || first >= year.from) return year
  const earliest = addMonths(to, -MOST_MONTHS)
  return { from: first > earliest ? first : earliest, to }
}

export async function readCommonInsiderParts(
  db: Database,
  { today, wanted }: { today: string; wanted: TradesWindow },
  { state, readAt }: SourceReadings,
): Promise<CommonInsiderParts> {
  const days = await readInsiderDays(db, today)
  if (days === undefined) {
    const coverage = { source: EDGAR, state, since: null, readTo: null, readAt, unread: 0 }
    return { window: null, daysUnread: 0, coverage }
  }
  const window = windowUpTo(days.last, wanted, days.first)
  const since = days.first > window.from ? days.first : window.from
  const unread = await countUnreadFilings(db, { filedFrom: window.from, filedTo: window.to })
  return {
    window,
    daysUnread: days.listMissing(since).length,
    coverage: { source: EDGAR, state, since: days.first, readTo: days.last, readAt, unread },
  }
}

/** Reads which days have their index read: the first, the last, and a function that lists the missing business days up to
 *  the last.
 *  @param upTo  'YYYY-MM-DD' */
async function readInsiderDays(db: Database, upTo: string) {
  const rows = await db
    .selectFrom('insider_day')
    .select('day')
    .where('day', '<=', upTo)
    .orderBy('day')
    .execute()
  const read = new Set(rows.map(({ day }) => day))
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day]
  if (first === undefined || last === undefined) return undefined
  const isMissing = (day: string) => isBusinessDay(day) && !read.has(day)
  return { first, last, listMissing: (from: string) => listDays(from, last).filter(isMissing) }
}

/** @returns the number of listed but unread Forms 4 and 4/A of these days, over all companies, with those whose line in a daily
 *    index could not be read */
async function countUnreadFilings(db: Database, { filedFrom, filedTo }: FilingDays): Promise<number> {
  const { unread } = await db
    .selectFrom('insider_filing')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .where('unread_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  const { lines } = await db
    .selectFrom('insider_day')
    .select((eb) => eb.fn.sum<string | null>('unread_lines').as('lines'))
    .where('day', '>=', filedFrom)
    .where('day', '<=', filedTo)
    .executeTakeFirstOrThrow()
  return Number(unread) + Number(lines ?? 0)
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
    trades: trades.slice(0, MOST_TRADES),
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
): { trades: InsiderTrade[]; leftOut: Omit<InsiderTrades['leftOut'], 'otherCompanies'> } {
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
  const groups = [...Map.groupBy(told, groupKey).values()].filter((lines) => isFilled(lines))
  const lost = new Set(correctionsLeftOut)
  return {
    trades: groups.map((lines) => describe(lines)).toSorted(byReport),
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
export const isBelievable = ({ isVeryLarge, farFromClose }: InsiderTrade): boolean =>
  !isVeryLarge && farFromClose === null

/** Sums trades. Those with a `via` and those that are not believable are only counted as `apart`. */
function sumInsiderTrades(trades: readonly InsiderTrade[]): InsiderTrades['sums'] {
  const counted = trades.filter((trade) => trade.via === null && isBelievable(trade))
  const bought = counted.filter(({ side }) => side === 'buy')
  const sold = counted.filter(({ side }) => side === 'sale')
  return {
    buyers: countOwners(bought),
    bought: sumOf(bought),
    sellers: countOwners(sold),
    sold: sumOf(sold),
    soldByPlan: sumOf(sold.filter(({ plan }) => plan === 'all')),
    apart: trades.length - counted.length,
  }
}

const sumOf = (trades: readonly InsiderTrade[]) =>
  round(
    trades.reduce((sum, { value }) => sum + value, 0),
    2,
  )

/** Counts owners who report together as one. */
const countOwners = (trades: readonly InsiderTrade[]) =>
  new Set(trades.map(({ owners }) => owners.map(({ name }) => name).join('|'))).size

const groupKey = ({ trade: { source, side, via, line }, far }: Told) =>
  [source.filing.accession, side, via, cleanText(line.security).toLowerCase(), far?.day].join('|')

const isFilled = (lines: Told[]): lines is Lines => lines.length > 0

function describe(told: Lines): InsiderTrade {
  const [
    {
      trade: { source, side, via, line },
      far,
    },
  ] = told
  const lines = told.map(({ trade }) => trade)
  const { filing, reportedOn, owners } = source
  const shares = lines.reduce((sum, one) => sum + one.shares, 0)
  const value = valueOfTrades(lines)
  const days = lines.map((one) => one.line.tradedOn).toSorted()
  // A lag of a year, to the week, is more likely a typing error; a note may give another day.
  const late = via === 'unread note' || lines.some(isYearOff) ? [] : lines.filter(isLate)
  const judged = late.length > 0 ? late : lines
  return {
    owners: owners.map((owner) => ({
      name: presentOwner(owner) || 'a name that the form leaves out',
      role: presentRole(owner),
    })),
    side,
    via: via ?? null,
    ownership: ownershipOf(lines),
    isUnasked: lines.some((one) => one.line.isUnasked),
    security: cleanText(line.security) || 'shares',
    shares: round(shares, 4),
    averagePrice: round(value / shares, 6),
    value: round(value, 2),
    tradedFrom: days[0] ?? line.tradedOn,
    tradedTo: days.at(-1) ?? line.tradedOn,
    filedOn: reportedOn,
    correctedOn: filing.form === '4/A' ? filing.filedOn : null,
    lagBusinessDays: Math.max(...judged.map(({ lagDays }) => lagDays)),
    isLate: late.length > 0,
    isVeryLarge: value > VERY_LARGE_USD && !lines.every(({ isPriceChecked }) => isPriceChecked),
    farFromClose: far ?? null,
    plan: planOf(lines),
    url: filing.pageUrl,
  }
}

function byReport(a: InsiderTrade, b: InsiderTrade): number {
  return (
    compareText(b.filedOn, a.filedOn) ||
    compareText(b.tradedTo, a.tradedTo) ||
    b.value - a.value ||
    compareText(a.url, b.url)
  )
}

/** Rounds, but never to zero: a tiny fraction of a share is still a trade. */
function round(amount: number, digits: number): number {
  return Number(amount.toFixed(digits)) || amount
}
