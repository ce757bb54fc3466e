import type { Chamber, CongressTrade } from './congress-trade.ts'
import { correctionKeys, isCorrectedBy } from './mark-replaced.ts'

/** The earliest days on which rows were signed and became public, 'YYYY-MM-DD'. */
export interface FirstDays {
  readonly signedOn: string
  readonly filedOn: string
}

/** The rows that a correction replaces. */
interface Origin {
  /** Only of those that say the same but for what it may correct; undefined if there are none. */
  readonly first: FirstDays | undefined
}

/** How many corrections, and rows that these correct, are followed for one correction of the House. */
const MOST_FOLLOWED = 100
/** How many reports of the Senate are followed for one that corrects them. */
const MOST_REPORTS = 50

/** Rows that one report replaces and that share a key. */
interface Alike {
  readonly key: string
  readonly originals: CongressTrade[]
  /** Rows that replaced others before. */
  readonly corrections: CongressTrade[]
  /** Of the originals. */
  first: FirstDays | undefined
}

/** The rows that one report replaces. */
interface ReplacedRows {
  readonly byKey: Map<string, Alike>
  hasOriginals: boolean
  /** The reports whose corrections it replaces. */
  readonly corrected: Set<string>
}

/** @param replaced  rows that a later one replaces, by filing day
 *  @returns a function that finds the rows that a correction replaces: for the House, the row it repeats or corrects; for the
 *    Senate, the whole report; for a correction of a correction, the rows that the first one replaces; undefined if none are
 *    found. So many rows may be alike, and correct one another, that only a limited number are followed */
export function createOriginFinder(
  replaced: readonly CongressTrade[],
): (row: CongressTrade) => Origin | undefined {
  const byReport = groupByReplacing(replaced)
  const chains = new Map<string, readonly ReplacedRows[]>()
  const alikes = new Map<CongressTrade, readonly Alike[]>()
  const listAlike = (row: CongressTrade) => {
    const known = alikes.get(row)
    if (known) return known
    const ofReport = byReport.get(nameOf(row.chamber, row.reportId))
    const found = ofReport ? findAll(ofReport.byKey, correctionKeys(row)) : []
    alikes.set(row, found)
    return found
  }
  return (row) => {
    if (row.chamber === 'house') return follow(row, listAlike)
    const report = nameOf(row.chamber, row.reportId)
    const chain = chains.get(report) ?? listChain(report, byReport)
    chains.set(report, chain)
    if (!chain.some(({ hasOriginals }) => hasOriginals)) return undefined
    const keys = correctionKeys(row)
    const firsts = chain.flatMap(({ byKey }) => findAll(byKey, keys)).map(({ first }) => first)
    return { first: firsts.reduce(earlierOf, undefined) }
  }
}

const nameOf = (chamber: Chamber, reportId: string | undefined) => `${chamber} ${reportId}`

const findAll = (byKey: ReadonlyMap<string, Alike>, keys: readonly string[]) =>
  keys.map((key) => byKey.get(key)).filter((alike) => alike !== undefined)

function groupByReplacing(replaced: readonly CongressTrade[]): ReadonlyMap<string, ReplacedRows> {
  const byReport = new Map<string, ReplacedRows>()
  for (const row of replaced) {
    const name = nameOf(row.chamber, row.replacedBy)
    const rows = byReport.get(name) ?? { byKey: new Map(), hasOriginals: false, corrected: new Set() }
    byReport.set(name, rows)
    const isOriginal = row.status !== 'amended'
    if (isOriginal) rows.hasOriginals = true
    else rows.corrected.add(nameOf(row.chamber, row.reportId))
    for (const key of correctionKeys(row)) {
      const alike = rows.byKey.get(key) ?? { key, originals: [], corrections: [], first: undefined }
      rows.byKey.set(key, alike)
      if (isOriginal) {
        alike.originals.push(row)
        alike.first = earlierOf(firstDaysOf(row), alike.first)
      } else alike.corrections.push(row)
    }
  }
  return byReport
}

/** Lists what a report of the Senate replaces, and what the reports that it corrects replaced before. */
function listChain(report: string, byReport: ReadonlyMap<string, ReplacedRows>): ReplacedRows[] {
  const chain = new Set([report])
  for (const one of chain) {
    for (const earlier of byReport.get(one)?.corrected ?? []) {
      if (chain.size === MOST_REPORTS) break
      chain.add(earlier)
    }
  }
  return [...chain].map((one) => byReport.get(one)).filter((rows) => rows !== undefined)
}

/** Follows a correction of the House to its originals, those of its own asset first. */
function follow(row: CongressTrade, listAlike: (row: CongressTrade) => readonly Alike[]): Origin | undefined {
  const own = new Set(correctionKeys(row))
  const seen = new Set<Alike>()
  let followed = 0
  let isFound = false
  let first: FirstDays | undefined
  const visit = (correction: CongressTrade) => {
    for (const alike of listAlike(correction)) {
      if (seen.has(alike)) continue
      seen.add(alike)
      isFound ||= alike.originals.length > 0
      if (own.has(alike.key)) first = earlierOf(alike.first, first)
      else {
        for (const original of alike.originals) {
          if (++followed > MOST_FOLLOWED) return
          if (isCorrectedBy(original, row)) first = earlierOf(firstDaysOf(original), first)
        }
      }
      for (const earlier of alike.corrections) {
        if (++followed > MOST_FOLLOWED) return
        visit(earlier)
      }
    }
  }
  visit(row)
  return isFound ? { first } : undefined
}

export function firstDaysOf({ signedOn, tradedOn, filedOn }: CongressTrade): FirstDays {
  // A signature dated before the trade or after publication is a typing error.
  const isPossible = signedOn !== undefined && signedOn >= tradedOn && signedOn <= filedOn
  return { signedOn: isPossible ? signedOn : filedOn, filedOn }
}

export function earlierOf(one: FirstDays, other: FirstDays | undefined): FirstDays
export function earlierOf(one: FirstDays | undefined, other: FirstDays | undefined): FirstDays | undefined
export function earlierOf(one: FirstDays | undefined, other: FirstDays | undefined): FirstDays | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return {
    signedOn: one.signedOn < other.signedOn ? one.signedOn : other.signedOn,
    filedOn: one.filedOn < other.filedOn ? one.filedOn : other.filedOn,
  }
}
