import { addDays } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'
import {
  isOfOwner,
  listTrades,
  mergeRepeats,
  wholeKey,
  withoutRepeatedLines,
  type EffectiveFiling,
  type Report,
} from './repeated-filings.ts'

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
  const additions: Report[] = []
  const correctionsApplied: string[] = []
  const correctionsLeftOut: string[] = []
  for (const amendment of unique) {
    if (amendment.form !== '4/A') continue
    const report = findAmended(reports, amendment)
    if (listTrades(amendment).length === 0 && amendment.isUnclear === true) {
      for (const one of report ? [report] : listRecent(reports, amendment)) one.isDisputed = true
    }
    if (amendment.transactions.length === 0 && !amendment.withdraws) continue
    if (report === undefined) {
      for (const one of listDisputed(reports, amendment)) one.isDisputed = true
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
  const standing = [...reports, ...additions].filter(({ isWithdrawn }) => !isWithdrawn)
  return { ...mergeRepeats(standing), correctionsApplied, correctionsLeftOut }
}

/** Whether nothing is left of a withdrawn report, since the amendment lists only trades that the report had. */
function leavesNothing(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const whole = new Set(listTrades(amendment).map(wholeKey))
  return whole.size === 0 || listTrades(report).every((line) => whole.has(wholeKey(line)))
}

function findAmended(reports: readonly Report[], amendment: InsiderFiling): Report | undefined {
  const candidates = listOfSameOwner(reports, amendment).filter(
    ({ original }) => original.filedOn === amendment.originalFiledOn,
  )
  const ranked = candidates
    .map((report) => ({ report, likeness: likenessOf(report.original, amendment) }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = ranked
  return best && best.likeness !== second?.likeness ? best.report : undefined
}

function listOfSameOwner(reports: readonly Report[], { issuer, owners }: InsiderFiling): Report[] {
  return reports.filter(
    ({ original }) => original.issuer.cik === issuer.cik && isOfOwner(original, { owners }),
  )
}

/** Most mistakes are corrected within a month. */
const MENDED_WITHIN_DAYS = 30

/** Lists reports of the same owner and company in the month before a 4/A. */
function listRecent(reports: readonly Report[], amendment: InsiderFiling): Report[] {
  const { filedOn } = amendment
  return listOfSameOwner(reports, amendment).filter(
    ({ original }) =>
      original.filedOn <= filedOn && original.filedOn >= addDays(filedOn, -MENDED_WITHIN_DAYS),
  )
}

/** Lists the reports that a 4/A may correct if its own date, mistyped or missing, does not tell which: those with a trade of the
 *  same day, and those of the month before it. If it repeats all trades of one of these, nothing is corrected and none is listed.
 *  A report filed on the day that it names was filed under the wrong name if it has a trade of the same day but another owner, or
 *  the same trades but another company. */
function listDisputed(reports: readonly Report[], amendment: InsiderFiling): Report[] {
  const ofOwner = listOfSameOwner(reports, amendment).filter(
    ({ original }) => original.filedOn <= amendment.filedOn,
  )
  if (amendment.withdraws) return ofOwner
  const isLike = ({ original }: Report) =>
    listTrades(original).some((line) => amendment.transactions.some((one) => isSameDeal(line, one)))
  const like = [...new Set([...ofOwner.filter(isLike), ...listRecent(reports, amendment)])]
  const whole = new Set(amendment.transactions.map(wholeKey))
  const isRepeated = ({ current }: Report) =>
    listTrades(current).length > 0 && listTrades(current).every((line) => whole.has(wholeKey(line)))
  const inWrongName = reports.filter(
    (report) =>
      report.original.filedOn === amendment.originalFiledOn &&
      (report.original.issuer.cik === amendment.issuer.cik
        ? !isOfOwner(report.original, amendment) && isLike(report)
        : isOfOwner(report.original, amendment) && isRepeated(report)),
  )
  return [...(like.some(isRepeated) ? [] : like), ...inWrongName]
}

const isSameDeal = (a: InsiderTransaction, b: InsiderTransaction) =>
  a.tradedOn === b.tradedOn && (a.code === b.code || a.shares === b.shares)

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
  return listTrades(report).some((line) => {
    const partner = free.findIndex(
      (one) => isSameDeal(line, one) || (one.shares === line.shares && one.price === line.price),
    )
    if (partner >= 0) free.splice(partner, 1)
    return partner < 0
  })
}

/** Scores how alike two reports are: by identical lines first, then by lines of the same day and code, then by period. */
function likenessOf(original: InsiderFiling, amendment: InsiderFiling): number {
  const whole = countCommon(original, amendment, wholeKey)
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

function byFiling(a: InsiderFiling, b: InsiderFiling): number {
  return compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`)
}
