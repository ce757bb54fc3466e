import { daysBetween } from '../../lib/dates.ts'
import type { CongressTrade } from './congress-trade.ts'
import { createOriginFinder, earlierOf, type FirstDays, firstDaysOf } from './find-origin.ts'
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
  const findOrigin = createOriginFinder(replaced)
  const origins = new Map(corrections.map((row) => [row, findOrigin(row)]))
  const unapplied = new Set(corrections.filter((row) => origins.get(row) === undefined))
  const counted = standing.filter((row) => !unapplied.has(row))
  // Includes corrections and what they replace, since readers learn how many of all rows are impossible.
  const impossible = rows.filter(isImpossible)
  const possible = counted.filter((row) => !isImpossible(row))
  return {
    effective: possible.flatMap((trade) => {
      if (!isTraded(trade)) return []
      const side = trade.kind === 'purchase' ? 'buy' : 'sale'
      return [{ trade, side, ...lagsOf(trade, origins.get(trade)?.first) }]
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

/** A correction counts as first reported with its original. */
function lagsOf(
  trade: CongressTrade,
  first: FirstDays | undefined,
): Pick<EffectiveTrade, 'lagDays' | 'publicDays'> {
  if (trade.notifiedOn !== undefined && trade.notifiedOn < trade.tradedOn) {
    return { lagDays: undefined, publicDays: undefined }
  }
  const { signedOn, filedOn } = earlierOf(firstDaysOf(trade), first)
  return { lagDays: daysBetween(trade.tradedOn, signedOn), publicDays: daysBetween(trade.tradedOn, filedOn) }
}

function sortKey(trade: CongressTrade): string {
  const { chamber, reportId, row, filedOn } = trade
  return [filedOn, chamber, reportId, String(row).padStart(5, '0')].join(' ')
}
