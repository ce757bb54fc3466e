import type {
  CongressTradeOfTicker,
  InsiderTradeOfTicker,
  LargestTrades,
} from '../../../shared/overview-contract.ts'
import type { Database } from '../../db/database.ts'
import { presentByTicker, presentCompanyShort } from '../../lib/company-name.ts'
import { addDays } from '../../lib/dates.ts'
import { listCongressTrades } from '../congress/congress-trades.ts'
import { listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { presentTicker } from '../names/present-names.ts'
import { isAbout, type FindCompany } from './filings-of-company.ts'
import { arrangeCongressTrades } from './trades-of-ticker-congress.ts'
import { arrangeInsiderTrades } from './trades-of-ticker-insiders.ts'

const SHOWN = 5
const DAYS = 7
/** A correction may amend a filing from before these days. */
const CORRECTION_DAYS = 30

/** Leaves out filings under the ticker of another company.
 *  @param to  the last day whose Forms 4 were read */
export async function listLargestInsiderTrades(
  db: Database,
  to: string,
  findCompany: FindCompany,
): Promise<NonNullable<LargestTrades['insiders']>> {
  const from = addDays(to, 1 - DAYS)
  const filings = await listInsiderFilings(db, { filedFrom: addDays(from, -CORRECTION_DAYS), filedTo: to })
  const issuers = new Map(filings.map(({ pageUrl, issuer }) => [pageUrl, issuer]))
  const { trades } = arrangeInsiderTrades(filings, { from, to })
  const named = trades.flatMap((trade): InsiderTradeOfTicker[] => {
    const issuer = issuers.get(trade.url)
    const ticker = issuer && presentTicker(issuer)
    // A very large sum is not credible without a closing price that confirms it, and a sale for taxes is not a decision.
    if (issuer === undefined || ticker === undefined || trade.isVeryLarge || trade.via === 'taxes') return []
    return [{ ...trade, ticker, company: presentCompanyShort(issuer.name) }]
  })
  const largest = named.toSorted((a, b) => b.value - a.value)
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
    // The name on the form may be a former one.
    shown.push(company === undefined ? trade : { ...trade, company: presentCompanyShort(company.name) })
    if (shown.length === SHOWN) break
  }
  return { from, to, trades: shown }
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
