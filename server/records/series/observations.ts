import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type {
  Observation,
  ParsedObservation,
  ReleaseRule,
  SeriesDefinition,
  SeriesReading,
} from './series-observation.ts'
import { getSeries, listStandIns } from './series.ts'
import { addDays, addMonths, firstOfMonth, weekdayOf } from '../../lib/dates.ts'
import { isBusinessDay } from '../../lib/business-days.ts'

/** Stores new and changed values. A known value writes nothing; a changed one becomes a vintage dated today in New York. If a
 *  value is revised twice on one day, the later revision is kept.
 *  @returns the number of values written */
export async function keepObservations(
  db: DatabaseOrTransaction,
  seriesId: string,
  observations: readonly ParsedObservation[],
  documentId: string,
): Promise<number> {
  if (observations.length === 0) return 0
  const { rows } = await sql`
    insert into series_observation as kept
      (series_id, date, vintage_date, value, is_preliminary, document_id)
    select ${seriesId}, new.date, (lunchpail_now() at time zone 'America/New_York')::date, new.value,
      new.is_preliminary, ${documentId}::bigint
    from unnest(
      ${observations.map(({ date }) => date)}::date[],
      ${observations.map(({ value }) => value)}::numeric[],
      ${observations.map(({ isPreliminary }) => isPreliminary)}::boolean[]
    ) as new (date, value, is_preliminary)
    left join lateral (
      select value, is_preliminary from series_observation as old
      where old.series_id = ${seriesId} and old.date = new.date
      order by vintage_date desc limit 1
    ) as newest on true
    where newest.value is distinct from new.value
      or newest.is_preliminary is distinct from new.is_preliminary
    on conflict (series_id, date, vintage_date) do update
    set value = excluded.value, is_preliminary = excluded.is_preliminary, document_id = excluded.document_id
    where (kept.value, kept.is_preliminary) is distinct from (excluded.value, excluded.is_preliminary)
    returning 1`.execute(db)
  return rows.length
}

/** @returns the newest date with a value, 'YYYY-MM-DD' */
export async function findNewestDate(
  db: DatabaseOrTransaction,
  seriesId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('series_observation')
    .select('date')
    .where('series_id', '=', seriesId)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.date
}

/** Lists what was known of a series at the end of a day in New York. A value read on or before that day is returned as of
 *  then. One that was public by then but read later is returned as first read, with `isAsRevisedSince`.
 *  @param knownOn  'YYYY-MM-DD'
 *  @param from  the oldest date to return; all if left out
 *  @returns values, oldest first, one per date
 *  @throws TypeError for a series that is not in the catalogue */
export async function listObservations(
  db: DatabaseOrTransaction,
  seriesId: string,
  { knownOn, from }: { knownOn: string; from?: string },
): Promise<Observation[]> {
  const series = getSeries(seriesId)
  const rows = await db
    .selectFrom('series_observation')
    .innerJoin('source_document', 'source_document.id', 'series_observation.document_id')
    .select(['date', 'vintage_date', 'value', 'is_preliminary', 'retrieved_at'])
    .where('series_id', '=', seriesId)
    .$if(from !== undefined, (query) => query.where('date', '>=', from ?? ''))
    .orderBy('date')
    .orderBy('vintage_date')
    .execute()
  const vintagesByDate = Map.groupBy(rows, ({ date }) => date)
  const publicDays = await listPublicDays(
    db,
    series,
    [...vintagesByDate.values()].flatMap(([first]) => first ?? []),
  )
  return [...vintagesByDate.values()].flatMap((vintages) => {
    const [first] = vintages
    if (!first) return []
    const publicFrom = publicDays.get(first.date) ?? first.vintage_date
    // A value dated ahead of the day on which it was read is a typing error of its source.
    if (publicFrom > knownOn || first.date > knownOn) return []
    const known = vintages.findLast(({ vintage_date }) => vintage_date <= knownOn)
    const { date, vintage_date, value, is_preliminary, retrieved_at } = known ?? first
    return {
      date,
      value: Number(value),
      publicFrom,
      vintageDate: vintage_date,
      firstReadOn: first.vintage_date,
      isAsRevisedSince: known === undefined,
      isPreliminary: is_preliminary,
      retrievedAt: retrieved_at.toISOString(),
    }
  })
}

interface FirstReading {
  readonly date: string
  /** New York date on which it was first read. */
  readonly vintage_date: string
}

