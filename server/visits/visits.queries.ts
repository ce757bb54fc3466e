import { sql, type Generated } from 'kysely'
import type { Database } from '../db/database.ts'
import { MAX_SECONDS, type Visit } from './describe-visit.ts'

export const VISITOR_COOKIE = 'visitor'
/** 128 random bits, which stand for a browser. */
export const VISITOR_ID = /^[\w-]{22}$/

// 's:' says that a value is signed; browsers show it as 's%3A'.
const SHOWN = /^(?:(?:__Host-)?visitor=)?(?:s(?::|%3A))?([\w-]{22})(?:\.\S*)?$/i

/** Reads the cookie as a visitor copies it from a browser, with or without its name and signature. The signature is not checked:
 *  nobody guesses the number.
 *  @returns the number; undefined for anything else */
export const parseVisitorCookie = (text: string): string | undefined => SHOWN.exec(text.trim())?.[1]

/** @param visitorId  from the signed cookie
 *  @param isResumed  whether the page came back to the foreground, so that its time is added to the recorded view */
export async function recordVisit(
  db: Database,
  visitorId: string,
  visit: Visit,
  { isResumed }: { isResumed: boolean },
): Promise<void> {
  if (isResumed && (await prolongVisit(db, visitorId, visit))) return
  await db
    .insertInto('visit')
    .values({
      visitor_id: visitorId,
      path: visit.path,
      started_at: sql<Date>`lunchpail_now() - ${visit.seconds} * interval '1 second'`,
      seconds: visit.seconds,
      country: visit.country,
      network: visit.network,
      referring_domain: visit.referringDomain,
      browser: visit.browser,
      operating_system: visit.operatingSystem,
    })
    .execute()
}

/** @returns false if nothing was recorded for that page within a day */
async function prolongVisit(db: Database, visitorId: string, { path, seconds }: Visit): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('visit')
    .set({ seconds: sql<number>`least(seconds + ${seconds}, ${MAX_SECONDS})` })
    .where('id', '=', (query) =>
      query
        .selectFrom('visit')
        .select('id')
        .where('visitor_id', '=', visitorId)
        .where('path', '=', path)
        .where('started_at', '>', sql<Date>`lunchpail_now() - interval '1 day'`)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists everything recorded for a browser, oldest first. */
export function listVisitsOf(
  db: Database,
  visitorId: string,
): Promise<(Visit & { readonly startedAt: Date })[]> {
  return db
    .selectFrom('visit')
    .select([
      'path',
      'started_at as startedAt',
      'seconds',
      'country',
      'network',
      'referring_domain as referringDomain',
      'browser',
      'operating_system as operatingSystem',
    ])
    .where('visitor_id', '=', visitorId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

/** @returns the number of deleted visits */
export async function deleteVisitsOf(db: Database, visitorId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('visit')
    .where('visitor_id', '=', visitorId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes visits older than 13 months; to be run daily.
 *  @returns the number of deleted visits */
export async function deleteOldVisits(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('visit')
    .where('started_at', '<', sql<Date>`lunchpail_now() - interval '13 months'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface VisitTables {
  visit: VisitTable
}

/** One page seen by a visitor who consented; kept 13 months. */
export interface VisitTable {
  id: Generated<string>
  visitor_id: string
  path: string
  started_at: Date
  seconds: number
  country: string | null
  /** IPv4 /24 or IPv6 /48. */
  network: string | null
  referring_domain: string | null
  browser: string | null
  operating_system: string | null
}
