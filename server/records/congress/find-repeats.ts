import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays, daysBetween } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import type { Chamber, CongressTrade } from './congress-trade.ts'
import { toFiler } from './find-named.ts'
import { correctionKey } from './mark-replaced.ts'
import type { MemberMatcher } from './match-member.ts'

/** Fewer equal rows may be lots of one day that were reported one after the other. */
const FEWEST_ROWS = 3
/** Periodic reports of different trades do not have the same days, and a report that repeats another comes within weeks. */
const WITHIN_DAYS = 60

/** Identifies a report over both chambers. */
export const reportKey = (chamber: Chamber, reportId: string): string => `${chamber} ${reportId}`

/** Finds reports that repeat an earlier one by the same filer within 60 days: completely read, not marked as a correction, and with
 *  the same rows, word for word but in any order; at least three rows must differ from each other.
 *  @param wanted.filedFrom  reports filed in the 60 days before it may be repeated
 *  @param wanted.reportIds  searches only these reports; if left out, all
 *  @returns the id of the first report by `reportKey` of each that repeats it */
export async function findRepeats(
  db: DatabaseOrTransaction,
  {
    filedFrom,
    filedTo,
    reportIds,
  }: { filedFrom: string; filedTo: string; reportIds?: readonly string[] | undefined },
  match: MemberMatcher,
): Promise<ReadonlyMap<string, string>> {
  const rowText = sql`md5(row(owner, asset, asset_detail, ticker, asset_type, type, traded_on, notified_on, low, high, subholding, description, comments)::text)`
  const reports = await db
    .selectFrom('congress_line')
    .innerJoin('congress_report', (join) =>
      join
        .onRef('congress_report.chamber', '=', 'congress_line.chamber')
        .onRef('congress_report.report_id', '=', 'congress_line.report_id'),
    )
    .select([
      'congress_report.chamber',
      'congress_report.report_id',
      'member',
      'state',
      'district',
      'filed_on',
    ])
    .select(sql<string>`md5(string_agg(${rowText}, '' order by ${rowText}))`.as('rows'))
    .where('filed_on', '>=', addDays(filedFrom, -WITHIN_DAYS))
    .where('filed_on', '<=', filedTo)
    .where('status', '=', 'read')
    .where('amendment', 'is', null)
    .$if(reportIds !== undefined, (query) =>
      query.where(sql<boolean>`congress_report.report_id = any(${reportIds ?? []}::text[])`),
    )
    .groupBy(['congress_report.chamber', 'congress_report.report_id'])
    .having(sql<boolean>`count(distinct ${rowText}) >= ${FEWEST_ROWS}`)
    .having(sql<boolean>`bool_and(lower(coalesce(filing_status, 'new')) = 'new')`)
    .execute()
  const signed = reports.map((report) => {
    const found = match(toFiler(report))
    const by = 'member' in found ? found.member.bioguideId : report.member
    return { report, key: [report.chamber, by, report.rows].join(' ') }
  })
  const repeats = new Map<string, string>()
  for (const alike of Map.groupBy(signed, ({ key }) => key).values()) {
    const ordered = alike
      .map(({ report }) => report)
      .toSorted((a, b) => compareText(a.filed_on, b.filed_on) || compareText(a.report_id, b.report_id))
    let [first] = ordered
    let before = first
    for (const report of ordered.slice(1)) {
      if (before && first && daysBetween(before.filed_on, report.filed_on) <= WITHIN_DAYS) {
        repeats.set(reportKey(report.chamber, report.report_id), first.report_id)
      } else {
        first = report
      }
      before = report
    }
  }
  return repeats
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
