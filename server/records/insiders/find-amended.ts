import { addDays, listDays } from '../../lib/dates.ts'
import { onceEach } from '../../lib/once.ts'
import { ciksOf, listTrades, shareOwner, wholeKey } from './compare-lines.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'
import type { Report } from './repeated-filings.ts'

/** What a 4/A may correct. */
export interface AmendedReports {
  /** The report that it amends; undefined if that cannot be told. */
  find(amendment: InsiderFiling): Report | undefined
  /** Its owner's reports in the company of the month before it. */
  listRecent(amendment: InsiderFiling): readonly Report[]
  /** The reports that it may correct if its own date, mistyped or missing, does not tell which: those with a trade of the same day,
   *  and those of the month before it. If it repeats all trades of one of these, nothing is corrected and none is listed. A report
   *  filed on the day that it names was filed under the wrong name if it has a trade of the same day but another owner, or the
   *  same trades but another company. */
  listDisputed(amendment: InsiderFiling): readonly Report[]
}

/** A 4/A is compared with this many reports of each kind: of its owner in the company, of a day's trades and of a month; of its
 *  owner, and of its company, on the day that it names. Filers could send thousands. */
const MOST_COMPARED = 100

/** Most mistakes are corrected within a month. */
const MENDED_WITHIN_DAYS = 30

/** @param reports  in any order */
export function indexReports(
  reports: readonly Report[],
  amendments: readonly InsiderFiling[],
): AmendedReports {
  const found = new Map<string, Report[]>()
  const add = (key: string, report: Report) => {
    const some = found.get(key)
    if (some === undefined) found.set(key, [report])
    else if (some.length < MOST_COMPARED) some.push(report)
  }
  const owners = new Set(amendments.flatMap((amendment) => [...ciksOf(amendment.owners)]))
  for (const report of reports) {
    const { issuer, filedOn } = report.original
    const { cik } = issuer
    add(`company ${cik} ${filedOn}`, report)
    for (const owner of ciksOf(report.original.owners)) {
      if (!owners.has(owner)) continue
      add(`owner ${owner} ${filedOn}`, report)
      add(`own ${cik} ${owner} ${filedOn}`, report)
      for (const day of daysOfTrades(report.original)) add(`trades ${cik} ${owner} ${day}`, report)
    }
  }
  /** @returns each once */
  function list(keys: Iterable<string>): Report[] {
    const some = new Set<Report>()
    for (const key of keys) {
      for (const report of found.get(key) ?? []) {
        if (some.size >= MOST_COMPARED) return [...some]
        some.add(report)
      }
    }
    return [...some]
  }
  const ownKeys = (kind: 'own' | 'trades', { issuer, owners }: InsiderFiling, days: Iterable<string>) => {
    const { cik } = issuer
    return [...days].flatMap((day) => [...ciksOf(owners)].map((owner) => `${kind} ${cik} ${owner} ${day}`))
  }
  function listRecent(amendment: InsiderFiling): Report[] {
    const { filedOn } = amendment
    const days = listDays(addDays(filedOn, -MENDED_WITHIN_DAYS), filedOn)
    return list(ownKeys('own', amendment, days.toReversed()))
  }

  return {
    listRecent,
    find(amendment) {
      const named = amendment.originalFiledOn
      const own = named === undefined ? [] : list(ownKeys('own', amendment, [named]))
      if (own.length < 2) return own[0]
      const [best, second] = own
        .map((report) => ({ report, likeness: measureLikeness(report.original, amendment) }))
        .sort((a, b) => b.likeness - a.likeness)
      return best && best.likeness !== second?.likeness ? best.report : undefined
    },
    listDisputed(amendment) {
      const { issuer, filedOn, originalFiledOn } = amendment
      const days = new Set(amendment.transactions.map(({ tradedOn }) => tradedOn))
      const before = list(ownKeys('trades', amendment, days)).filter(
        ({ original }) => original.filedOn <= filedOn && isLike(original, amendment),
      )
      const like = [...new Set([...before, ...listRecent(amendment)])]
      const ofCompany = list([`company ${issuer.cik} ${originalFiledOn}`])
      const ofOwner = list([...ciksOf(amendment.owners)].map((owner) => `owner ${owner} ${originalFiledOn}`))
      return [
        ...(like.some(({ current }) => isRepeated(current, amendment)) ? [] : like),
        ...ofCompany.filter(
          ({ original }) => !shareOwner(original.owners, amendment.owners) && isLike(original, amendment),
        ),
        ...ofOwner.filter(
          ({ original, current }) => original.issuer.cik !== issuer.cik && isRepeated(current, amendment),
        ),
      ]
    },
  }
}

// The lines of a filing as it is compared with others: once for each filing.

/** How many lines there are of each. */
const countWhole = onceEach(({ transactions }: InsiderFiling) => countBy(transactions, wholeKey))
/** How many lines there are of each day and code. */
const countRough = onceEach(({ transactions }: InsiderFiling) => countBy(transactions, roughKey))
const keysOfTrades = onceEach((filing: InsiderFiling) => new Set(listTrades(filing).map(wholeKey)))
const daysOfTrades = (filing: InsiderFiling) => new Set(listTrades(filing).map(({ tradedOn }) => tradedOn))
const dealsOfTrades = onceEach((filing: InsiderFiling) => new Set(listTrades(filing).flatMap(dealKeys)))
const dealsOfLines = onceEach(({ transactions }: InsiderFiling) => [
  ...new Set(transactions.flatMap(dealKeys)),
])

function countBy(lines: readonly InsiderTransaction[], keyOf: (line: InsiderTransaction) => string) {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return counts
}

const roughKey = ({ tradedOn, code }: InsiderTransaction) => `${tradedOn}|${code}`

/** Its day with its code, and its day with its number of shares. */
const dealKeys = ({ tradedOn, code, shares }: InsiderTransaction) => [
  `${tradedOn}|${code}`,
  `${tradedOn}|shares ${shares}`,
]

/** Whether a report has a trade of the same day with the same code or number as a line of the amendment. */
function isLike(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const deals = dealsOfTrades(report)
  return dealsOfLines(amendment).some((key) => deals.has(key))
}

/** Whether a 4/A repeats all trades of a report. */
function isRepeated(report: InsiderFiling, amendment: InsiderFiling): boolean {
  const [trades, whole] = [keysOfTrades(report), countWhole(amendment)]
  return trades.size > 0 && trades.size <= whole.size && [...trades].every((key) => whole.has(key))
}

/** Scores how alike a report is: by identical lines first, then by lines of the same day and code, then by period. */
function measureLikeness(report: InsiderFiling, amendment: InsiderFiling): number {
  return (
    countShared(countWhole(report), countWhole(amendment)) * 1_000_000 +
    countShared(countRough(report), countRough(amendment)) * 1000 +
    (report.periodOfReport === amendment.periodOfReport ? 1 : 0)
  )
}

/** How many lines have one of the wanted keys. */
function countShared(counts: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const key of wanted.keys()) shared += counts.get(key) ?? 0
  return shared
}
