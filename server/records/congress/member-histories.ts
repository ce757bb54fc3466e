import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays, addMonths } from '../../lib/dates.ts'
import { findSpan } from '../core/collected-spans.ts'
import type { Chamber, CongressTrade } from './congress-trade.ts'
import { listCongressTrades, readMemberMatcher } from './congress-trades.ts'
import { toFiler } from './find-named.ts'

/** What a set of members reported before a week. */
export interface CongressHistory {
  /** For each chamber with a complete list of at least a year before the week, the first day it covers, 'YYYY-MM-DD'. */
  readonly since: Readonly<Partial<Record<Chamber, string>>>
  /** Rows of these members that became public before the week, including amended and deleted ones. */
  readonly trades: readonly CongressTrade[]
  /** Bioguide ids of members with a report of that time that is on paper or was not read completely. */
  readonly openMembers: ReadonlySet<string>
  /** Lower-case names, as listed, of filers of that time who match no member for certain and may be one of these. */
  readonly openNames: readonly string[]
}

const CHAMBERS = ['house', 'senate'] as const
const MOST_YEARS = 3

/** Reads what these members reported in up to three years before the week.
 *  @param members  bioguide ids of the filers of the week's reports
 *  @returns undefined if neither chamber has a complete year */
export async function readCongressHistory(
  db: DatabaseOrTransaction,
  week: { readonly from: string },
  members: ReadonlySet<string>,
): Promise<CongressHistory | undefined> {
  const last = addDays(week.from, -1)
  const since: Partial<Record<Chamber, string>> = {}
  for (const chamber of CHAMBERS) {
    const span = await findSpan(db, { source: chamber, subject: '' })
    if (span === undefined || span.from > addMonths(week.from, -12) || span.to < last) continue
    const earliest = addMonths(week.from, -12 * MOST_YEARS)
    since[chamber] = span.from > earliest ? span.from : earliest
  }
  const from = Object.values(since).toSorted()[0]
  if (from === undefined) return undefined
  const matchMember = await readMemberMatcher(db)
  const reports = await db
    .selectFrom('congress_report')
    .select(['chamber', 'report_id', 'member', 'state', 'district', 'filed_on', 'status'])
    .where('filed_on', '>=', from)
    .where('filed_on', '<=', last)
    .execute()
  const matched = reports.map((report) => {
    const match = matchMember(toFiler(report))
    return { report, id: 'member' in match ? match.member.bioguideId : undefined }
  })
  const own = matched.filter(({ id }) => id !== undefined && members.has(id))
  return {
    since,
    trades: await listCongressTrades(db, {
      filedFrom: from,
      filedTo: last,
      matchMember,
      reportIds: own.map(({ report }) => report.report_id),
    }),
    openMembers: new Set(own.flatMap(({ id = '', report }) => (report.status === 'read' ? [] : [id]))),
    openNames: [
      ...new Set(
        matched.flatMap(({ id, report }) => (id === undefined ? [report.member.toLowerCase()] : [])),
      ),
    ],
  }
}
