import { sql } from 'kysely'

import {
  type CongressTradeEntry,
  type CongressTrades,
  MOST_TRADES,
  type TradesWindow,
} from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { daysBetween } from '../../lib/dates.ts'
import { mapInTurns } from '../../lib/fair-queue.ts'
import type { Chamber, CongressTrade } from '../congress/congress-trade.ts'
import { listCongressTrades } from '../congress/congress-trades.ts'
import type { MemberMatcher } from '../congress/match-member.ts'
import { isReportedLate } from '../congress/late-reports.ts'
import { isCryptocurrency, readAccount, readAsset } from '../congress/present-asset.ts'
import { applyAmendments, type EffectiveTrade } from '../congress/apply-amendments.ts'
import {
  areNamedOtherwise,
  beginningOf,
  CONGRESS_REPORT_DAYS,
  SLIP_AFTER_DAYS,
} from '../../../shared/trade-rules.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { listTickerForms, normaliseTicker } from '../names/present-names.ts'
import type { ListedCompany } from './filings-of-company.ts'
import { windowUpTo } from './insider-coverage.ts'
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
  readonly trades: CongressTradeEntry[]
  readonly leftOut: CongressTrades['leftOut']
}

type Counted = Pick<EffectiveTrade, 'trade' | 'lagDays' | 'publicDays'>

const NOTHING_LEFT_OUT = { doubtful: 0, corrections: 0, repeats: 0, coins: 0 }
const NOTHING: TickerRows = { trades: [], leftOut: NOTHING_LEFT_OUT }

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
  const { trades, leftOut } =
    window === null ? NOTHING : await listRows(db, { ticker, company }, window, matchMember)
  return {
    window,
    trades: trades.slice(0, MOST_TRADES),
    total: trades.length,
    sums: sumCongressTrades(trades.filter(({ isOtherCompany }) => !isOtherCompany)),
    leftOut,
    coverage: [...coverage],
  }
}

async function listRows(
  db: Database,
  { ticker, company }: { ticker: string; company: ListedCompany | undefined },
  window: { from: string; to: string },
  matchMember: MemberMatcher,
): Promise<TickerRows> {
  const former = company === undefined ? [] : await listFormerTickers(db, company, ticker)
  const rows = await listCongressTrades(db, {
    filedFrom: window.from,
    filedTo: window.to,
    tickers: [ticker, ...former].flatMap(listTickerForms),
    matchMember,
  })
  // The rows include other companies' rows, which are needed to apply corrections.
  const byTicker = await arrangeCongressTrades(rows, window, { company, tickers: [ticker, ...former] })
  const { trades, leftOut } = byTicker.get(ticker) ?? NOTHING
  const ofFormer = former.flatMap((one) => byTicker.get(one)?.trades ?? [])
  const own = ofFormer.filter(({ isOtherCompany }) => !isOtherCompany)
  return { trades: own.length === 0 ? trades : [...trades, ...own].toSorted(byReport), leftOut }
}

/** Lists the tickers, other than those that the SEC lists for it, under which insiders filed forms about a company: former
 *  ones, and slips. */
async function listFormerTickers(
  db: Database,
  { cik, tickers = [] }: ListedCompany,
  ticker: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('insider_filing')
    .select('issuer_ticker')
    .distinct()
    .where('issuer_cik', '=', cik)
    .where('unread_reason', 'is', null)
    .execute()
  const listed = new Set([ticker, ...tickers].map(normaliseTicker))
  const typed = new Set(rows.map((row) => normaliseTicker(row.issuer_ticker ?? '')))
  return [...typed].filter((one) => one !== '' && !listed.has(one))
}

/** Groups the rows that count on these days, by the letter's rules, by ticker; leaves out rows without a ticker, and coins, which
 *  have the tickers of stocks. Others are answered in between.
 *  @param wanted.company  whose rows are wanted; the others are marked
 *  @param wanted.tickers  normalized; if left out, all */
