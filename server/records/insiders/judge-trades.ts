import { deadlineDaysBetween } from '../../lib/business-days.ts'
import type { InsiderOwner, InsiderTransaction, InsiderFiling } from './insider-filing.ts'
import type { InsiderVia, NoTradeVia, TradeVia } from './footnotes.ts'
import { compareText } from '../../lib/text.ts'
import { presentPerson } from '../names/present-names.ts'

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
  return via === 'reinvestment' || via === 'employee plan' || via === 'gift'
}

const KIND_OF_SECURITY =
  /\b(?:(?:(?:stock|share) (?:purchase )?)?(notes?|bonds?|debentures?|warrants?|options?|rights?)|stocks?|shares?|units?|interests?|depositary|ad[rs]s?)\b/i

/** Tells by the first noun of a line's title that it is of debt, warrants or the like ("5% Notes due 2030", "Warrants to
 *  purchase Common Stock"), whose number is no number of shares. */
function isOtherSecurity({ security }: InsiderTransaction): boolean {
  return KIND_OF_SECURITY.exec(security)?.[1] !== undefined
}

/** A price above ten times the close, or below a tenth of it, is more often a typing error than a price. */
const SUSPECT_RATIO = 10

/** A line with code P or S that its own footnote calls something else, or that is of no shares; left out of all sums. */
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
 *  employees' plan, or they are of notes, warrants or the like.
 *  @param closes  known closes; without one the price is left unchecked, not held back
 *  @param suspectRatio  how many times a price may be the close, or the close the price */
export function judgeTrades(
  filings: readonly EffectiveFiling[],
  closes: DailyCloses,
  suspectRatio = SUSPECT_RATIO,
): JudgedTrades {
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
      if (isOtherSecurity(line)) {
        noTrades.push({ ...noTrade, via: 'other security' })
        continue
      }
      const { price, shares } = line
      if (price === undefined || shares === undefined || price <= 0 || shares <= 0) {
        unpricedLines.push(lineId(source.filing.accession, line.line))
        continue
      }
      const verdict = judgePrice(source.filing.issuer.ticker, line.tradedOn, price, { closes, suspectRatio })
      const deadlineStart = line.deemedExecutedOn ?? line.tradedOn
      const lagDays = deadlineDaysBetween(
        deadlineStart < line.tradedOn ? line.tradedOn : deadlineStart,
        source.reportedOn,
      )
      const trade: Trade = {
        side,
        line,
        via: line.via,
        shares,
        price,
        lagDays: Math.max(0, lagDays),
        isPriceChecked: verdict.isKnown,
        source,
        ownersKey,
      }
      const isBackwards = line.direction === (side === 'buy' ? 'disposed' : 'acquired')
      if (line.tradedOn > source.reportedOn)
        doubtful.push({ ...trade, reason: 'impossible-date', close: undefined })
      else if (isBackwards) doubtful.push({ ...trade, reason: 'contradictory', close: undefined })
      else if (verdict.isSuspect) doubtful.push({ ...trade, reason: 'suspect-price', close: verdict.close })
      else trades.push(trade)
    }
  }
  return { trades, doubtful, unpricedLines, noTrades }
}

/** Suspects a price only if it is far from both the raw and the adjusted close of the day: after a split one of them
 *  fits. */
