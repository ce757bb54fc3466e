import { compareText } from '../../lib/text.ts'
import { presentPerson } from '../names/present-names.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'

/** A filing after amendments are applied and repeats merged. */
export interface EffectiveFiling {
  readonly filing: InsiderFiling
  /** When the trades were first reported; for an amendment, the day of the original. */
  readonly reportedOn: string
  /** Everyone who reports the trades, including on a repeat of the filing. */
  readonly owners: readonly InsiderOwner[]
  /** Whether a 4/A seems to correct it, without saying which report it amends or what becomes of the other lines. */
  readonly isDisputed?: boolean
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
  isDisputed: boolean
}

/** Replaces originals by their amendments and merges repeats. A 4/A does not name its original: it is found by issuer, owner
 *  and filing date, and among several by the lines in common. A 4/A without non-derivative trades (holdings only, for
 *  example) deletes nothing. What a 4/A seems to correct without saying so for certain is disputed.
 *  @param filings  the filings of one week, in any order */
export function applyAmendments(filings: readonly InsiderFiling[]): AmendedFilings {
  const unique = [...new Map(filings.map((filing) => [filing.accession, filing])).values()].sort(byFiling)
  const reportOf = (original: InsiderFiling): Report => ({ original, current: original, isDisputed: false })
  const reports = unique.filter(({ form }) => form === '4').map(reportOf)
  const additions: Report[] = []
  const correctionsApplied: string[] = []
  const correctionsLeftOut: string[] = []
  for (const amendment of unique) {
    if (amendment.form !== '4/A' || amendment.transactions.length === 0) continue
    const report = findAmended(reports, amendment)
    if (report === undefined) {
      for (const one of listDisputed(reports, amendment)) one.isDisputed = true
      correctionsLeftOut.push(amendment.accession)
      continue
    }
    correctionsApplied.push(amendment.accession)
    if (isAddition(report.current, amendment)) additions.push(reportOf(amendment))
    else {
      report.isDisputed = leavesLinesOpen(report.current, amendment)
      report.current = amendment
    }
  }
  return { ...mergeRepeats([...reports, ...additions]), correctionsApplied, correctionsLeftOut }
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
  const ciks = new Set(owners.map(({ cik }) => cik))
  return reports.filter(
    ({ original }) => original.issuer.cik === issuer.cik && original.owners.some(({ cik }) => ciks.has(cik)),
  )
}

/** The reports that a 4/A may correct where its own date, mistyped or missing, does not tell which: those with a trade of the same
 *  day. None where it repeats all trades of one of them: then nothing is corrected. */
function listDisputed(reports: readonly Report[], amendment: InsiderFiling): Report[] {
  const like = listOfSameOwner(reports, amendment).filter(
    ({ original }) =>
      original.filedOn <= amendment.filedOn &&
      listTrades(original).some((line) => amendment.transactions.some((one) => isSameDeal(line, one))),
  )
  const whole = new Set(amendment.transactions.map(wholeKey))
  const isRepeated = ({ current }: Report) => listTrades(current).every((line) => whole.has(wholeKey(line)))
  return like.some(isRepeated) ? [] : like
}

const listTrades = ({ transactions }: InsiderFiling) =>
  transactions.filter(({ code }) => code === 'P' || code === 'S')

const isSameDeal = (a: InsiderTransaction, b: InsiderTransaction) =>
  a.tradedOn === b.tradedOn && (a.code === b.code || a.shares === b.shares)

/** Whether a 4/A only adds lines that were forgotten: it repeats none of the report's, and goes on from the holding with which that
 *  ended. */
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

/** Whether a 4/A says nothing of some of the report's trades: they may stand, or not. */
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

const wholeKey = ({ tradedOn, code, security, shares, price }: InsiderTransaction) =>
  [tradedOn, code, security, shares, price].join('|')

function countCommon(
  a: InsiderFiling,
  b: InsiderFiling,
  keyOf: (line: InsiderTransaction) => string,
): number {
  const keys = new Set(b.transactions.map(keyOf))
  return a.transactions.filter((line) => keys.has(keyOf(line))).length
}

/** A group of more than ten owners files the same trades again for its other members, and some filers send a report twice.
 *  Reports with the same issuer and trades are the same, unless each is somebody's own. */
