import type {
  CongressTradeOfTicker,
  InsiderTradeOfTicker,
  LargestTrades,
} from '../../../shared/overview-contract.ts'
import type { Database } from '../../db/database.ts'
import { presentByTicker, presentCompanyShort } from '../../lib/company-name.ts'
import { addDays } from '../../lib/dates.ts'
import { createKept } from '../../lib/once.ts'
import { listCongressTrades } from '../congress/congress-trades.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { presentTicker } from '../names/present-names.ts'
import {
  arrangeInsiderTrades,
  describeTrade,
  isBelievable,
  nameOf,
  type TradeGroup,
} from './trades-of-ticker-insiders.ts'
import { isAbout, type FindCompany, type ListedCompany } from './filings-of-company.ts'
import type { ClosesOf, FindKeptCloses, KeptCloses } from './kept-closes.ts'
import { arrangeCongressTrades } from './trades-of-ticker-congress.ts'

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
  readonly tickers: readonly string[]
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
    tickers: [...tickers],
    filings: filings.filter(({ issuer }) => tickers.has(presentTicker(issuer) ?? '')),
  }
}

/** What the site knows of a ticker. */
interface Listed {
  readonly company: ListedCompany | undefined
  readonly closes: KeptCloses | undefined
}

/** @returns a function that chooses the largest trades of a week; it chooses once for each version of the week, of the companies and of
 *    their closes */
export function createLargestInsiderTrades({
  findCompany,
  findKeptCloses,
}: {
  findCompany: FindCompany
  findKeptCloses: FindKeptCloses
}) {
  const kept = createKept<NonNullable<LargestTrades['insiders']>>()

  async function findListed(ticker: string): Promise<readonly [string, Listed]> {
    const written = ticker.replace('.', '-')
    const [company, closes] = await Promise.all([
      findCompany(written),
      findKeptCloses(written, { mayWait: false }),
    ])
    return [ticker, { company, closes }]
  }

  return async (version: string, week: WeekOfInsiders) => {
    const listed = await Promise.all(week.tickers.map(findListed))
    const known = listed.map(([, { company, closes }]) => [
      company?.cik,
      company?.name,
      closes?.sourceName,
      closes?.closes.at(-1)?.date,
    ])
    return kept(JSON.stringify([version, known]), () =>
      Promise.resolve(chooseLargestInsiderTrades(week, new Map(listed))),
    )
  }
}

/** Leaves out filings under the ticker of another company, and trades whose sum is not believable. */
function chooseLargestInsiderTrades(
  { from, to, filings }: WeekOfInsiders,
  listed: ReadonlyMap<string, Listed>,
): NonNullable<LargestTrades['insiders']> {
  const closesOf = (issuer: InsiderFiling['issuer']) => listed.get(presentTicker(issuer) ?? '')?.closes
  // A person may report a week's sales on several forms: only the largest is listed.
  const persons = new Set<string>()
  const shown: InsiderTradeOfTicker[] = []
  for (const { trade, ticker } of rankTrades(filings, { from, to }, closesOf)) {
    const [{ side, source }] = trade.lines
    const { issuer } = source.filing
    const person = `${ticker} ${side} ${nameOf(trade)}`
    if (!isBelievable(trade) || persons.has(person)) continue
    const company = listed.get(ticker)?.company
    if (company !== undefined && !isAbout(issuer, company)) continue
    persons.add(person)
    // The form may have a former name.
    const name = presentCompanyShort(company?.name ?? issuer.name)
    shown.push({ ...describeTrade(trade), ticker, company: name })
    if (shown.length === SHOWN) break
  }
  return { from, to, trades: shown }
}

/** Ranks trades by their sum as filed. A sale for taxes is not a decision, and a line with an unread note may not be a trade. */
function rankTrades(
  filings: readonly InsiderFiling[],
  days: { from: string; to: string },
  closesOf?: ClosesOf,
): { trade: TradeGroup; ticker: string }[] {
  return arrangeInsiderTrades(filings, days, closesOf)
    .trades.flatMap((trade) => {
      const [{ via, source }] = trade.lines
      const ticker = presentTicker(source.filing.issuer)
      return ticker === undefined || via === 'taxes' || via === 'unread note' ? [] : [{ trade, ticker }]
    })
    .toSorted((a, b) => b.trade.value - a.trade.value)
}

/** @param to  the last day whose reports of Congress were read */
export async function listLargestCongressTrades(
  db: Database,
  to: string,
  findCompany: FindCompany,
): Promise<NonNullable<LargestTrades['congress']>> {
  const from = addDays(to, 1 - DAYS)
  const rows = await listCongressTrades(db, { filedFrom: addDays(from, -CORRECTION_DAYS), filedTo: to })
  const byTicker = await arrangeCongressTrades(rows, { from, to })
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
