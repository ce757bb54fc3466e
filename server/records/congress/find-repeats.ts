import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays, daysBetween } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import type { Chamber, CongressTrade } from './congress-trade.ts'
import { toFiler } from './find-named.ts'
import { correctionKey } from './mark-replaced.ts'
import type { MemberMatcher } from './match-member.ts'
import { rowsOfReports } from './reports.ts'

/** Fewer equal rows may be lots of one day that were reported one after the other. */
const FEWEST_ROWS = 3
/** Periodic reports of different trades do not have the same days, and a report that repeats another comes within weeks. */
const WITHIN_DAYS = 60
/** How many earlier reports of its filer a report is compared with. */
const MOST_COMPARED = 100

/** Identifies a report over both chambers. */
export const reportKey = (chamber: Chamber, reportId: string): string => `${chamber} ${reportId}`

/** The part of the rows of a report that must be in the other, word for word. */
const LEAST_SAME = 2 / 3

interface Row {
  readonly row: number
  /** Shared by rows on the same trade of the same account, whatever else they say. */
  readonly key: string
  readonly text: string
}

/** How a report repeats an earlier one. */
export interface Repeat {
  readonly first: string
  /** The numbers of the rows that are word for word in the earlier one. */
  readonly same: ReadonlySet<number>
  /** The numbers of the rows on the same trade as a row of the earlier one, with another amount or other words. */
  readonly changed: ReadonlySet<number>
}

/** Finds reports that repeat an earlier one by the same filer within 60 days: completely read, not marked as a correction, and with
 *  the same rows in any order, at least two thirds of them word for word; at least three must differ from each other.
 *  @param wanted.filedFrom  reports filed in the 60 days before it may be repeated
 *  @param wanted.reportIds  searches only these reports; if left out, all
 *  @returns by `reportKey` of each report that repeats another */
export async function findRepeats(
  db: DatabaseOrTransaction,
  {
    filedFrom,
    filedTo,
    reportIds,
  }: { filedFrom: string; filedTo: string; reportIds?: readonly string[] | undefined },
  match: MemberMatcher,
): Promise<ReadonlyMap<string, Repeat>> {
  const key = sql`md5(row(owner, asset, type, traded_on, subholding)::text)`
  const text = sql`md5(row(owner, asset, asset_detail, ticker, asset_type, type, traded_on, notified_on, low, high, subholding, description, comments)::text)`
  const reports = await rowsOfReports(db)
    .select([
      'congress_report.chamber',
      'congress_report.report_id',
      'member',
      'state',
      'district',
      'filed_on',
    ])
    .select(
      sql<Row[]>`json_agg(json_build_object('row', congress_line."row", 'key', ${key}, 'text', ${text}))`.as(
        'rows',
      ),
    )
    .where('filed_on', '>=', addDays(filedFrom, -WITHIN_DAYS))
    .where('filed_on', '<=', filedTo)
    .where('status', '=', 'read')
    .where('amendment', 'is', null)
    .$if(reportIds !== undefined, (query) =>
      query.where(sql<boolean>`congress_report.report_id = any(${reportIds ?? []}::text[])`),
    )
    .groupBy(['congress_report.chamber', 'congress_report.report_id'])
    .having(sql<boolean>`count(distinct ${text}) >= ${FEWEST_ROWS}`)
    .having(sql<boolean>`bool_and(lower(coalesce(filing_status, 'new')) = 'new')`)
    .execute()
  const byFiler = Map.groupBy(
    reports.toSorted((a, b) => compareText(a.filed_on, b.filed_on) || compareText(a.report_id, b.report_id)),
    (report) => {
      const found = match(toFiler(report))
      return [report.chamber, 'member' in found ? found.member.bioguideId : report.member].join(' ')
    },
  )
  return new Map([...byFiler.values()].flatMap((ordered) => Array.from(compareReports(ordered))))
}

interface Report {
  readonly chamber: Chamber
  readonly report_id: string
  readonly filed_on: string
  readonly rows: readonly Row[]
}

/** Compares each report with those before it, the newest first; not with all, since a filer may have any number.
 *  @param ordered  reports of one filer, by filing day
 *  @returns as findRepeats does */
export function compareReports(ordered: readonly Report[]): Map<string, Repeat> {
  const repeats = new Map<string, Repeat>()
  const counted = ordered.map((report) => ({ ...report, counts: countTexts(report.rows) }))
  for (const [index, report] of counted.entries()) {
    const before = counted.slice(Math.max(0, index - MOST_COMPARED), index).toReversed()
    for (const earlier of before) {
      if (daysBetween(earlier.filed_on, report.filed_on) > WITHIN_DAYS) break
      if (!haveMostInCommon(earlier, report)) continue
      const found = compareRows(earlier.rows, report.rows)
      if (found === undefined) continue
      const first = repeats.get(reportKey(earlier.chamber, earlier.report_id))?.first ?? earlier.report_id
      repeats.set(reportKey(report.chamber, report.report_id), { first, ...found })
      break
    }
  }
  return repeats
}

type Counts = ReadonlyMap<string, number>

function countTexts(rows: readonly Row[]): Counts {
  const counts = new Map<string, number>()
  for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Whether enough rows are word for word in both reports; stops at the first that shows they are not. */
function haveMostInCommon(
  earlier: { readonly rows: readonly Row[]; readonly counts: Counts },
  { rows, counts }: { readonly rows: readonly Row[]; readonly counts: Counts },
): boolean {
  const least = Math.max(earlier.rows.length, rows.length) * LEAST_SAME
  let common = rows.length
  for (const [text, count] of counts) {
    common -= Math.max(0, count - (earlier.counts.get(text) ?? 0))
    if (common < least) return false
  }
  return true
}

/** @returns undefined if fewer than three rows differ from each other */
function compareRows(before: readonly Row[], rows: readonly Row[]): Omit<Repeat, 'first'> | undefined {
  const same = pairRows(before, rows, ({ text }) => text)
  const paired = new Set(same.flat())
  const isLeft = (one: Row) => !paired.has(one)
  const changed = pairRows(before.filter(isLeft), rows.filter(isLeft), ({ key }) => key)
  const texts = new Set([...same, ...changed].map(([, { text }]) => text))
  if (texts.size < FEWEST_ROWS) return undefined
  const numbers = (pairs: typeof same) => new Set(pairs.map(([, { row }]) => row))
  return { same: numbers(same), changed: numbers(changed) }
}

/** Pairs each row with one of the earlier report that is alike, as long as there are any. */
function pairRows(
  before: readonly Row[],
  rows: readonly Row[],
  by: (row: Row) => string,
): (readonly [Row, Row])[] {
  const alike = Map.groupBy(before, by)
  return rows.flatMap((row) => {
    const other = alike.get(by(row))?.pop()
    return other === undefined ? [] : [[other, row] as const]
  })
}

/** Lists the reports that may repeat one another, judging by their known rows.
 *  @returns their ids; mostly none */
export function listAlike(trades: readonly CongressTrade[]): string[] {
  const reports = Map.groupBy(trades, ({ chamber, reportId }) => reportKey(chamber, reportId))
  const byRows = Map.groupBy(reports.values(), (rows) =>
    [
      rows[0]?.chamber,
      rows[0]?.member?.bioguideId ?? rows[0]?.filer,
      ...rows.map(correctionKey).toSorted(),
    ].join(' '),
  )
  return [...byRows.values()].flatMap((alike) =>
    alike.length < 2 ? [] : alike.flatMap((rows) => rows[0]?.reportId ?? []),
  )
}
