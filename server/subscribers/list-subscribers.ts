import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import { isActive } from './subscribers.queries.ts'

/** active: gets the next edition · unconfirmed: the owner has not followed the link · suppressed: confirmed once, and on the
 *  do-not-mail list */
export type SubscriberState = 'active' | 'unconfirmed' | 'suppressed'

export interface ListedSubscriber {
  readonly id: string
  readonly email: string
  readonly state: SubscriberState
  /** Undefined if the imported file does not say. */
  readonly consentedAt: Date | undefined
  /** Undefined for consents older than this field. */
  readonly consentSource: string | undefined
  /** When the consent was recorded here. */
  readonly recordedAt: Date
  readonly confirmedAt: Date | undefined
}

const PAGE = 1_000

/** Lists subscribers with an address, ordered by id, page by page: holds memory and the database for one page only, and lists
 *  nobody twice if people join or leave meanwhile.
 *  @param after  start after this id, '0' for all
 *  @param limit  maximum number
 *  @param only  'active' leaves out those who do not get the next edition */
export async function* listSubscribers(
  db: Database,
  { after, limit, only }: { after: string; limit: number; only: 'active' | 'all' },
): AsyncGenerator<readonly ListedSubscriber[]> {
  let last = after
  let left = limit
  while (left > 0) {
    const rows = await listRows(db, last)
    const page = rows.flatMap((row) => toListed(row, only)).slice(0, left)
    if (page.length > 0) yield page
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id ?? last
    left -= page.length
  }
}

interface Row {
  readonly id: string
  readonly email: string | null
  readonly consented_at: Date | null
  readonly consent_source: string | null
  readonly recorded_at: Date
  readonly confirmed_at: Date | null
  readonly is_active: boolean
}

/** Filters by id alone: with another condition, a planner without statistics would read and sort a newly filled table for each
 *  page (0.3 s at a million rows). */
async function listRows(db: Database, after: string): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select id, email, consented_at, consent_source, recorded_at, confirmed_at, ${isActive} as is_active
    from subscriber where id > ${after}::bigint order by id limit ${PAGE}`.execute(db)
  return rows
}

/** @returns nothing for someone who left or is filtered out */
function toListed(row: Row, only: 'active' | 'all'): ListedSubscriber[] {
  if (row.email === null || (only === 'active' && !row.is_active)) return []
  const unless = row.confirmed_at === null ? 'unconfirmed' : 'suppressed'
  return [
    {
      id: row.id,
      email: row.email,
      state: row.is_active ? 'active' : unless,
      consentedAt: row.consented_at ?? undefined,
      consentSource: row.consent_source ?? undefined,
      recordedAt: row.recorded_at,
      confirmedAt: row.confirmed_at ?? undefined,
    },
  ]
}
