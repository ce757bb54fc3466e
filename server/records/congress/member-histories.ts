import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays, addMonths } from '../../lib/dates.ts'
import { findSpan } from '../core/collected-spans.ts'
import type { Chamber, CongressTrade } from './congress-trade.ts'
import { listCongressTrades, readMemberMatcher } from './congress-trades.ts'
import { toFiler } from './find-named.ts'

/** What some members reported before a week. */
export interface CongressHistory {
  /** Of a chamber of which all reports of a year or more before the week are listed: from which day on, 'YYYY-MM-DD'. */
  readonly since: Readonly<Partial<Record<Chamber, string>>>
  /** Rows of these members that became public before the week, whatever became of them since. */
  readonly trades: readonly CongressTrade[]
  /** Bioguide ids of members with a report of that time that is on paper or was not read in full. */
  readonly openMembers: ReadonlySet<string>
  /** As listed, in lower case: filers of that time who fit nobody for certain, and may be one of them. */
  readonly openNames: readonly string[]
}

const CHAMBERS = ['house', 'senate'] as const
const MOST_YEARS = 3

/** @param members  of the week's reports, by bioguide id
 *  @returns undefined where of neither chamber a year is kept */
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
