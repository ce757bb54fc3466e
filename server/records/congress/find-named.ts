import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber } from './congress-trade.ts'
import type { MemberMatcher, ReportFiler } from './match-member.ts'

interface Named {
  readonly assets: readonly string[]
  /** Ids of reports with the same title by the same filers: Senate amendments refer to a report by its title. */
  readonly reports: readonly string[]
}

/** Finds the assets and reports of the rows that name one of these tickers. A correction repeats the asset of the row it
 *  corrects, or the title of the report, so that the rows of these assets and reports are enough to tell which rows of the
 *  tickers were replaced.
 *  @param days.tickers  upper-case; the filing days are inclusive */
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

/** @returns the ids of the reports by the filers of `some` of them, matched by name or member */
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
  // A member may have signed with several names: repeat until no further name turns up.
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

/** Strips the amendment number, which leaves the title shared by a report and its amendments. */
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
