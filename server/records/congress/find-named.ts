import { sql, type RawBuilder } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber } from './congress-trade.ts'
import type { MemberMatcher, ReportFiler } from './match-member.ts'
import { rowsOfReports } from './reports.ts'

/** What the rows of some tickers name. */
export interface Named {
  readonly assets: readonly string[]
  /** Ids of reports with the same title by the same filers, since Senate amendments refer to a report by its title. */
  readonly reports: readonly string[]
  /** Ids of House reports by filers who corrected a row: see isNearCorrection. */
  readonly corrected: readonly string[]
  /** Those of `corrected` that have the same trades as another and so may repeat it. */
  readonly alike: readonly string[]
}

/** Finds the assets and reports of the rows that name one of these tickers. A correction repeats the asset of the row it corrects
 *  or the title of the report, unless it corrects the asset itself. The rows of these assets and reports, and those near a correction,
 *  are enough to tell which rows of the tickers were replaced.
 *  @param days.tickers  upper-case; the filing days are inclusive */
export async function findNamed(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo, tickers }: { filedFrom: string; filedTo: string; tickers: readonly string[] },
  match: MemberMatcher,
): Promise<Named> {
  const rows = await rowsOfReports(db)
    .select(['asset', 'congress_report.report_id', 'congress_report.chamber', 'title'])
    .distinct()
    .where('ticker', 'in', [...tickers, ...tickers.map((ticker) => ticker.toLowerCase())])
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .execute()
  const assets = [...new Set(rows.map(({ asset }) => asset))]
  const titles = [
    ...new Set(rows.map(({ title }) => titleOfFirst(title)).filter((title) => title !== undefined)),
  ]
  const ofHouse = rows.filter(({ chamber }) => chamber === 'house').map(({ report_id }) => report_id)
  const corrected = await listCorrected(db, { filedFrom, filedTo }, new Set(ofHouse), match)
  const near = { corrected, alike: await listWithSameTrades(db, corrected) }
  if (titles.length === 0) return { assets, reports: [], ...near }
  const alike = await db
    .selectFrom('congress_report')
    .select(['report_id', 'chamber', 'member', 'state', 'district', 'filed_on'])
    .where(sql<boolean>`regexp_replace(title, '\\s*\\(Amendment \\d+\\)', '', 'i') = any(${titles}::text[])`)
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .execute()
  const ids = new Set(rows.map(({ report_id }) => report_id))
  return { assets, reports: listOfSameFilers(alike, ids, match), ...near }
}

/** A condition for rows of corrected reports: those that correct others or may, being in a report that may repeat another, and all
 *  that one of these may correct or be mistaken for (see correctionKeys). Of rows with one correctionKey, it holds for all or none. */
export function isNearCorrection({
  corrected,
  alike,
}: Pick<Named, 'corrected' | 'alike'>): RawBuilder<boolean> {
  const ofCorrections = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from congress_line as correction
    where chamber = 'house' and report_id = any(${corrected}::text[])
      and (lower(filing_status) in ('amended', 'deleted') or report_id = any(${alike}::text[]))`
  return sql`(
    congress_line.chamber = 'house' and congress_line.report_id = any(${corrected}::text[])
    and (
      asset in (${ofCorrections(sql`asset`)})
      or (owner, type, traded_on) in (${ofCorrections(sql`owner, type, traded_on`)})
    )
  )`
}

/** Lists those of these House reports whose rows have the same owners, assets, types and days as those of another. */
async function listWithSameTrades(db: DatabaseOrTransaction, reports: readonly string[]): Promise<string[]> {
  if (reports.length === 0) return []
  const trades = await db
    .selectFrom('congress_line')
    .select([
      'report_id',
      // A sum, since it does not depend on the order of the rows.
      sql<string>`sum(hashtextextended(row(owner, asset, type, traded_on)::text, 0))::text`.as('hash'),
    ])
    .where('chamber', '=', 'house')
    .where(sql<boolean>`report_id = any(${reports}::text[])`)
    .groupBy('report_id')
    .execute()
  const byHash = Map.groupBy(trades, ({ hash }) => hash)
  return [...byHash.values()].flatMap((same) =>
    same.length < 2 ? [] : same.map(({ report_id }) => report_id),
  )
}

/** Lists the House reports of those filers of `some` who amended or deleted a row. A correction may change the asset's name, and
 *  only rows of its filer in other assets show which one it corrects. */
async function listCorrected(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: { filedFrom: string; filedTo: string },
  some: ReadonlySet<string>,
  match: MemberMatcher,
): Promise<string[]> {
  if (some.size === 0) return []
  const reports = await db
    .selectFrom('congress_report')
    .select(['report_id', 'chamber', 'member', 'state', 'district', 'filed_on'])
    .select(
      sql<boolean>`exists (
        select from congress_line
        where congress_line.chamber = congress_report.chamber and congress_line.report_id = congress_report.report_id
          and lower(filing_status) in ('amended', 'deleted')
      )`.as('corrects'),
    )
    .where('chamber', '=', 'house')
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .execute()
  if (!reports.some(({ corrects }) => corrects)) return []
  const ofFilers = new Set(listOfSameFilers(reports, some, match))
  const correcting = reports.filter(({ corrects, report_id }) => corrects && ofFilers.has(report_id))
  return correcting.length === 0
    ? []
    : listOfSameFilers(reports, new Set(correcting.map(({ report_id }) => report_id)), match)
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
  const named = signed.flatMap((report) => report.by.map((name) => ({ name, report })))
  const byName = Map.groupBy(named, ({ name }) => name)
  const ids = new Set(some)
  const names = new Set(signed.flatMap(({ id, by }) => (ids.has(id) ? by : [])))
  // A member may have signed with several names: those that turn up are visited as well.
  for (const name of names) {
    for (const { report } of byName.get(name) ?? []) {
      ids.add(report.id)
      for (const other of report.by) names.add(other)
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