/** Tells from which day each value was public: from its release day; from its first reading if that was earlier; and from its
 *  first reading, too, if the source was read completely after the release day without having this value yet, as in a shutdown.
 *  @param firsts  by date, oldest first
 *  @returns days by date */
async function listPublicDays(
  db: DatabaseOrTransaction,
  series: SeriesDefinition,
  firsts: readonly FirstReading[],
): Promise<ReadonlyMap<string, string>> {
  const dueOn = (date: string) => releaseDateOf(series, date)
  let readSince: string | undefined
  const late: FirstReading[] = []
  for (const first of firsts) {
    // Everything older than the first reading of the series looks late.
    if (first.vintage_date > dueOn(first.date) && readSince !== undefined && readSince < first.vintage_date) {
      late.push(first)
    }
    if (readSince === undefined || first.vintage_date < readSince) readSince = first.vintage_date
  }
  const earliest = late.map(({ date }) => dueOn(date)).toSorted()[0]
  const readings = earliest === undefined ? [] : await listCompleteReadings(db, series.source, earliest)
  const missed = late.filter(({ date, vintage_date }) => {
    const day = readings.findLast((one) => one < vintage_date)
    const had = firsts.filter((one) => day !== undefined && one.vintage_date <= day)
    // A source that had newer values was not asked for this one.
    return day !== undefined && day > dueOn(date) && had.length > 0 && had.every((one) => one.date < date)
  })
  return new Map([
    ...firsts.map(({ date, vintage_date }): [string, string] => {
      const due = dueOn(date)
      return [date, vintage_date < due ? vintage_date : due]
    }),
    ...missed.map(({ date, vintage_date }): [string, string] => [date, vintage_date]),
  ])
}

/** @returns New York days after `after` on which the source was read completely, oldest first */
async function listCompleteReadings(
  db: DatabaseOrTransaction,
  source: string,
  after: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (finished_at at time zone 'America/New_York')::date as day from collect_run
    where source = ${source} and outcome = 'complete' and as_of >= ${after}
      and finished_at >= ${after}::date
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Reads a series from the newest of its own reading and its stand-ins; prefers its own if equally new.
 *  @returns no observations if none has any
 *  @throws TypeError for a series that is not in the catalogue */
export async function readSeries(
  db: DatabaseOrTransaction,
  seriesId: string,
  period: { knownOn: string; from?: string },
): Promise<SeriesReading> {
  let best: SeriesReading = await readOne(db, getSeries(seriesId), period)
  for (const standIn of listStandIns(seriesId)) {
    const reading = await readOne(db, standIn, period)
    if (newestDateOf(reading) > newestDateOf(best)) best = reading
  }
  return best
}

async function readOne(
  db: DatabaseOrTransaction,
  series: SeriesDefinition,
  period: { knownOn: string; from?: string },
): Promise<SeriesReading> {
  return { series, observations: await listObservations(db, series.id, period) }
}

const newestDateOf = ({ observations }: SeriesReading) => observations.at(-1)?.date ?? ''

const FRIDAY = 5

/** The day from which a value counts as known.
 *  @param date  the observation's date, 'YYYY-MM-DD'
 *  @returns 'YYYY-MM-DD', New York date */
export function releaseDateOf(
  { release, lateReleases }: Pick<SeriesDefinition, 'release' | 'lateReleases'>,
  date: string,
): string {
  return lateReleases?.[date] ?? dayByRule(release, date)
}

function dayByRule(rule: ReleaseRule, date: string): string {
  if (rule.after === 'days') return addDays(date, rule.days)
  if (rule.after === 'business-days') return addBusinessDays(date, rule.days)
  const month = addMonths(firstOfMonth(date), rule.months)
  return 'friday' in rule ? nthFriday(month, rule.friday) : dayOfMonth(month, rule.day)
}

function addBusinessDays(date: string, days: number): string {
  let day = date
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left--
  }
  return day
}

function nthFriday(month: string, nth: number): string {
  const first = addDays(month, (FRIDAY - weekdayOf(month) + 7) % 7)
  return addDays(first, 7 * (nth - 1))
}

function dayOfMonth(month: string, day: number): string {
  const lastDay = addDays(addMonths(month, 1), -1)
  const wanted = addDays(month, day - 1)
  return wanted < lastDay ? wanted : lastDay
}
