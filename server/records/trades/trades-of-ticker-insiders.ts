import type { InsiderTrade, InsiderTrades } from '../../../shared/trades-contract.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { INSIDER_REPORT_DAYS } from '../../../shared/reporting-limits.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { judgeTrades, type DailyCloses, type Trade, applyAmendments } from '../insiders/judge-trades.ts'
import { presentOwner, presentRole } from '../names/present-names.ts'

/** The letter holds back a larger sum unless a closing price confirms it; here it is only marked. */
const VERY_LARGE_USD = 1_000_000_000
// Closes come from the market data, and a page should not wait for those twice.
const NO_CLOSES: DailyCloses = new Map()

type Lines = [Trade, ...Trade[]]

/** Turns the filings of one issuer into trades by the letter's rules. Joins the lines of a filing with the same side,
 *  security and `via`; newest report first.
 *  @param filings  must reach back some time before `from`, since amendments may refer to earlier filings
 *  @param days  days of the first report, both ends inclusive */
export function arrangeInsiderTrades(
  filings: readonly InsiderFiling[],
  { from, to }: { from: string; to: string },
): { trades: InsiderTrade[]; leftOut: InsiderTrades['leftOut'] } {
  const { effective, correctionsLeftOut } = applyAmendments(filings)
  const reported = effective.filter(({ reportedOn }) => reportedOn >= from && reportedOn <= to)
  const { trades, doubtful, unpricedLines, noTrades } = judgeTrades(reported, NO_CLOSES)
  const groups = [...Map.groupBy(trades, groupKey).values()].filter((lines) => isFilled(lines))
  const lost = new Set(correctionsLeftOut)
  return {
    trades: groups.map((lines) => describe(lines)).toSorted(byReport),
    leftOut: {
      doubtful: doubtful.length,
      unpriced: unpricedLines.length,
      noTrades: noTrades.length,
      corrections: filings.filter(({ accession, filedOn }) => lost.has(accession) && filedOn >= from).length,
    },
  }
}

/** Sums trades. Those with a `via`, and very large sums that nothing confirms, are only counted as `apart`. */
export function sumInsiderTrades(trades: readonly InsiderTrade[]): InsiderTrades['sums'] {
  const counted = trades.filter(({ via, isVeryLarge }) => via === null && !isVeryLarge)
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

const groupKey = ({ source, side, via, line }: Trade) =>
  [source.filing.accession, side, via, cleanText(line.security).toLowerCase()].join('|')

const isFilled = (lines: Trade[]): lines is Lines => lines.length > 0

const valueOf = (lines: Lines) => lines.reduce((sum, { shares, price }) => sum + shares * price, 0)

function describe(lines: Lines): InsiderTrade {
  const [{ source, side, via, line }] = lines
  const { filing, reportedOn, owners } = source
  const shares = lines.reduce((sum, one) => sum + one.shares, 0)
  const value = valueOf(lines)
  const days = lines.map((one) => one.line.tradedOn).toSorted()
  const lagBusinessDays = Math.max(...lines.map(({ lagDays }) => lagDays))
  return {
    owners: owners.map((owner) => ({
      name: presentOwner(owner) || 'a name that the form leaves out',
      role: presentRole(owner),
    })),
    side,
    via: via ?? null,
    security: cleanText(line.security) || 'shares',
    shares: round(shares, 4),
    averagePrice: round(value / shares, 6),
    value: round(value, 2),
    tradedFrom: days[0] ?? line.tradedOn,
    tradedTo: days.at(-1) ?? line.tradedOn,
    filedOn: reportedOn,
    correctedOn: filing.form === '4/A' ? filing.filedOn : null,
    lagBusinessDays,
    isLate: lagBusinessDays > INSIDER_REPORT_DAYS,
    isVeryLarge: value > VERY_LARGE_USD,
    plan: planOf(lines),
    url: filing.pageUrl,
  }
}

function planOf(lines: Lines): InsiderTrade['plan'] {
  const marks = lines.map(({ line }) => line.isPlanned)
  if (marks.every((mark) => mark === true)) return 'all'
  if (marks.includes(true)) return 'some'
  return marks.every((mark) => mark === false) ? 'none' : 'unknown'
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