function mergeRepeats(reports: readonly Report[]): Pick<AmendedFilings, 'effective' | 'repeatsLeftOut'> {
  const kept = new Map<string, EffectiveFiling[]>()
  const repeatsLeftOut: string[] = []
  for (const { original, current, isDisputed } of reports) {
    const key = tradesKey(current) ?? current.accession
    const alike = kept.get(key) ?? []
    const same = alike.findIndex((before) => mayRepeat(before, current))
    const before = alike[same]
    if (before) {
      repeatsLeftOut.push(current.accession)
      alike[same] = {
        ...before,
        owners: mergeOwners(before.owners, current.owners),
        ...(isDisputed && { isDisputed }),
      }
    } else {
      const report = { filing: current, reportedOn: original.filedOn, owners: current.owners }
      alike.push(isDisputed ? { ...report, isDisputed } : report)
    }
    kept.set(key, alike)
  }
  return { effective: [...kept.values()].flat(), repeatsLeftOut }
}

/** The SEC's form has room for so many. */
const MOST_OWNERS = 10

/** Whether two reports of trades of the same days, codes and numbers can be about the same shares. Two directors who each buy the same
 *  number of new shares, and then hold the same number, are two buyers: the reports share no owner, and each person holds
 *  directly. */
function mayRepeat(before: EffectiveFiling, filing: InsiderFiling): boolean {
  const { owners } = filing
  const [trades, others] = [listTrades(filing), listTrades(before.filing)]
  const known = new Set(before.owners.map(({ cik }) => cik))
  const isShared = owners.some(({ cik }) => known.has(cik))
  const isSame = (isEnough: (a: InsiderTransaction, b: InsiderTransaction) => boolean) =>
    trades.every((line, index) => {
      const other = others[index]
      return other !== undefined && isEnough(line, other)
    })
  const isHeldAlike = isSame((a, b) => a.ownedAfter !== undefined && a.ownedAfter === b.ownedAfter)
  // Sent again with another rounding of the price.
  if (isShared) return isHeldAlike && isSame((a, b) => isNear(a.price, b.price))
  if (!isSame((a, b) => a.price === b.price)) return false
  const isHeldByOthers = [...before.filing.transactions, ...filing.transactions].some(
    ({ ownership }) => ownership !== 'direct',
  )
  if (isHeldAlike) {
    return (
      isHeldByOthers ||
      Math.max(known.size, owners.length) >= MOST_OWNERS ||
      [...before.owners, ...owners].some((owner) => presentPerson(owner) === undefined)
    )
  }
  // A fund, its manager and its founder each hold other shares beside.
  return (
    holdsThrough(trades, before.owners) ||
    holdsThrough(others, owners) ||
    (isHeldByOthers && hasOddPrice(trades))
  )
}

/** Prices of a report and its repeat may differ by so much. */
const NEAR = 0.01
const isNear = (a = 0, b = 0) => Math.abs(a - b) <= NEAR * Math.max(a, b)

/** Whether all lines say that they are held through one of the owners. */
function holdsThrough(lines: readonly InsiderTransaction[], owners: readonly InsiderOwner[]): boolean {
  const names = owners.map(({ name }) => plainName(name)).filter((name) => name.length >= 5)
  return lines.every(({ ownershipNature = '' }) => {
    const nature = plainName(ownershipNature)
    return names.some((name) => nature.includes(name))
  })
}

const plainName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** An average to fractions of a cent: two buyers do not have the same by chance. */
const hasOddPrice = (lines: readonly InsiderTransaction[]) =>
  lines.every(({ price = 0 }) => Math.abs(price * 100 - Math.round(price * 100)) > 1e-6)

function tradesKey(filing: InsiderFiling): string | undefined {
  const lines = listTrades(filing)
  if (lines.length === 0) return undefined
  return [filing.issuer.cik, ...lines.map((line) => [line.tradedOn, line.code, line.shares].join('|'))].join(
    ' ',
  )
}

function mergeOwners(a: readonly InsiderOwner[], b: readonly InsiderOwner[]): readonly InsiderOwner[] {
  const known = new Set(a.map(({ cik }) => cik))
  const added = b.filter(({ cik }) => !known.has(cik))
  return added.length === 0 ? a : [...a, ...added]
}

function byFiling(a: InsiderFiling, b: InsiderFiling): number {
  return compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`)
}
