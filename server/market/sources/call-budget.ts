import { createHmac } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { SourceError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Bypass } from '../cache/bypass.ts'
import type { SourceId } from '../providers/provider.ts'
import { currentAskers, hasShare, SHARE_OF_THE_REST } from '../../lib/fair-queue.ts'

const MINUTE_MS = 60_000
/** A client must not use up its minute in the first second. */
const LATELY_MS = 10_000
const LATELY = sql`interval '10 seconds'`
const MAX_REFUSALS = 10_000
/** Of those who wait for one answer. */
const MOST_TRIED = 5

/** How often a source may be called. */
export interface CallLimit {
  readonly source: SourceId
  /** The source's name, as people read it. */
  readonly name: string
  /** In any 60 seconds, of all processes together; at least 1. */
  readonly perMinute: number
}

/** Counts calls before they are made. One client may make a sixth of them within a minute and half of that within ten
 *  seconds, and no more than its share of what is left (see hasShare). */
export interface CallBudget {
  /** @param asker  the client for whom; undefined for the site itself, which has no share
   *  @throws BudgetUsedUpError where the calls of the last minute are as many as there may be, or as many as this
   *    client may make while others may want some */
  take(limit: CallLimit, asker?: string): Promise<void>
  /** Why this client would be refused another call, as far as this process knows without asking anybody. */
  findRefusal(source: SourceId, asker: string): BudgetUsedUpError | undefined
}

/** Whose calls are used up: everybody's, those of one client, or those that others leave to a client that has made few. */
type Whose = 'of all' | 'of the asker' | 'of the rest'

/** Enough calls were made, in all or for this client: the source was not asked, and its state is unknown. */
export class BudgetUsedUpError extends SourceError {
  constructor({ name, perMinute }: CallLimit, secondsLeft: number, whose: Whose = 'of all') {
    const reason = {
      'of all': `${name} has been asked ${perMinute} times within a minute, which is all it is asked.`,
      'of the asker': `Your address has asked for so much that is new that ${name} is not asked for more right now.`,
      'of the rest': 'Many people are asking for something new right now.',
    }[whose]
    super(name, `${reason} Try again in ${secondsLeft} seconds.`, {
      code: whose === 'of the asker' ? 'too-many-requests' : 'source-unavailable',
      retryAfterSeconds: secondsLeft,
      concerns: whose === 'of all' ? 'pause' : 'asker',
    })
  }
}

/** What one client may ask of a source: at 600 a minute the pages of some 20 new tickers, ten of them at once. Where a source may be asked little, the least is two pages, or half of all there is. */
function shareOfClient(perMinute: number): { inAMinute: number; lately: number } {
  const least = Math.min(12, Math.ceil(perMinute / 2))
  const inAMinute = Math.max(Math.ceil(perMinute / 6), least)
  return { inAMinute, lately: Math.max(Math.ceil(inAMinute / 2), least) }
}

/** The calls of the last minute, as one client sees them. */
interface Counts {
  readonly all: number
  /** Those of the client; undefined for the site itself. */
  readonly own: number | undefined
  /** Those of the client within the last ten seconds. */
  readonly ownLately: number
  /** Whole seconds until the oldest of each kind counts no longer. */
  readonly secondsLeft: { readonly all: number; readonly own: number; readonly ownLately: number }
}

