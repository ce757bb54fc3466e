import { sql, type RawBuilder } from 'kysely'

import type { Database } from '../db/database.ts'

/** Groups of fewer visitors than this show no figures. */
export const SMALLEST_GROUP = 5

/** A longer absence starts a new visit. */
const VISIT_GAP = sql.lit('30 minutes')
const ZONE = sql.lit('America/Chicago')

/** A group of visits with something in common. The figures are null for fewer than SMALLEST_GROUP visitors. */
export interface UsageGroup {
  /** null if unknown */
  readonly name: string | null
  readonly visitors: number | null
  /** Pages seen; for a referring domain, arrivals from it. */
  readonly views: number | null
}

export interface PageUsage extends UsageGroup {
  readonly name: string
  /** Median time of a view in seconds; null for a small group. */
  readonly medianSeconds: number | null
}

/** Groups with the most views first; small ones last, by name. */
export interface UsageList<Group> {
  readonly groups: readonly Group[]
  /** Number of further groups. */
  readonly leftOut: number
}

/** What consenting visitors did on a range of days in Chicago. */
export interface UsageReport {
  /** First and last day, 'YYYY-MM-DD'. */
  readonly from: string
  readonly to: string
  /** These three are 0 if there was nobody, null for fewer than SMALLEST_GROUP visitors. */
  readonly visitors: number | null
  readonly visits: number | null
  readonly views: number | null
  readonly pages: UsageList<PageUsage>
  /** Pages with the longest median time first, without small groups. */
  readonly pagesByTime: readonly PageUsage[]
  readonly referringDomains: UsageList<UsageGroup>
  readonly countries: UsageList<UsageGroup>
  readonly browsers: UsageList<UsageGroup>
  readonly systems: UsageList<UsageGroup>
}

interface Days {
  /** First and last day in Chicago, 'YYYY-MM-DD'. */
  readonly from: string
  readonly to: string
}

type Dimension = 'referring_domain' | 'country' | 'browser' | 'operating_system'

/** Counts in Postgres and loads only one row per group. Runs the queries one after another, so that an embedded database
 *  serves others in between; a visit recorded meanwhile may be in some figures only.
 *  @param limit  number of groups of each kind */
export async function reportUsage(
  db: Database,
  { from, to }: Days,
  { limit }: { limit: number },
): Promise<UsageReport> {
  const when = withinDays({ from, to })
  const groupsOf = (dimension: Dimension) => listGroups(db, dimension, when, limit)
  return {
    from,
    to,
    ...(await countTotals(db, when)),
    ...(await listPages(db, when, limit)),
    referringDomains: await groupsOf('referring_domain'),
    countries: await groupsOf('country'),
    browsers: await groupsOf('browser'),
    systems: await groupsOf('operating_system'),
  }
}

/** @returns the day in Chicago by the database's clock, 'YYYY-MM-DD' */
export async function findToday(db: Database): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(lunchpail_now() at time zone ${ZONE}, 'YYYY-MM-DD') as today`.execute(db)
  return firstOf(rows).today
}

function withinDays({ from, to }: Days): RawBuilder<boolean> {
  return sql<boolean>`started_at >= ${from}::date::timestamp at time zone ${ZONE}
    and started_at < (${to}::date + 1)::timestamp at time zone ${ZONE}`
}

interface Counted {
  readonly visitors: number
  readonly views: number
}

async function countTotals(db: Database, when: RawBuilder<boolean>) {
  const { rows } = await sql<Counted & { visits: number }>`
    with seen as (
      select visitor_id, started_at,
        lag(started_at + seconds * interval '1 second') over (partition by visitor_id order by started_at, id)
          as left_at
      from visit where ${when}
    ), visitor as (
      select count(*) as views,
        count(*) filter (where left_at is null or started_at - left_at > interval ${VISIT_GAP}) as visits
      from seen group by visitor_id
    )
    select count(*)::int as visitors, coalesce(sum(visits), 0)::int as visits, coalesce(sum(views), 0)::int as views
    from visitor`.execute(db)
  const total = firstOf(rows)
  return isSmall(total) ? { visitors: null, visits: null, views: null } : total
}

async function listPages(db: Database, when: RawBuilder<boolean>, limit: number) {
  const { rows } = await sql<
    Counted & { name: string; median: number; by_views: number; by_time: number; groups: number }
  >`
    with page as (
      select path as name, count(*)::int as views, count(distinct visitor_id)::int as visitors,
        percentile_cont(0.5) within group (order by seconds) as median
      from visit where ${when} group by path
    ), ranked as (
      select *, count(*) over ()::int as groups,
        row_number() over (order by ${inOrder('views')})::int as by_views,
        row_number() over (order by ${inOrder('median')})::int as by_time
      from page
    )
    select * from ranked where by_views <= ${limit} or by_time <= ${limit} order by by_views`.execute(db)
  const toPage = (row: (typeof rows)[number]): PageUsage => ({
    ...hideSmall(row),
    name: row.name,
    medianSeconds: isSmall(row) ? null : row.median,
  })
  const shown = rows.filter(({ by_views }) => by_views <= limit)
  return {
    pages: { groups: shown.map(toPage), leftOut: (rows[0]?.groups ?? 0) - shown.length },
    pagesByTime: rows
      .filter((row) => row.by_time <= limit && !isSmall(row))
      .toSorted((a, b) => a.by_time - b.by_time)
      .map(toPage),
  }
}

async function listGroups(
  db: Database,
  dimension: Dimension,
  when: RawBuilder<boolean>,
  limit: number,
): Promise<UsageList<UsageGroup>> {
  const column = sql.ref(dimension)
  // Most views have no referring domain, since they are not the first of a visit.
  const isMeant = dimension === 'referring_domain' ? sql`${column} is not null` : sql`true`
  const { rows } = await sql<Counted & { name: string | null; groups: number }>`
    with pair as (
      select ${column} as name, count(*) as views from visit where ${when} and ${isMeant} group by ${column}, visitor_id
    ), counted as (
      select name, count(*)::int as visitors, sum(views)::int as views from pair group by name
    )
    select *, count(*) over ()::int as groups from counted order by ${inOrder('views')} limit ${limit}`.execute(
    db,
  )
  return { groups: rows.map(hideSmall), leftOut: (rows[0]?.groups ?? 0) - rows.length }
}

/** The order of small groups must not reveal which is larger. */
function inOrder(column: 'views' | 'median'): RawBuilder<unknown> {
  const isLarge = sql`visitors >= ${sql.lit(SMALLEST_GROUP)}`
  return sql`${isLarge} desc, case when ${isLarge} then ${sql.ref(column)} end desc, name`
}

function isSmall({ visitors }: Counted): boolean {
  return visitors > 0 && visitors < SMALLEST_GROUP
}

function hideSmall<Name>(row: Counted & { name: Name }): { name: Name } & Omit<UsageGroup, 'name'> {
  const { name, visitors, views } = row
  return isSmall(row) ? { name, visitors: null, views: null } : { name, visitors, views }
}

/** @throws Error if there is no row, which Postgres never returns for an aggregate without groups */
function firstOf<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the database answered without a row')
  return row
}
