import { sql } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { SourceError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { UpstreamFetch } from '../../upstream-fetch.ts'
import type { Bypass } from '../cache/bypass.ts'
import type { SourceId } from '../providers/provider.ts'

const MINUTE_MS = 60_000

/** How often a source may be asked. */
export interface CallLimit {
  readonly source: SourceId
  /** The source's name, as people read it. */
  readonly name: string
  /** In any 60 seconds, of all processes together; at least 1. */
  readonly perMinute: number
}

/** Counts calls before they are made. */
export interface CallBudget {
  /** @throws BudgetUsedUpError where the calls of the last minute are as many as there may be */
  take(limit: CallLimit): Promise<void>
}

/** We have asked enough: the source was not asked, and nothing is known of its state. */
export class BudgetUsedUpError extends SourceError {
  constructor({ name, perMinute }: CallLimit, secondsLeft: number) {
    super(
      name,
      `${name} has been asked ${perMinute} times within a minute, which is all it is asked. Try again in ${secondsLeft} seconds.`,
      { retryAfterSeconds: secondsLeft, concerns: 'pause' },
    )
  }
}

/** @returns `fetch`, each call of which is counted before it is made; the redirects it follows belong to it. That the
 *  calls are used up is logged once a minute. */
export function createBudgetedFetch(
  fetch: UpstreamFetch,
  deps: { budget: CallBudget; limit: CallLimit; clock: Clock; logger: Logger },
): UpstreamFetch {
  const { budget, limit, clock, logger } = deps
  let toldAt = Number.NEGATIVE_INFINITY
  return async (url, init) => {
    try {
      await budget.take(limit)
    } catch (error) {
      const now = clock.now().getTime()
      if (error instanceof BudgetUsedUpError && now >= toldAt + MINUTE_MS) {
        toldAt = now
        logger.warn(
          { source: limit.source, perMinute: limit.perMinute },
          'as many calls were made within a minute as there may be',
        )
      }
      throw error
    }
    return fetch(url, init)
  }
}

/** Counts the calls of this process alone. */
export function createMemoryBudget({ clock }: { clock: Clock }): CallBudget {
  const counted = new Map<SourceId, number[]>()
  return {
    async take(limit) {
      const now = clock.now().getTime()
      const recent = (counted.get(limit.source) ?? []).filter((time) => time > now - MINUTE_MS)
      const [oldest = now] = recent
      if (recent.length >= limit.perMinute) {
        throw new BudgetUsedUpError(limit, Math.ceil((oldest + MINUTE_MS - now) / 1000))
      }
      counted.set(limit.source, [...recent, now])
    },
  }
}

/** Counts the calls of all processes on the database. Where that cannot be reached each process goes by its own count:
 *  one process alone never makes more calls than all of them may. */
export function createSharedBudget(deps: { db: Database; bypass: Bypass; clock: Clock }): CallBudget {
  const { db, bypass, clock } = deps
  const own = createMemoryBudget({ clock })
  return {
    async take(limit) {
      const taken = await bypass.run<Taken | undefined>(() => takeShared(db, limit), undefined)
      if (taken?.granted === false) throw new BudgetUsedUpError(limit, taken.secondsLeft)
      await own.take(limit)
    },
  }
}

interface Taken {
  readonly granted: boolean
  /** Until the oldest call of the last minute is over a minute old, rounded up. */
  readonly secondsLeft: number
}

// The row of a source is locked by each who takes from it, so that no two take the last call.
async function takeShared(db: Database, { source, perMinute }: CallLimit): Promise<Taken> {
  const recent = sql`array(select time from unnest(kept.calls) time where time > lunchpail_now() - interval '1 minute')`
  const { rows } = await sql<Taken>`
    with taken as (
      insert into source_budget as kept (source, calls) values (${source}, array[lunchpail_now()])
      on conflict (source) do update set calls = ${recent} || lunchpail_now()
        where cardinality(${recent}) < ${perMinute}
      returning source
    )
    select exists (select from taken) as granted,
      greatest(1, ceil(coalesce((
        select extract(epoch from min(time) + interval '1 minute' - lunchpail_now())
        from source_budget kept, unnest(kept.calls) time
        where kept.source = ${source} and time > lunchpail_now() - interval '1 minute'
      ), 60)))::integer as "secondsLeft"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The count of calls gave no row.')
  return row
}