function judgePrice(
  ticker: string | undefined,
  day: string,
  price: number,
  { closes, suspectRatio }: { closes: DailyCloses; suspectRatio: number },
) {
  const known = ticker === undefined ? undefined : closes.get(closeKey(ticker, day))
  const candidates = [known?.close, known?.adjustedClose].filter(
    (close): close is number => close !== undefined && close > 0,
  )
  const isSuspect =
    candidates.length > 0 &&
    candidates.every((close) => price > close * suspectRatio || price * suspectRatio < close)
  return { isKnown: candidates.length > 0, isSuspect, close: candidates[0] }
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

/** A filing after amendments are applied and repeats merged. */
export interface EffectiveFiling {
  readonly filing: InsiderFiling
  /** When the trades were first reported; for an amendment, the day of the original. */
  readonly reportedOn: string
  /** Everyone who reports the trades, including on a repeat of the filing. */
  readonly owners: readonly InsiderOwner[]
}

export interface AmendedFilings {
  readonly effective: readonly EffectiveFiling[]
  /** Accessions of 4/As that replaced an original. */
  readonly correctionsApplied: readonly string[]
  /** Accessions of 4/As whose original is not of this week or cannot be identified: their trades were reported before. */
  readonly correctionsLeftOut: readonly string[]
  /** Accessions of filings that repeat the trades of another filing. */
  readonly repeatsLeftOut: readonly string[]
}

interface Report {
  readonly original: InsiderFiling
  current: InsiderFiling
}

/** Replaces originals by their amendments and merges repeats. A 4/A does not name its original: it is found by issuer, owner
 *  and filing date, and among several by the lines in common. A 4/A without non-derivative trades (holdings only, for
 *  example) deletes nothing.
 *  @param filings  the filings of one week, in any order */
export function applyAmendments(filings: readonly InsiderFiling[]): AmendedFilings {
  const unique = [...new Map(filings.map((filing) => [filing.accession, filing])).values()].sort(byFiling)
  const reports: Report[] = unique
    .filter(({ form }) => form === '4')
    .map((original) => ({ original, current: original }))
  const correctionsApplied: string[] = []
  const correctionsLeftOut: string[] = []
  for (const amendment of unique) {
    if (amendment.form !== '4/A' || amendment.transactions.length === 0) continue
    const report = findAmended(reports, amendment)
    if (report) {
      report.current = amendment
      correctionsApplied.push(amendment.accession)
    } else {
      correctionsLeftOut.push(amendment.accession)
    }
  }
  return { ...mergeRepeats(reports), correctionsApplied, correctionsLeftOut }
}

function findAmended(reports: readonly Report[], amendment: InsiderFiling): Report | undefined {
  const owners = new Set(amendment.owners.map(({ cik }) => cik))
  const candidates = reports.filter(
    ({ original }) =>
      original.filedOn === amendment.originalFiledOn &&
      original.issuer.cik === amendment.issuer.cik &&
      original.owners.some(({ cik }) => owners.has(cik)),
  )
  const ranked = candidates
    .map((report) => ({ report, likeness: likenessOf(report.original, amendment) }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = ranked
  return best && best.likeness !== second?.likeness ? best.report : undefined
}

/** Scores how alike two reports are: by identical lines first, then by lines of the same day and code, then by period. */
function likenessOf(original: InsiderFiling, amendment: InsiderFiling): number {
  const whole = countCommon(original, amendment, (line) =>
    [line.tradedOn, line.code, line.security, line.shares, line.price].join('|'),
  )
  const rough = countCommon(original, amendment, (line) => [line.tradedOn, line.code].join('|'))
  return whole * 1_000_000 + rough * 1000 + (original.periodOfReport === amendment.periodOfReport ? 1 : 0)
}

function countCommon(
  a: InsiderFiling,
  b: InsiderFiling,
  keyOf: (line: InsiderTransaction) => string,
): number {
  const keys = new Set(b.transactions.map(keyOf))
  return a.transactions.filter((line) => keys.has(keyOf(line))).length
}

/** A group of more than ten owners files the same trades again for its other members, and some filers send a report twice.
 *  Reports with the same issuer, trades and holdings after each trade are the same, unless each is somebody's own. */
function mergeRepeats(reports: readonly Report[]): Pick<AmendedFilings, 'effective' | 'repeatsLeftOut'> {
  const kept = new Map<string, EffectiveFiling[]>()
  const repeatsLeftOut: string[] = []
  for (const { original, current } of reports) {
    const key = tradesKey(current) ?? current.accession
    const alike = kept.get(key) ?? []
    const same = alike.findIndex((before) => mayRepeat(before, current))
    const before = alike[same]
    if (before) {
      repeatsLeftOut.push(current.accession)
      alike[same] = { ...before, owners: mergeOwners(before.owners, current.owners) }
    } else {
      alike.push({ filing: current, reportedOn: original.filedOn, owners: current.owners })
    }
    kept.set(key, alike)
  }
  return { effective: [...kept.values()].flat(), repeatsLeftOut }
}

/** The SEC's form has room for so many. */
const MOST_OWNERS = 10

/** Whether two reports of the same trades can be about the same shares. Two directors who each buy the same number of new
 *  shares, and then hold the same number, are two buyers: the reports share no owner, and each person holds directly. */
function mayRepeat(before: EffectiveFiling, { owners, transactions }: InsiderFiling): boolean {
  const known = new Set(before.owners.map(({ cik }) => cik))
  return (
    owners.some(({ cik }) => known.has(cik)) ||
    Math.max(known.size, owners.length) >= MOST_OWNERS ||
    [...before.owners, ...owners].some((owner) => presentPerson(owner) === undefined) ||
    [...before.filing.transactions, ...transactions].some(({ ownership }) => ownership !== 'direct')
  )
}

function tradesKey({ issuer, transactions }: InsiderFiling): string | undefined {
  const lines = transactions.filter(({ code }) => code === 'P' || code === 'S')
  if (lines.length === 0 || lines.some(({ ownedAfter }) => ownedAfter === undefined)) return undefined
  return [
    issuer.cik,
    ...lines.map((line) => [line.tradedOn, line.code, line.shares, line.price, line.ownedAfter].join('|')),
  ].join(' ')
}

function mergeOwners(a: readonly InsiderOwner[], b: readonly InsiderOwner[]): readonly InsiderOwner[] {
  const known = new Set(a.map(({ cik }) => cik))
  const added = b.filter(({ cik }) => !known.has(cik))
  return added.length === 0 ? a : [...a, ...added]
}

function byFiling(a: InsiderFiling, b: InsiderFiling): number {
  return compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`)
}
