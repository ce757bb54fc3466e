import { daysBetween } from '../../lib/dates.ts'
import type { CongressTrade } from './congress-trade.ts'
import { createCorrectedList, isCorrectedBy } from './mark-replaced.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { compareText } from '../../lib/text.ts'

/** A row after corrections are applied. */
export interface EffectiveTrade {
  readonly trade: CongressTrade
  readonly side: 'buy' | 'sale'
  /** Calendar days from the trade until its first report was signed, or filed if it gives no signing day; undefined if the
   *  report's dates contradict each other. */
  readonly lagDays: number | undefined
  /** Calendar days from the trade until its first report became public; undefined as above. */
  readonly publicDays: number | undefined
}

export interface AmendedTrades {
  /** In a fixed order, independent of the input order. */
  readonly effective: readonly EffectiveTrade[]
  /** All rows of the week, including replaced and deleted ones; each row once. */
  readonly rows: readonly CongressTrade[]
  /** Rows dated after their report became public. */
  readonly impossible: readonly CongressTrade[]
  /** Rows that are neither purchases nor sales by their own words: exchanges, gifts, reinvestments, redemptions. */
  readonly notTraded: readonly CongressTrade[]
  /** Rows that delete an earlier row. */
  readonly deleted: readonly CongressTrade[]
  /** Rows of a report that repeats an earlier one; they count in that one, if at all. */
  readonly repeated: readonly CongressTrade[]
  /** Rows that a later report amends or deletes. */
  readonly replaced: readonly CongressTrade[]
  readonly correctionsApplied: readonly CongressTrade[]
  /** Corrections that are not counted again, since their original was reported before the week or cannot be identified. Without
   *  those of an impossible day. */
  readonly correctionsLeftOut: readonly CongressTrade[]
}

/** Sorts a week's rows into those that count and those that do not; ignores rows outside the week. */
export function applyAmendments(trades: readonly CongressTrade[], week: EditionWeek): AmendedTrades {
  const rows = [...new Map(trades.map((trade) => [rowId(trade), trade])).values()]
    .filter(({ filedOn }) => filedOn >= week.from && filedOn <= week.to)
    .sort((a, b) => compareText(sortKey(a), sortKey(b)))
  const replaced = rows.filter(({ replacedBy, status }) => replacedBy !== undefined && status !== 'deleted')
  const lasting = rows.filter(({ replacedBy, status }) => replacedBy === undefined && status !== 'deleted')
  const standing = lasting.filter(({ repeats }) => repeats === undefined)
  const corrections = standing.filter(({ status }) => status === 'amended')
  const originalsOf = createOriginals(replaced)
  const listCorrected = createListOfSame(originalsOf)
  const unapplied = new Set(corrections.filter((row) => originalsOf(row).size === 0))
  const counted = standing.filter((row) => !unapplied.has(row))
  // Includes corrections and what they replace, since readers learn how many of all rows are impossible.
  const impossible = rows.filter(isImpossible)
  const possible = counted.filter((row) => !isImpossible(row))
  return {
    effective: possible.flatMap((trade) => {
      if (!isTraded(trade)) return []
      const side = trade.kind === 'purchase' ? 'buy' : 'sale'
      return [{ trade, side, ...lagsOf(trade, listCorrected) }]
    }),
    rows,
    impossible,
    notTraded: possible.filter((trade) => !isTraded(trade)),
    deleted: rows.filter(({ status }) => status === 'deleted'),
    repeated: lasting.filter(({ repeats }) => repeats !== undefined),
    replaced,
    correctionsApplied: corrections.filter((row) => !unapplied.has(row)),
    correctionsLeftOut: [...unapplied].filter((row) => !isImpossible(row)),
  }
}

function isImpossible({ tradedOn, filedOn }: CongressTrade): boolean {
  return tradedOn > filedOn
}

function isTraded({ kind }: CongressTrade): boolean {
  return kind === 'purchase' || kind === 'sale'
}

/** Identifies a row of a report: 'house 20026590#3'. */
export function rowId({ chamber, reportId, row }: CongressTrade): string {
  return `${chamber} ${reportId}#${row}`
}

type FindOriginals = (row: CongressTrade) => ReadonlySet<CongressTrade>

/** @returns a function that finds the week's rows that a correction replaces: for the House, the row it repeats or corrects; for the
 *    Senate, the whole report; for a correction of a correction, the rows that the first one replaces. Each row is looked up
 *    once, since a few reports that correct one another would have more paths than can be followed. */
function createOriginals(replaced: readonly CongressTrade[]): FindOriginals {
  const nameOf = (chamber: string, reportId: string | undefined) => `${chamber} ${reportId}`
  const byReplacing = Map.groupBy(replaced, ({ chamber, replacedBy }) => nameOf(chamber, replacedBy))
  const listCorrected = createCorrectedList(replaced, (row) => row)
  const known = new Map<string | CongressTrade, ReadonlySet<CongressTrade>>()
  return function find(row) {
    const { chamber, reportId, status } = row
    const originals = new Set<CongressTrade>()
    if (status !== 'amended') return originals
    const report = nameOf(chamber, reportId)
    const key = chamber === 'senate' ? report : row
    const found = known.get(key)
    if (found) return found
    known.set(key, originals)
    const joined = new Set<ReadonlySet<CongressTrade>>()
    const ofReport = chamber === 'senate' ? byReplacing.get(report) : listCorrected(row)
    for (const one of ofReport ?? []) {
      if (nameOf(one.chamber, one.replacedBy) !== report) continue
      const its = one.status === 'amended' ? find(one) : undefined
      if (its === undefined) originals.add(one)
      else if (!joined.has(its)) for (const each of its) originals.add(each)
      if (its) joined.add(its)
    }
    return originals
  }
}

type ListCorrected = (row: CongressTrade) => Iterable<CongressTrade>

/** @returns a function that lists those of a row's originals that say the same but for what it may correct */
function createListOfSame(originalsOf: FindOriginals): ListCorrected {
  const known = new Map<ReadonlySet<CongressTrade>, ListCorrected>()
  return (row) => {
    const originals = originalsOf(row)
    if (row.chamber === 'house') return [...originals].filter((one) => isCorrectedBy(one, row))
    // All rows of a report share their originals.
    const listCorrected = known.get(originals) ?? createCorrectedList([...originals], (one) => one)
    known.set(originals, listCorrected)
    return listCorrected(row)
  }
}

/** A correction counts as first reported with its original. */
function lagsOf(
  trade: CongressTrade,
  listCorrected: ListCorrected,
): Pick<EffectiveTrade, 'lagDays' | 'publicDays'> {
  if (trade.notifiedOn !== undefined && trade.notifiedOn < trade.tradedOn) {
    return { lagDays: undefined, publicDays: undefined }
  }
  const reports = [trade, ...listCorrected(trade)]
  const daysTo = (days: readonly string[]) => daysBetween(trade.tradedOn, days.toSorted()[0] ?? trade.filedOn)
  return {
    lagDays: daysTo(reports.map(signingDay)),
    publicDays: daysTo(reports.map(({ filedOn }) => filedOn)),
  }
}

/** Ignores a signature dated before the trade or after publication: that is a typing error. */
function signingDay({ signedOn, tradedOn, filedOn }: CongressTrade): string {
  return signedOn !== undefined && signedOn >= tradedOn && signedOn <= filedOn ? signedOn : filedOn
}

function sortKey(trade: CongressTrade): string {
  const { chamber, reportId, row, filedOn } = trade
  return [filedOn, chamber, reportId, String(row).padStart(5, '0')].join(' ')
}