function describeRefusal(limit: CallLimit, { all, own, ownLately, secondsLeft }: Counts): BudgetUsedUpError {
  const share = shareOfClient(limit.perMinute)
  if (all >= limit.perMinute || own === undefined)
    return new BudgetUsedUpError(limit, secondsLeft.all, 'of all')
  if (own >= share.inAMinute) return new BudgetUsedUpError(limit, secondsLeft.own, 'of the asker')
  if (ownLately >= share.lately) return new BudgetUsedUpError(limit, secondsLeft.ownLately, 'of the asker')
  return new BudgetUsedUpError(limit, secondsLeft.all, 'of the rest')
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
      await takeForOne(budget, limit, currentAskers().clients.slice(0, MOST_TRIED))
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

/** Of several clients waiting for the same answer, the first that can pays.
 *  @throws as CallBudget.take does */
async function takeForOne(
  budget: CallBudget,
  limit: CallLimit,
  [asker, ...others]: readonly (string | undefined)[],
): Promise<void> {
  try {
    await budget.take(limit, asker)
  } catch (error) {
    const isOwn = error instanceof BudgetUsedUpError && error.concerns === 'asker'
    if (!isOwn || others.length === 0) throw error
    await takeForOne(budget, limit, others)
  }
}

/** Counts the calls of this process alone. */
export function createMemoryBudget({ clock }: { clock: Clock }): CallBudget {
  const counted = new Map<SourceId, { time: number; asker: string | undefined }[]>()
  const refusals = rememberRefusals(clock)
  return {
    async take(limit, asker) {
      const now = clock.now().getTime()
      const recent = (counted.get(limit.source) ?? []).filter(({ time }) => time > now - MINUTE_MS)
      const own = recent.filter((call) => call.asker === asker)
      const ownLately = own.filter(({ time }) => time > now - LATELY_MS)
      const until = (oldest: { time: number } | undefined, windowMs: number) =>
        Math.ceil(((oldest?.time ?? now) + windowMs - now) / 1000)
      const counts: Counts = {
        all: recent.length,
        own: asker === undefined ? undefined : own.length,
        ownLately: ownLately.length,
        secondsLeft: {
          all: until(recent[0], MINUTE_MS),
          own: until(own[0], MINUTE_MS),
          ownLately: until(ownLately[0], LATELY_MS),
        },
      }
      if (!mayTake(limit, counts)) throw refusals.note(limit.source, asker, describeRefusal(limit, counts))
      counted.set(limit.source, [...recent, { time: now, asker }])
    },
    findRefusal: (source, asker) => refusals.find(source, asker),
  }
}

function mayTake({ perMinute }: CallLimit, { all, own, ownLately }: Counts): boolean {
  const share = shareOfClient(perMinute)
  return (
    hasShare({ own, all, most: perMinute, mostOfOne: share.inAMinute }) &&
    (own === undefined || ownLately < share.lately)
  )
}

/** A client that used up its share gets nothing until its oldest call expires, whoever else asks. */
function rememberRefusals(clock: Clock) {
  const refused = new LRUCache<string, { until: number; error: BudgetUsedUpError }>({ max: MAX_REFUSALS })
  const keyOf = (source: SourceId, asker: string) => `${source} ${asker}`
  return {
    note(source: SourceId, asker: string | undefined, error: BudgetUsedUpError): BudgetUsedUpError {
      if (asker === undefined || error.code !== 'too-many-requests') return error
      const until = clock.now().getTime() + (error.retryAfterSeconds ?? 0) * 1000
      refused.set(keyOf(source, asker), { until, error })
      return error
    },
    find(source: SourceId, asker: string): BudgetUsedUpError | undefined {
      const known = refused.get(keyOf(source, asker))
      return known && clock.now().getTime() < known.until ? known.error : undefined
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
  const refusals = rememberRefusals(clock)
  const findRefusal: CallBudget['findRefusal'] = (source, asker) =>
    refusals.find(source, asker) ?? own.findRefusal(source, asker)
  const hash = (asker: string) =>
    createHmac('sha256', deps.secretKey).update(`share\n${asker}`).digest('base64url').slice(0, 16)
  return {
    async take(limit, asker) {
      const known = asker === undefined ? undefined : findRefusal(limit.source, asker)
      if (known) throw known
      const hashed = asker === undefined ? undefined : hash(asker)
      const ask = () => bypass.run<Taken | undefined>(() => takeShared(db, limit, hashed), undefined)
      let taken = await ask()
      // It counts what had been taken when it began, and waited for those who were taking: a second look sees theirs.
      if (taken?.granted === false && mayTake(limit, taken)) taken = await ask()
      if (taken?.granted === false) throw refusals.note(limit.source, asker, describeRefusal(limit, taken))
      await own.take(limit, asker)
    },
    findRefusal,
  }
}

interface Taken extends Counts {
  readonly granted: boolean
}

// The row of a source is locked by each who takes from it, so that no two take the last call. Its two arrays have one
// element a call; they are written together.
async function takeShared(
  db: Database,
  { source, perMinute }: CallLimit,
  asker: string | undefined,
): Promise<Taken> {
  const share = shareOfClient(perMinute)
  const me = sql`${asker ?? null}::text`
  const recent = sql`unnest(kept.calls, kept.askers) as call (time, asker)
    where call.time > lunchpail_now() - interval '1 minute'`
  const own = sql`filter (where call.asker = ${me})`
  const ownLately = sql`filter (where call.asker = ${me} and call.time > lunchpail_now() - ${LATELY})`
  const secondsUntil = (oldest: RawBuilder<unknown>, window: RawBuilder<unknown>) =>
    sql`greatest(1, ceil(coalesce(extract(epoch from ${oldest} + ${window} - lunchpail_now()), 60)))::integer`
  const { rows } = await sql<Taken>`
    with taken as (
      insert into source_budget as kept (source, calls, askers)
        values (${source}, array[lunchpail_now()], array[${me}])
      on conflict (source) do update set
        calls = array(select call.time from ${recent}) || lunchpail_now(),
        askers = array(select call.asker from ${recent}) || ${me}
        where (
          select count(*) < ${perMinute} and (${me} is null or (
            count(*) ${own} < least(${share.inAMinute}, ${SHARE_OF_THE_REST} * (${perMinute} - count(*)))
            and count(*) ${ownLately} < ${share.lately}))
          from ${recent})
      returning source
    )
    select exists (select from taken) as granted,
      count(call.time)::integer as "all", (count(*) ${own})::integer as own, (count(*) ${ownLately})::integer as "ownLately",
      json_build_object(
        'all', ${secondsUntil(sql`min(call.time)`, sql`interval '1 minute'`)},
        'own', ${secondsUntil(sql`(min(call.time) ${own})`, sql`interval '1 minute'`)},
        'ownLately', ${secondsUntil(sql`(min(call.time) ${ownLately})`, LATELY)}) as "secondsLeft"
    from (values (1)) as one left join (
      source_budget kept cross join lateral unnest(kept.calls, kept.askers) as call (time, asker)
    ) on kept.source = ${source} and call.time > lunchpail_now() - interval '1 minute'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The count of calls gave no row.')
  return { ...row, own: asker === undefined ? undefined : row.own }
}
