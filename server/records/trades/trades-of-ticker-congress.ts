import { sql } from 'kysely'

import {
  type CongressTradeEntry,
  type CongressTrades,
  MOST_TRADES,
  type TradesWindow,
} from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { daysBetween } from '../../lib/dates.ts'
import type { Chamber, CongressTrade } from '../congress/congress-trade.ts'
import { listCongressTrades } from '../congress/congress-trades.ts'
import type { MemberMatcher } from '../congress/match-member.ts'
import { isReportedLate } from '../congress/late-reports.ts'
import { readAccount, readAsset } from '../congress/present-asset.ts'
import { applyAmendments } from '../congress/apply-amendments.ts'
import { areNamedOtherwise, SLIP_AFTER_DAYS } from '../../../shared/trade-rules.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { listTickerForms, normaliseTicker } from '../names/present-names.ts'
import type { ListedCompany } from './filings-of-company.ts'
import { windowUpTo } from './trades-of-ticker-insiders.ts'
import type { SourceReadings } from './trades-of-ticker.ts'

const CHAMBERS = [
  {
    chamber: 'house',
    source: { name: 'Clerk of the House', url: 'https://disclosures-clerk.house.gov/FinancialDisclosure' },
  },
  { chamber: 'senate', source: { name: 'Secretary of the Senate', url: 'https://efdsearch.senate.gov/' } },
] as const

const OWNERS = { self: 'self', SP: 'spouse', JT: 'joint', DC: 'dependent child' } as const

export interface TickerRows {
  /** Newest report first. */
  readonly trades: readonly CongressTradeEntry[]
  readonly leftOut: CongressTrades['leftOut']
}

interface MutableRows {
  trades: CongressTradeEntry[]
  leftOut: { doubtful: number; corrections: number; repeats: number }
}

const NOTHING: TickerRows = { trades: [], leftOut: { doubtful: 0, corrections: 0, repeats: 0 } }

/** The parts that the answers of all tickers share. */
export type CommonCongressParts = Pick<CongressTrades, 'window' | 'coverage'>

export async function readCommonCongressParts(
  db: Database,
  { today, wanted }: { today: string; wanted: TradesWindow },
  readingsOf: (source: string) => SourceReadings,
): Promise<CommonCongressParts> {
  const newest = newestOf(CHAMBERS.map(({ chamber }) => readingsOf(chamber).readTo))
  const last = newest !== undefined && newest < today ? newest : today
  const window = newest === undefined ? null : windowUpTo(last, wanted, await findFirstReport(db))
  const days = { filedFrom: window?.from ?? today, filedTo: window?.to ?? today }
  const reportsOf = await countCongressReports(db, days)
  const coverage = CHAMBERS.map(({ chamber, source }) => {
    const { state, readTo, readAt } = readingsOf(chamber)
    const { since, unread } = reportsOf(chamber)
    return { chamber, source, state, since, readTo, readAt, unread }
  })
  return { window, coverage }
}

async function findFirstReport(db: Database): Promise<string | undefined> {
  const { first } = await db
    .selectFrom('congress_report')
    .select((eb) => eb.fn.min('filed_on').as('first'))
    .executeTakeFirstOrThrow()
  return first ?? undefined
}

export const newestOf = (days: readonly (string | null)[]) =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)

/** Finds for each chamber the filing day of its first report, and counts the reports of these days that were not read
 *  completely. */
async function countCongressReports(
  db: Database,
  { filedFrom, filedTo }: { filedFrom: string; filedTo: string },
): Promise<(chamber: Chamber) => { since: string | null; unread: number }> {
  const rows = await db
    .selectFrom('congress_report')
    .select([
      'chamber',
      (eb) => eb.fn.min('filed_on').as('since'),
      sql<string>`count(*) filter (where status <> 'read' and filed_on between ${filedFrom} and ${filedTo})`.as(
        'unread',
      ),
    ])
    .groupBy('chamber')
    .execute()
  return (chamber) => {
    const row = rows.find((one) => one.chamber === chamber)
    return { since: row?.since ?? null, unread: Number(row?.unread ?? 0) }
  }
}

/** @param of.ticker  normalized
 *  @param of.company  the company that the SEC lists under it */
export async function readCongressTrades(
  db: Database,
  { ticker, company }: { ticker: string; company: ListedCompany | undefined },
  { window, coverage }: CommonCongressParts,
  matchMember: MemberMatcher,
): Promise<CongressTrades> {
  const { trades: rows, leftOut } =
    window === null ? NOTHING : await listRows(db, ticker, window, matchMember)
  const trades = rows.map((row) =>
    company !== undefined && areNamedOtherwise(row.asset, company.name) ? asOfOther(row) : row,
  )
  return {
    window,
    trades: trades.slice(0, MOST_TRADES),
    total: trades.length,
    sums: sumCongressTrades(trades.filter(({ isShares, isOtherCompany }) => !(isShares && isOtherCompany))),
    leftOut,
    coverage: [...coverage],
  }
}

const asOfOther = (row: CongressTradeEntry): CongressTradeEntry => ({ ...row, isOtherCompany: true })

async function listRows(
  db: Database,
  ticker: string,
  window: { from: string; to: string },
  matchMember: MemberMatcher,
): Promise<TickerRows> {
  const rows = await listCongressTrades(db, {
    filedFrom: window.from,
    filedTo: window.to,
    tickers: listTickerForms(ticker),
    matchMember,
  })
  // The rows include other companies' rows, which are needed to apply corrections.
  return arrangeCongressTrades(rows, window).get(ticker) ?? NOTHING
}

/** Groups the rows that count on these days, by the letter's rules, by ticker; leaves out rows without a ticker. */
export function arrangeCongressTrades(
  rows: readonly CongressTrade[],
  days: { from: string; to: string },
): ReadonlyMap<string, TickerRows> {
  const { effective, notTraded, impossible, correctionsLeftOut, repeated } = applyAmendments(rows, days)
  const byTicker = new Map<string, MutableRows>()
  const rowsOf = ({ ticker }: CongressTrade) => {
    const key = normaliseTicker(ticker ?? '')
    const kept = byTicker.get(key) ?? { trades: [], leftOut: { doubtful: 0, corrections: 0, repeats: 0 } }
    byTicker.set(key, kept)
    return kept
  }
  for (const { trade, lagDays } of effective) rowsOf(trade).trades.push(describe(trade, lagDays))
  for (const trade of notTraded) rowsOf(trade).trades.push(describe(trade, lagOf(trade)))
  for (const trade of impossible) rowsOf(trade).leftOut.doubtful++
  for (const trade of correctionsLeftOut) rowsOf(trade).leftOut.corrections++
  for (const trade of repeated) rowsOf(trade).leftOut.repeats++
  byTicker.delete('')
  for (const { trades } of byTicker.values()) trades.sort(byReport)
  return byTicker
}

/** Counts members, late reports and unknown lags. */
function sumCongressTrades(trades: readonly CongressTradeEntry[]): CongressTrades['sums'] {
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
    isOtherCompany: false,
    isManaged: readAccount(trade).isManaged,
    low: trade.low,
    high: trade.high ?? null,
    tradedOn: trade.tradedOn,
    filedOn: trade.filedOn,
    isCorrection: trade.status === 'amended',
    lagDays: lagDays ?? null,
    isLate: isReportedLate(trade, lagDays) && (lagDays ?? 0) <= SLIP_AFTER_DAYS,
    url: trade.reportUrl,
  }
}

/** The delay of a row that is not a trade, which the letter's rules do not compute; unknown for a correction, whose
 *  original is not known. */
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
