import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { SourceError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Bypass } from '../cache/bypass.ts'
import type { SourceId } from '../providers/provider.ts'
import { currentAsker, hasShare, SHARE_OF_THE_REST } from '../../lib/fair-queue.ts'

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
  /** @param asker  the client for whom; undefined for the site itself, which has no share
   *  @throws BudgetUsedUpError where the calls of the last minute are as many as there may be, or as many as this
   *    client may make while others may want some */
  take(limit: CallLimit, asker?: string): Promise<void>
}

/** We have asked enough, of all or for this client: the source was not asked, and nothing is known of its state. */
export class BudgetUsedUpError extends SourceError {
  constructor(
    { name, perMinute }: CallLimit,
    secondsLeft: number,
    whose: 'of all' | 'of the asker' = 'of all',
  ) {
    const isOfAll = whose === 'of all'
    super(
      name,
      isOfAll
        ? `${name} has been asked ${perMinute} times within a minute, which is all it is asked. Try again in ${secondsLeft} seconds.`
        : `So much new was asked for from your address that others would get nothing from ${name}. Try again in ${secondsLeft} seconds.`,
      {
        code: isOfAll ? 'source-unavailable' : 'too-many-requests',
        retryAfterSeconds: secondsLeft,
        concerns: isOfAll ? 'pause' : 'asker',
      },
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
      await budget.take(limit, currentAsker())
    } catch (error) {
      const now = clock.now().getTime()
      if (error instanceof BudgetUsedUpError && error.concerns === 'pause' && now >= toldAt + MINUTE_MS) {
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
  const counted = new Map<SourceId, { time: number; asker: string | undefined }[]>()
  return {
    async take(limit, asker) {
      const now = clock.now().getTime()
      const recent = (counted.get(limit.source) ?? []).filter(({ time }) => time > now - MINUTE_MS)
      const own = recent.filter((call) => call.asker === asker)
      const isAll = recent.length >= limit.perMinute
      const mine = asker === undefined ? undefined : own.length
      if (!hasShare({ own: mine, all: recent.length, most: limit.perMinute })) {
        const oldest = (isAll ? recent : own)[0]?.time ?? now
        const secondsLeft = Math.ceil((oldest + MINUTE_MS - now) / 1000)
        throw new BudgetUsedUpError(limit, secondsLeft, isAll ? 'of all' : 'of the asker')
      }
      counted.set(limit.source, [...recent, { time: now, asker }])
    },
  }
}

/** Counts the calls of all processes on the database. Where that cannot be reached each process goes by its own count:
 *  one process alone never makes more calls than all of them may.
 *  @param deps.secretKey  keys the hashes by which clients are told apart in the database */
export function createSharedBudget(deps: {
  db: Database
  bypass: Bypass
  clock: Clock
  secretKey: string
}): CallBudget {
  const { db, bypass, clock } = deps
  const own = createMemoryBudget({ clock })
  const hash = (asker: string) =>
    createHmac('sha256', deps.secretKey).update(`share\n${asker}`).digest('base64url').slice(0, 16)
  return {
    async take(limit, asker) {
      const hashed = asker === undefined ? undefined : hash(asker)
      const taken = await bypass.run<Taken | undefined>(() => takeShared(db, limit, hashed), undefined)
      if (taken?.granted === false) {
        throw new BudgetUsedUpError(limit, taken.secondsLeft, taken.isAll ? 'of all' : 'of the asker')
      }
      await own.take(limit, asker)
    },
  }
}

interface Taken {
  readonly granted: boolean
  /** Whether no call is left for anybody. */
  readonly isAll: boolean
  /** Until the oldest call of the last minute, or the client's oldest, is over a minute old, rounded up. */
  readonly secondsLeft: number
}

// The row of a source is locked by each who takes from it, so that no two take the last call. Its two arrays have one
// element a call; they are written together.
async function takeShared(
  db: Database,
  { source, perMinute }: CallLimit,
  asker: string | undefined,
): Promise<Taken> {
  const recent = sql`unnest(kept.calls, kept.askers) as call (time, asker)
    where call.time > lunchpail_now() - interval '1 minute'`
  const isOwn = sql`call.asker = ${asker ?? null}::text`
  const share = sql`(select ${asker ?? null}::text is null
      or count(*) filter (where ${isOwn}) < ${SHARE_OF_THE_REST} * (${perMinute} - count(*)) from ${recent})`
  const { rows } = await sql<Taken>`
    with taken as (
      insert into source_budget as kept (source, calls, askers)
        values (${source}, array[lunchpail_now()], array[${asker ?? null}::text])
      on conflict (source) do update set
        calls = array(select call.time from ${recent}) || lunchpail_now(),
        askers = array(select call.asker from ${recent}) || ${asker ?? null}::text
        where (select count(*) from ${recent}) < ${perMinute} and ${share}
      returning source
    ), seen as (
      select call.time, coalesce(${isOwn}, false) as own, count(*) over () >= ${perMinute} as full
      from source_budget kept, ${recent} and kept.source = ${source}
    )
    select exists (select from taken) as granted,
      coalesce((select count(*) >= ${perMinute} or ${asker ?? null}::text is null
        or count(*) filter (where seen.own) < ${SHARE_OF_THE_REST} * (${perMinute} - count(*)) from seen), true) as "isAll",
      greatest(1, ceil(coalesce((
        select extract(epoch from min(seen.time) + interval '1 minute' - lunchpail_now())
        from seen where seen.full or seen.own
      ), 60)))::integer as "secondsLeft"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The count of calls gave no row.')
  return row
}