export async function arrangeCongressTrades(
  rows: readonly CongressTrade[],
  days: { from: string; to: string },
  { company, tickers }: { company?: ListedCompany | undefined; tickers?: readonly string[] } = {},
): Promise<ReadonlyMap<string, TickerRows>> {
  const { effective, notTraded, impossible, correctionsLeftOut, repeated } = applyAmendments(rows, days)
  const byTicker = new Map<string, TickerRows>()
  const keyOf = ({ ticker }: CongressTrade) => normaliseTicker(ticker ?? '')
  const isWanted = (trade: CongressTrade) => {
    const key = keyOf(trade)
    return key !== '' && (tickers?.includes(key) ?? true)
  }
  const rowsOf = (trade: CongressTrade) => {
    const key = keyOf(trade)
    const kept = byTicker.get(key) ?? { trades: [], leftOut: { ...NOTHING_LEFT_OUT } }
    byTicker.set(key, kept)
    return kept
  }
  const counted = [...effective, ...notTraded.map(describeNotTraded)]
  await mapInTurns(counted, (one) => {
    const { trade } = one
    if (!isWanted(trade)) return
    if (isCryptocurrency(trade)) rowsOf(trade).leftOut.coins++
    else rowsOf(trade).trades.push(describe(one, company))
  })
  for (const trade of impossible.filter(isWanted)) rowsOf(trade).leftOut.doubtful++
  for (const trade of correctionsLeftOut.filter(isWanted)) rowsOf(trade).leftOut.corrections++
  for (const trade of repeated.filter(isWanted)) rowsOf(trade).leftOut.repeats++
  for (const { trades } of byTicker.values()) trades.sort(byReport)
  return byTicker
}

/** Counts trades, members, late reports and unknown lags. */
function sumCongressTrades(trades: readonly CongressTradeEntry[]): CongressTrades['sums'] {
  const countMembers = (...types: readonly CongressTradeEntry['type'][]) =>
    new Set(trades.filter(({ type }) => types.includes(type)).map(({ member }) => member)).size
  return {
    trades: trades.length,
    members: countMembers('purchase', 'sale', 'partial sale'),
    buyers: countMembers('purchase'),
    sellers: countMembers('sale', 'partial sale'),
    late: trades.filter(({ isLate }) => isLate).length,
    unknownLag: trades.filter(({ isLate, lagDays, publicDays, type }) => {
      if (isLate) return false
      return (
        lagDays === null ||
        publicDays === null ||
        publicDays > SLIP_AFTER_DAYS ||
        (type === 'unread note' && lagDays > CONGRESS_REPORT_DAYS)
      )
    }).length,
  }
}

function describe(
  { trade, lagDays, publicDays }: Counted,
  company: ListedCompany | undefined,
): CongressTradeEntry {
  const { name, shareTicker } = readAsset(trade)
  const { isManaged, isTrust, entity } = readAccount(trade)
  return {
    member: trade.member?.name ?? (cleanText(trade.filer) || 'a name that the report leaves out'),
    party: trade.member?.party ?? null,
    state: trade.member?.state ?? null,
    chamber: trade.chamber,
    owner: OWNERS[trade.owner],
    type: trade.kind === 'sale' && trade.type === 'S (partial)' ? 'partial sale' : trade.kind,
    asset: name,
    isShares: shareTicker !== undefined,
    isOtherCompany: company !== undefined && isOfOther(trade, company),
    isManaged,
    isTrust,
    entity: entity ?? null,
    low: trade.low,
    high: trade.high ?? null,
    tradedOn: trade.tradedOn,
    filedOn: trade.filedOn,
    isCorrection: trade.status === 'amended',
    lagDays: lagDays ?? null,
    publicDays: publicDays ?? null,
    isLate: isReportedLate(trade, lagDays) && (publicDays ?? 0) <= SLIP_AFTER_DAYS,
    url: trade.reportUrl,
  }
}

/** Whether a row names another company. Other assets than shares may name theirs after other words: 'Call options on Acme', or
 *  only by its ticker: 'ACM call'. */
function isOfOther(trade: CongressTrade, { name }: ListedCompany): boolean {
  const asset = cleanText(trade.asset)
  if (!areNamedOtherwise(asset, name)) return false
  if (readAsset(trade).shareTicker !== undefined) return true
  const words = asset.split(/[\s:,-]+/)
  const isNamed = words.some((_, at) => beginningOf(words.slice(at).join(' ')) === beginningOf(name))
  return !isNamed && normaliseTicker(words[0] ?? '') !== normaliseTicker(trade.ticker ?? '')
}

/** A row that is not a trade, whose delay the letter's rules do not compute; unknown for a correction, whose original is not
 *  known. */
function describeNotTraded(trade: CongressTrade): Counted {
  const days = trade.status === 'amended' ? undefined : daysBetween(trade.tradedOn, trade.filedOn)
  return { trade, lagDays: days, publicDays: days }
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
