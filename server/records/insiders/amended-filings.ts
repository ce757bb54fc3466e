import { addDays } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'
import {
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
  const byIssuer = Map.groupBy(reports, ({ original }) => original.issuer.cik)
  const byDay = Map.groupBy(reports, ({ original }) => original.filedOn)
  const additions: Report[] = []
  const correctionsApplied: string[] = []
  const correctionsLeftOut: string[] = []
  for (const amendment of unique) {
    if (amendment.form !== '4/A') continue
    const own = listOfOwner(byIssuer.get(amendment.issuer.cik) ?? [], amendment)
    const report = findAmended(own, amendment)
    if (listTrades(amendment).length === 0 && amendment.isUnclear === true) {
      for (const one of report ? [report] : listRecent(own, amendment)) one.isDisputed = true
    }
    if (amendment.transactions.length === 0 && !amendment.withdraws) continue
    if (report === undefined) {
      const ofDay = byDay.get(amendment.originalFiledOn ?? '') ?? []
      for (const one of listDisputed({ own, ofDay }, amendment)) one.isDisputed = true
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

/** @param own  the reports of its owner and company */
function findAmended(own: readonly Report[], amendment: InsiderFiling): Report | undefined {
  const likenessTo = createLikeness(amendment)
  const ranked = own
    .filter(({ original }) => original.filedOn === amendment.originalFiledOn)
    .map((report) => ({ report, likeness: likenessTo(report.original) }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = ranked
  return best && best.likeness !== second?.likeness ? best.report : undefined
}

function listOfOwner(reports: readonly Report[], { owners }: InsiderFiling): Report[] {
  const ciks = new Set(owners.map(({ cik }) => cik))
  return reports.filter(({ original }) => original.owners.some(({ cik }) => ciks.has(cik)))
}

/** Most mistakes are corrected within a month. */
const MENDED_WITHIN_DAYS = 30

/** Lists reports of the month before a 4/A.
 *  @param own  the reports of its owner and company */
function listRecent(own: readonly Report[], { filedOn }: InsiderFiling): Report[] {
  const from = addDays(filedOn, -MENDED_WITHIN_DAYS)
  return own.filter(({ original }) => original.filedOn <= filedOn && original.filedOn >= from)
}

/** Lists the reports that a 4/A may correct if its own date, mistyped or missing, does not tell which: those with a trade of the
 *  same day, and those of the month before it. If it repeats all trades of one of these, nothing is corrected and none is listed.
 *  A report filed on the day that it names was filed under the wrong name if it has a trade of the same day but another owner, or
 *  the same trades but another company.
 *  @param of.own  the reports of its owner and company
 *  @param of.ofDay  all reports filed on the day that it names */
function listDisputed(
  { own, ofDay }: Readonly<Record<'own' | 'ofDay', readonly Report[]>>,
  amendment: InsiderFiling,
): Report[] {
  const before = own.filter(({ original }) => original.filedOn <= amendment.filedOn)
  if (amendment.withdraws) return before
  const byDay = Map.groupBy(amendment.transactions, ({ tradedOn }) => tradedOn)
  const deals = new Map(
    [...byDay].map(([day, lines]) => [day, new Set(lines.flatMap(({ code, shares }) => [code, shares]))]),
  )
  const isLike = ({ original }: Report) =>
    listTrades(original).some(({ tradedOn, code, shares }) => {
      const ofDeals = deals.get(tradedOn)
      return ofDeals?.has(code) === true || ofDeals?.has(shares) === true
    })
  const like = [...new Set([...before.filter(isLike), ...listRecent(own, amendment)])]
  const whole = new Set(amendment.transactions.map(wholeKey))
  const isRepeated = ({ current }: Report) =>
    listTrades(current).length > 0 && listTrades(current).every((line) => whole.has(wholeKey(line)))
  const ofOwner = new Set(listOfOwner(ofDay, amendment))
  const inWrongName = ofDay.filter((report) =>
    report.original.issuer.cik === amendment.issuer.cik
      ? !ofOwner.has(report) && isLike(report)
      : ofOwner.has(report) && isRepeated(report),
  )
  return [...(like.some(isRepeated) ? [] : like), ...inWrongName]
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

/** @returns a function that scores how alike a report is: by identical lines first, then by lines of the same day and code, then by
 *    period */
function createLikeness(amendment: InsiderFiling): (original: InsiderFiling) => number {
  const whole = new Set(amendment.transactions.map(wholeKey))
  const rough = new Set(amendment.transactions.map(roughKey))
  return ({ transactions, periodOfReport }) =>
    transactions.filter((line) => whole.has(wholeKey(line))).length * 1_000_000 +
    transactions.filter((line) => rough.has(roughKey(line))).length * 1000 +
    (periodOfReport === amendment.periodOfReport ? 1 : 0)
}

const roughKey = ({ tradedOn, code }: InsiderTransaction) => `${tradedOn}|${code}`

function byFiling(a: InsiderFiling, b: InsiderFiling): number {
  return compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`)
}
