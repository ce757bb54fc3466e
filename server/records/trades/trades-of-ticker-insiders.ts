import { type InsiderTrades, MOST_TRADES, type TradesWindow } from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { addDays, addMonths, listDays, yearUpTo } from '../../lib/dates.ts'
import type { SourceReadings } from './trades-of-ticker.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { type FilingDays, listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { listTickerForms } from '../names/present-names.ts'
import { arrangeInsiderTrades, describeTrade, sumInsiderTrades } from './arrange-insider-trades.ts'
import { createLineChoice, keepOneCompany, type ListedCompany } from './filings-of-company.ts'
import type { KeptCloses } from './kept-closes.ts'

const EDGAR = { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' }

/** A correction may amend a filing from before the window. */
const CORRECTION_DAYS = 120

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
    trades: trades.slice(0, MOST_TRADES).map(describeTrade),
    total: trades.length,
    sums: sumInsiderTrades(trades),
    leftOut: { ...leftOut, otherCompanies },
    daysUnread,
    coverage,
  }
}
