import { compareText } from '../../lib/text.ts'
import { ciksOf, listTrades, wholeKey } from './compare-lines.ts'
import { indexReports } from './find-amended.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'
import { mergeRepeats, withoutRepeatedLines, type EffectiveFiling, type Report } from './repeated-filings.ts'

export interface AmendedFilings {
  readonly effective: readonly EffectiveFiling[]
  /** Accessions of 4/As that replaced an original. */
  readonly correctionsApplied: readonly string[]
  /** Accessions of 4/As whose original is not of this week or cannot be identified: their trades were reported before. */
  readonly correctionsLeftOut: readonly string[]
  /** Accessions of filings that repeat the trades of another filing. */
  readonly repeatsLeftOut: readonly string[]
}

/** Replaces originals by their amendments and merges repeats. A 4/A does not name its original: it is found by issuer, owner
 *  and filing date, and among several by the lines in common. A 4/A without non-derivative trades (holdings only, for
 *  example) deletes nothing, unless it says in words that it withdraws the report. A report that a 4/A may correct, but not for
 *  certain, is disputed.
 *  @param filings  the filings of one week, in any order */
export function applyAmendments(filings: readonly InsiderFiling[]): AmendedFilings {
  const unique = [...new Map(filings.map((filing) => [filing.accession, filing])).values()].sort(byFiling)
  const reportOf = (original: InsiderFiling): Report => ({
    original,
    current: withoutRepeatedLines(original),
    isDisputed: false,
    isWithdrawn: false,
  })
  const reports = unique.filter(({ form }) => form === '4').map(reportOf)
  const amendments = unique.filter(({ form }) => form === '4/A')
  const amended = indexReports(reports, amendments)
  const additions: Report[] = []
  const correctionsApplied: string[] = []
  const correctionsLeftOut: string[] = []
  const withdrawing: InsiderFiling[] = []
  for (const amendment of amendments) {
    const report = amended.find(amendment)
    if (listTrades(amendment).length === 0 && amendment.isUnclear === true) {
      for (const one of report ? [report] : amended.listRecent(amendment)) one.isDisputed = true
    }
    if (amendment.transactions.length === 0 && !amendment.withdraws) continue
    if (report === undefined) {
      if (amendment.withdraws) withdrawing.push(amendment)
      else for (const one of amended.listDisputed(amendment)) one.isDisputed = true
      correctionsLeftOut.push(amendment.accession)
      continue
    }
    correctionsApplied.push(amendment.accession)
    if (amendment.withdraws && leavesNothing(report.current, amendment)) report.isWithdrawn = true
    else if (isAddition(report.current, amendment)) additions.push(reportOf(amendment))
    else {
      report.isDisputed ||= !amendment.withdraws && leavesLinesOpen(report.current, amendment)
      report.current = withoutRepeatedLines(amendment)
    }
  }
  disputeAllBefore(withdrawing, reports)
  const standing = [...reports, ...additions].filter(({ isWithdrawn }) => !isWithdrawn)
  return { ...mergeRepeats(standing), correctionsApplied, correctionsLeftOut }
}

/** Whether nothing is left of a withdrawn report, since the amendment lists only trades that the report had. */
function leavesNothing(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const whole = new Set(listTrades(amendment).map(wholeKey))
  return whole.size === 0 || listTrades(report).every((line) => whole.has(wholeKey(line)))
}

/** Marks all reports of an owner in a company as disputed up to a 4/A that withdraws one of them, nobody knows which.
 *  @param amendments  by day of filing */
function disputeAllBefore(amendments: readonly InsiderFiling[], reports: readonly Report[]): void {
  const listOwn = ({ issuer, owners }: InsiderFiling) => {
    const { cik } = issuer
    return [...ciksOf(owners)].map((owner) => `${cik} ${owner}`)
  }
  const last = new Map(
    amendments.flatMap((amendment) => listOwn(amendment).map((own) => [own, amendment.filedOn])),
  )
  for (const report of reports) {
    const { filedOn } = report.original
    if (listOwn(report.original).some((own) => filedOn <= (last.get(own) ?? ''))) report.isDisputed = true
  }
}

/** Whether a 4/A only adds forgotten lines: it repeats none of the report's lines, and continues from the holding at the report's
 *  end. */
function isAddition(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const whole = new Set(report.transactions.map(wholeKey))
  const last = report.transactions.at(-1)
  const [first] = amendment.transactions
  if (last?.ownedAfter === undefined || first?.ownedAfter === undefined || first.shares === undefined)
    return false
  const change =
    first.direction === 'acquired' ? first.shares : first.direction === 'disposed' ? -first.shares : 0
  return (
    change !== 0 &&
    !amendment.transactions.some((line) => whole.has(wholeKey(line))) &&
    Math.abs(last.ownedAfter + change - first.ownedAfter) <= 1
  )
}

/** Whether a 4/A says nothing about some of the report's trades, which then may or may not stand. */
function leavesLinesOpen(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const free = [...amendment.transactions]
  const isSameDeal = (a: InsiderTransaction, b: InsiderTransaction) =>
    a.tradedOn === b.tradedOn && (a.code === b.code || a.shares === b.shares)
  return listTrades(report).some((line) => {
    const partner = free.findIndex(
      (one) => isSameDeal(line, one) || (one.shares === line.shares && one.price === line.price),
    )
    if (partner >= 0) free.splice(partner, 1)
    return partner < 0
  })
}

function byFiling(a: InsiderFiling, b: InsiderFiling): number {
  return compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`)
}
