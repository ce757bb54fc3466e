import type { InsiderFiling, InsiderOwner, InsiderTransaction } from './insider-filing.ts'
import { compareText } from '../../lib/text.ts'

/** A filing as it counts: an amendment in its original's place, a repeated report once. */
export interface SettledFiling {
  readonly filing: InsiderFiling
  /** When the trade was first reported: of an amendment, the day of the original. */
  readonly reportedOn: string
  /** All who report it, also on a second filing of the same trades. */
  readonly owners: readonly InsiderOwner[]
}

export interface Settlement {
  readonly settled: readonly SettledFiling[]
  /** Accessions of 4/As that took an original's place. */
  readonly correctionsApplied: readonly string[]
  /** Accessions of 4/As whose original is not of this week or cannot be told: their trades were reported before. */
  readonly correctionsLeftOut: readonly string[]
  /** Accessions of filings that report trades which another filing reports too. */
  readonly repeatsLeftOut: readonly string[]
}

interface Report {
  readonly original: InsiderFiling
  current: InsiderFiling
}

/** Puts amendments in the place of what they amend, and takes repeats out. A 4/A does not name its original: issuer,
 *  owner and the original's filing date tell it, and where those fit several, the lines in common. A 4/A without
 *  non-derivative trades, one of holdings alone for example, deletes nothing.
 *  @param filings  of one week, in any order */
export function settleFilings(filings: readonly InsiderFiling[]): Settlement {
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

/** How many lines two reports have in common, whole ones first, then by day and code alone. */
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

/** A group of more than ten owners files its trades again under the rest of its names, and some filers send a report
 *  twice. Same issuer, same trades and the same holdings after each of them: it is the same trade. */
function mergeRepeats(reports: readonly Report[]): Pick<Settlement, 'settled' | 'repeatsLeftOut'> {
  const kept = new Map<string, SettledFiling>()
  const repeatsLeftOut: string[] = []
  for (const { original, current } of reports) {
    const key = tradesKey(current) ?? current.accession
    const before = kept.get(key)
    if (before) {
      repeatsLeftOut.push(current.accession)
      kept.set(key, { ...before, owners: mergeOwners(before.owners, current.owners) })
    } else {
      kept.set(key, { filing: current, reportedOn: original.filedOn, owners: current.owners })
    }
  }
  return { settled: [...kept.values()], repeatsLeftOut }
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
