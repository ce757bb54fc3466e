import { daysBetween } from '../../lib/dates.ts'
import type { CongressTrade } from './congress-trade.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { compareText } from '../../lib/text.ts'

/** A row as it counts: a correction in the place of what it corrects. */
export interface SettledTrade {
  readonly trade: CongressTrade
  readonly side: 'buy' | 'sale'
  /** Calendar days from the trade to the day on which its first report was signed, or filed where it names no such day;
   *  undefined where the report's days contradict each other. */
  readonly lagDays: number | undefined
  /** Calendar days from the trade to the day on which anybody could read of it; undefined as above. */
  readonly publicDays: number | undefined
}

export interface Settlement {
  /** In a fixed order, whatever the order of the rows given. */
  readonly settled: readonly SettledTrade[]
  /** Of the week, whatever became of them; the same row counts once. */
  readonly rows: readonly CongressTrade[]
  /** Dated after the day on which their report became public. */
  readonly impossible: readonly CongressTrade[]
  /** Neither bought nor sold, by their own words: exchanges, gifts, what was reinvested or paid back. */
  readonly notTraded: readonly CongressTrade[]
  /** Rows that say that an earlier one was a mistake. */
  readonly deleted: readonly CongressTrade[]
  /** Rows that a later report has anew or takes back. */
  readonly replaced: readonly CongressTrade[]
  readonly correctionsApplied: readonly CongressTrade[]
  /** Corrections of what was reported before the week, or cannot be told: they are counted nowhere again. */
  readonly correctionsLeftOut: readonly CongressTrade[]
}

/** Sorts a week's rows into those that count and those that do not. A row outside the week is in none of them. */
export function settleTrades(trades: readonly CongressTrade[], week: EditionWeek): Settlement {
  const rows = [...new Map(trades.map((trade) => [rowId(trade), trade])).values()]
    .filter(({ filedOn }) => filedOn >= week.from && filedOn <= week.to)
    .sort((a, b) => compareText(sortKey(a), sortKey(b)))
  const replaced = rows.filter(({ replacedBy, status }) => replacedBy !== undefined && status !== 'deleted')
  const standing = rows.filter(({ replacedBy, status }) => replacedBy === undefined && status !== 'deleted')
  const originals = replaced.filter(({ status }) => status !== 'amended')
  const corrections = standing.filter(({ status }) => status === 'amended')
  const applied = corrections.filter((row) => findOriginals(originals, row).length > 0)
  const counted = standing.filter((row) => row.status !== 'amended' || applied.includes(row))
  const impossible = counted.filter(({ tradedOn, filedOn }) => tradedOn > filedOn)
  const possible = counted.filter(({ tradedOn, filedOn }) => tradedOn <= filedOn)
  return {
    settled: possible.flatMap((trade) => {
      if (!isTraded(trade)) return []
      const side = trade.kind === 'purchase' ? 'buy' : 'sale'
      return [{ trade, side, ...lagsOf(trade, findOriginals(originals, trade)) }]
    }),
    rows,
    impossible,
    notTraded: possible.filter((trade) => !isTraded(trade)),
    deleted: rows.filter(({ status }) => status === 'deleted'),
    replaced,
    correctionsApplied: applied,
    correctionsLeftOut: corrections.filter((row) => !applied.includes(row)),
  }
}

function isTraded({ kind }: CongressTrade): boolean {
  return kind === 'purchase' || kind === 'sale'
}

/** 'house 20026590#3': the row of a report. */
export function rowId({ chamber, reportId, row }: CongressTrade): string {
  return `${chamber} ${reportId}#${row}`
}

/** The rows of the week that a correction stands for. One of the House is for the row that it repeats; one of the Senate
 *  is its report anew. */
function findOriginals(originals: readonly CongressTrade[], row: CongressTrade): CongressTrade[] {
  if (row.status !== 'amended') return []
  return originals.filter(
    (one) =>
      one.replacedBy === row.reportId &&
      one.chamber === row.chamber &&
      (row.chamber === 'senate' || repeats(one, row)),
  )
}

function repeats(one: CongressTrade, other: CongressTrade): boolean {
  return (
    one.owner === other.owner &&
    one.asset === other.asset &&
    one.type === other.type &&
    one.tradedOn === other.tradedOn
  )
}

/** A correction was first reported on the day of its original. */
function lagsOf(
  trade: CongressTrade,
  originals: readonly CongressTrade[],
): Pick<SettledTrade, 'lagDays' | 'publicDays'> {
  if (trade.notifiedOn !== undefined && trade.notifiedOn < trade.tradedOn) {
    return { lagDays: undefined, publicDays: undefined }
  }
  const reports = [trade, ...originals.filter((one) => repeats(one, trade))]
  const daysTo = (days: readonly string[]) => daysBetween(trade.tradedOn, days.toSorted()[0] ?? trade.filedOn)
  return {
    lagDays: daysTo(reports.map(signingDay)),
    publicDays: daysTo(reports.map(({ filedOn }) => filedOn)),
  }
}

/** A signature dated before the trade or after the report came out is a slip. */
function signingDay({ signedOn, tradedOn, filedOn }: CongressTrade): string {
  return signedOn !== undefined && signedOn >= tradedOn && signedOn <= filedOn ? signedOn : filedOn
}

function sortKey(trade: CongressTrade): string {
  const { chamber, reportId, row, filedOn } = trade
  return [filedOn, chamber, reportId, String(row).padStart(5, '0')].join(' ')
}
