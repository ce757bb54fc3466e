import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'

/** Deletes expired answers, and who asked for calls that no limit counts any more; once a day is enough. */
export async function deleteExpiredMarketData(db: Database): Promise<void> {
  await db
    .deleteFrom('market_cache')
    .where('keep_until', '<=', sql<Date>`lunchpail_now()`)
    .execute()
  // The next call to a source does the same, but may be long in coming. Some sources count the calls of a day.
  const counted = sql`unnest(calls, askers) as call (time, asker)
    where call.time >= least(lunchpail_now() - interval '1 minute', date_trunc('day', lunchpail_now(), 'UTC'))`
  await sql`
    update source_budget
    set calls = array(select call.time from ${counted}), askers = array(select call.asker from ${counted})`.execute(
    db,
  )
}
