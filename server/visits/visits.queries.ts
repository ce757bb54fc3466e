import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { Visit } from './describe-visit.ts'

/** @param visitorId  of the signed cookie */
export async function recordVisit(db: Database, visitorId: string, visit: Visit): Promise<void> {
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

export async function deleteVisitsOf(db: Database, visitorId: string): Promise<void> {
  await db.deleteFrom('visit').where('visitor_id', '=', visitorId).execute()
}

/** Deletes what is older than 13 months; daily is often enough.
 *  @returns how many */
export async function deleteOldVisits(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('visit')
    .where('started_at', '<', sql<Date>`lunchpail_now() - interval '13 months'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
