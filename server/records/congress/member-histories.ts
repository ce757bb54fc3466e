import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays, addMonths } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import { findSpan } from '../core/collected-spans.ts'
import type { Chamber, CongressTrade, MemberTerm } from './congress-trade.ts'
import { listCongressTrades, readMemberMatcher } from './congress-trades.ts'
import { toFiler } from './find-named.ts'
import { DAYS_AFTER_A_TERM } from './match-member.ts'

/** What a set of members reported before a week. */
export interface CongressHistory {
  /** By bioguide id, the first day from which all reports of a member are listed, 'YYYY-MM-DD'; only of those who have been in
   *  Congress, in whichever chamber, and listed for at least a year before the week. */
  readonly since: ReadonlyMap<string, string>
  /** Rows of these members that became public before the week, including amended and deleted ones. */
  readonly trades: readonly CongressTrade[]
  /** Bioguide ids of members with a report of that time that is on paper or was not read completely. */
  readonly openMembers: ReadonlySet<string>
  /** Lower-case names, as listed, of filers of that time who match no member for certain and may be one of these. */
  readonly openNames: readonly string[]
}

const CHAMBERS = ['house', 'senate'] as const
const LEAST_MONTHS = 12
const MOST_MONTHS = 36

/** Reads what these members reported in up to three years before the week.
 *  @param members  bioguide ids of the filers of the week's reports
 *  @returns undefined if no member has a complete year */
export async function readCongressHistory(
  db: DatabaseOrTransaction,
  week: { readonly from: string },
  members: ReadonlySet<string>,
): Promise<CongressHistory | undefined> {
  const last = addDays(week.from, -1)
  const since = await readSince(db, week, members)
  const from = [...since.values()].toSorted()[0]
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

/** @returns as in CongressHistory */
async function readSince(
  db: DatabaseOrTransaction,
  week: { readonly from: string },
  members: ReadonlySet<string>,
): Promise<CongressHistory['since']> {
  if (members.size === 0) return new Map()
  const listed: Listed = {}
  for (const chamber of CHAMBERS) {
    const span = await findSpan(db, { source: chamber, subject: '' })
    if (span && span.to >= addDays(week.from, -1)) listed[chamber] = span.from
  }
  const rows = await db
    .selectFrom('member')
    .select(['bioguide_id', 'terms'])
    .where('bioguide_id', 'in', [...members])
    .execute()
  return new Map(
    rows.flatMap(({ bioguide_id: id, terms }) => {
      const since = findSince(terms, listed, week)
      return since === undefined || since > addMonths(week.from, -LEAST_MONTHS) ? [] : [[id, since] as const]
    }),
  )
}

/** The first day that the list of a chamber covers, if it goes on to the week. */
type Listed = Partial<Record<Chamber, string>>

/** The day from which a member's reports are listed in each chamber they sat in: not before the first day of a service without
 *  a break, since nobody reports before it. */
function findSince(terms: readonly MemberTerm[], listed: Listed, week: { readonly from: string }) {
  const earliest = addMonths(week.from, -MOST_MONTHS)
  const begun = terms.filter(({ start }) => start < week.from)
  const recent = begun.filter(({ end }) => reportsUntil(end) >= earliest)
  const lists = recent.map(({ chamber }) => listed[chamber])
  if (!lists.every((from) => from !== undefined)) return undefined
  let served = week.from
  for (const { start, end } of begun.toSorted((a, b) => compareText(b.start, a.start))) {
    if (reportsUntil(end) < served) break
    served = start
  }
  return [earliest, served, ...lists].toSorted().at(-1)
}

const reportsUntil = (end: string) => addDays(end, DAYS_AFTER_A_TERM)
