import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber } from './congress-trade.ts'
import type { MemberMatcher, ReportFiler } from './match-member.ts'

interface Named {
  readonly assets: readonly string[]
  /** Those of the same title by the same filers, where an amendment is of a report by its title. */
  readonly reports: readonly string[]
}

/** What the rows that name one of these tickers are of. A correction repeats the asset of what it corrects, or is the
 *  report of the same title again: with the rows of these assets and reports, the fate of each row of the tickers is told as
 *  among all rows.
 *  @param days.tickers  in capitals, filed on these days, both included */
export async function findNamed(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo, tickers }: { filedFrom: string; filedTo: string; tickers: readonly string[] },
  match: MemberMatcher,
): Promise<Named> {
  const rows = await db
    .selectFrom('congress_line')
    .innerJoin('congress_report', (join) =>
      join
        .onRef('congress_report.chamber', '=', 'congress_line.chamber')
        .onRef('congress_report.report_id', '=', 'congress_line.report_id'),
    )
    .select(['asset', 'congress_report.report_id', 'title'])
    .distinct()
    .where('ticker', 'in', [...tickers, ...tickers.map((ticker) => ticker.toLowerCase())])
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .execute()
  const assets = [...new Set(rows.map(({ asset }) => asset))]
  const titles = [
    ...new Set(rows.map(({ title }) => titleOfFirst(title)).filter((title) => title !== undefined)),
  ]
  if (titles.length === 0) return { assets, reports: [] }
  const alike = await db
    .selectFrom('congress_report')
    .select(['report_id', 'chamber', 'member', 'state', 'district', 'filed_on'])
    .where(sql<boolean>`regexp_replace(title, '\\s*\\(Amendment \\d+\\)', '', 'i') = any(${titles}::text[])`)
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .execute()
  const ids = new Set(rows.map(({ report_id }) => report_id))
  return { assets, reports: listOfSameFilers(alike, ids, match) }
}

/** @returns the ids of those of the reports that are by the filers of some of them, by name or as members */
function listOfSameFilers(
  reports: readonly (Parameters<typeof toFiler>[0] & { report_id: string })[],
  some: ReadonlySet<string>,
  match: MemberMatcher,
): string[] {
  const signed = reports.map((report) => {
    const found = match(toFiler(report))
    return {
      id: report.report_id,
      by: [report.member, 'member' in found ? found.member.bioguideId : report.member],
    }
  })
  const ids = new Set(some)
  const filers = new Set<string>()
  // Who is known by a name may have signed with another as well.
  for (let known = -1; known < filers.size;) {
    known = filers.size
    for (const { id, by } of signed) {
      if (!ids.has(id) && !by.some((name) => filers.has(name))) continue
      ids.add(id)
      for (const name of by) filers.add(name)
    }
  }
  return signed.flatMap(({ id }) => (ids.has(id) ? [id] : []))
}

/** The title that a report has in common with its amendments. */
export function titleOfFirst(title: string | null): string | undefined {
  return title?.replace(/(?<!\s)\s*\(Amendment \d+\)/i, '')
}

export function toFiler(report: {
  chamber: Chamber
  member: string
  state: string | null
  district: number | null
  filed_on: string
}): ReportFiler {
  return {
    chamber: report.chamber,
    filer: report.member,
    state: report.state ?? undefined,
    district: report.district ?? undefined,
    filedOn: report.filed_on,
  }
}
