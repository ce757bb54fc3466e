import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../db/database.ts'
import type { WordedAlarm } from '../sending/mail/index.ts'

/** An alarm as it was raised. */
export interface RaisedAlarm {
  readonly raisedAt: Date
  readonly subject: string
  readonly detail: string
}

/** Stores an alarm so that people can look it up later. */
export async function keepAlarm(
  db: DatabaseOrTransaction,
  { kind, subject, detail }: WordedAlarm,
): Promise<void> {
  await db
    .insertInto('raised_alarm')
    .values({ raised_at: sql<Date>`lunchpail_now()`, kind, subject, detail })
    .execute()
}

/** @param range.date  only alarms about this edition, 'YYYY-MM-DD'
 *  @returns newest first */
export async function listAlarms(
  db: DatabaseOrTransaction,
  { limit, date }: { limit: number; date?: string },
): Promise<RaisedAlarm[]> {
  const rows = await db
    .selectFrom('raised_alarm')
    .select(['raised_at', 'subject', 'detail'])
    .$if(date !== undefined, (query) => query.where('subject', 'like', `%${date}%`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ raised_at: raisedAt, subject, detail }) => ({ raisedAt, subject, detail }))
}
