import type {
  CongressTradeOfTicker,
  InsiderTradeOfTicker,
  LargestTrades,
} from '../../../shared/overview-contract.ts'
import type { Database } from '../../db/database.ts'
import { presentByTicker, presentCompanyShort } from '../../lib/company-name.ts'
import { addDays } from '../../lib/dates.ts'
import { listCongressTrades } from '../congress/congress-trades.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { presentTicker } from '../names/present-names.ts'
import { isAbout, type FindCompany } from './filings-of-company.ts'
import { arrangeCongressTrades } from './trades-of-ticker-congress.ts'
import type { ClosesOf, FindKeptCloses } from './kept-closes.ts'
import { arrangeInsiderTrades, isBelievable } from './trades-of-ticker-insiders.ts'

const SHOWN = 5
const DAYS = 7
/** How many companies with the largest trades as filed are considered, since some trades turn out to be another company's
 *  or not believable. */
const CANDIDATES = 30
/** A correction may amend a filing from before these days. */
const CORRECTION_DAYS = 30

/** The filings of seven days that may have the largest trades, together with what they may amend. */
export interface WeekOfInsiders {
  readonly from: string
  readonly to: string
  readonly filings: readonly InsiderFiling[]
}

/** @param to  the last day whose Forms 4 were read */
export async function readWeekOfInsiders(db: Database, to: string): Promise<WeekOfInsiders> {
  const from = addDays(to, 1 - DAYS)
  const filings = await listInsiderFilings(db, { filedFrom: addDays(from, -CORRECTION_DAYS), filedTo: to })
  const largest = rankTrades(filings, { from, to }).map(({ ticker }) => ticker)
  const tickers = new Set([...new Set(largest)].slice(0, CANDIDATES))
  return {
    from,
    to,
    filings: filings.filter(({ issuer }) => tickers.has(presentTicker(issuer) ?? '')),
  }
}

/** Leaves out filings under the ticker of another company, and trades whose sum is not believable. */
export async function chooseLargestInsiderTrades(
  { from, to, filings }: WeekOfInsiders,
  { findCompany, findKeptCloses }: { findCompany: FindCompany; findKeptCloses: FindKeptCloses },
): Promise<NonNullable<LargestTrades['insiders']>> {
  const issuers = new Map(filings.map(({ pageUrl, issuer }) => [pageUrl, issuer]))
  const tickers = new Set(filings.map(({ issuer }) => presentTicker(issuer) ?? ''))
  const closes = new Map(
    await Promise.all(
      [...tickers].map(async (ticker) => [ticker, await findKeptCloses(ticker.replace('.', '-'))] as const),
    ),
  )
  const closesOf = (issuer: InsiderFiling['issuer']) => closes.get(presentTicker(issuer) ?? '')
  const largest = rankTrades(filings, { from, to }, closesOf).filter((trade) => isBelievable(trade))
  // A person may report a week's sales on several forms: only the largest is listed.
  const persons = new Set<string>()
  const shown: InsiderTradeOfTicker[] = []
  for (const trade of largest) {
    const person = `${trade.ticker} ${trade.side} ${trade.owners[0]?.name}`
    const issuer = issuers.get(trade.url)
    if (persons.has(person) || issuer === undefined) continue
    const company = await findCompany(trade.ticker.replace('.', '-'))
    if (company !== undefined && !isAbout(issuer, company)) continue
    persons.add(person)
    // The form may have a former name.
    shown.push(company === undefined ? trade : { ...trade, company: presentCompanyShort(company.name) })
    if (shown.length === SHOWN) break
  }
  return { from, to, trades: shown }
}

/** Ranks trades by their sum as filed. A sale for taxes is not a decision, and a line with an unread note may not be a trade. */
function rankTrades(
  filings: readonly InsiderFiling[],
  days: { from: string; to: string },
  closesOf?: ClosesOf,
): InsiderTradeOfTicker[] {
  const issuers = new Map(filings.map(({ pageUrl, issuer }) => [pageUrl, issuer]))
  return arrangeInsiderTrades(filings, days, closesOf)
    .trades.flatMap((trade): InsiderTradeOfTicker[] => {
      const issuer = issuers.get(trade.url)
      const ticker = issuer && presentTicker(issuer)
      if (
        issuer === undefined ||
        ticker === undefined ||
        trade.via === 'taxes' ||
        trade.via === 'unread note'
      )
        return []
      return [{ ...trade, ticker, company: presentCompanyShort(issuer.name) }]
    })
    .toSorted((a, b) => b.value - a.value)
}

/** @param to  the last day whose reports of Congress were read */
export async function listLargestCongressTrades(
  db: Database,
  to: string,
  findCompany: FindCompany,
): Promise<NonNullable<LargestTrades['congress']>> {
  const from = addDays(to, 1 - DAYS)
  const rows = await listCongressTrades(db, { filedFrom: addDays(from, -CORRECTION_DAYS), filedTo: to })
  const byTicker = arrangeCongressTrades(rows, { from, to })
  const trades = [...byTicker].flatMap(([ticker, { trades }]) =>
    trades.filter(({ type, isShares }) => isShares && SIDES.has(type)).map((trade) => ({ trade, ticker })),
  )
  const largest = trades.toSorted(
    ({ trade: a }, { trade: b }) => b.low - a.low || (b.high ?? Infinity) - (a.high ?? Infinity),
  )
  const shown: CongressTradeOfTicker[] = []
  for (const { trade, ticker } of largest.slice(0, SHOWN)) {
    const company = await findCompany(ticker.replace('.', '-'))
    shown.push({ ...trade, ticker, company: presentByTicker(withoutTicker(trade.asset), company?.name) })
  }
  return { from, to, trades: shown }
}

const SIDES: ReadonlySet<string> = new Set(['purchase', 'sale', 'partial sale'])

/** 'Apple Inc. (AAPL)' -> 'Apple Inc.' */
const withoutTicker = (asset: string) => asset.replace(/ \([^()]*\)$/, '')
