import { createHmac } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'

import { isWithin, type Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Bypass } from '../cache/shared-state.ts'
import type { SourceId } from '../providers/provider.ts'
import { BudgetUsedUpError, rememberRefusals, type CallLimit } from './budget-refusals.ts'
import { currentAskers, type Askers } from '../../lib/askers.ts'
import { asOwnWait } from '../../lib/patience.ts'

const MINUTE_MS = 60_000
/** A client must not spend its minute's share in the first second. */
const LATELY_MS = 10_000
const LATELY = sql`interval '10 seconds'`
/** When one of our own connections to the database is likely to be free. */
const CROWDED_SECONDS = 1

/** Counts calls before they are made. One client may make a sixth of them within a minute, half of that within ten seconds, and
 *  no more than its share of what is left (see shareOfRest). */
export interface CallBudget {
  /** @param askers  the clients to charge: the first one with calls left pays. Undefined, as none at all, is the site itself,
   *    which has no share
   *  @throws BudgetUsedUpError, the first client's, if the calls of the last minute are used up, or each of these clients has
   *    used up its share while others may want some */
  take(limit: CallLimit, ...askers: readonly (string | undefined)[]): Promise<void>
  /** Returns why this client would be refused another call, as far as this process knows without asking.
   *  @param asker  undefined for the site itself */
  findRefusal(source: SourceId, asker: string | undefined): BudgetUsedUpError | undefined
}

/** One client's share of a source's calls: at 600 a minute the pages of about 20 new tickers, ten of them at once. For a source
 *  with a low limit the minimum is two pages, or a third of all calls for a client on its own. */
function shareOfClient(perMinute: number): { inAMinute: number; lately: number } {
  const least = Math.min(12, Math.ceil(perMinute / 3))
  const inAMinute = Math.max(Math.ceil(perMinute / 6), least)
  return { inAMinute, lately: Math.max(Math.ceil(inAMinute / 2), least) }
}

/** A third of the calls is reserved for clients that have made few. */
const SHARE_OF_FEW = 1 / 3
/** The part of the remaining calls that one client may use of that third. */
const PART_OF_FEW = 1 / 20
/** As many as a coin's prices take at a source with a low limit. With fewer, a client would get nothing for what it spends. */
const LEAST_OF_FEW = 2

/** A client with fewer calls than this may make another. The limit is what is left of two thirds of the calls, so that each of `n`
 *  clients that take all they can gets an `n + 1`th of these, and so does the next client. */
const shareOfRest = (perMinute: number, left: number): number =>
  Math.max(left - perMinute * SHARE_OF_FEW, left * PART_OF_FEW, Math.min(LEAST_OF_FEW, left))

/** The calls of the last minute from the point of view of one client. */
interface Counts {
  readonly all: number
  /** The client's own; undefined for the site itself. */
  readonly own: number | undefined
  /** The client's own within the last ten seconds. */
  readonly ownLately: number
  /** Whole seconds until the oldest call of each kind expires. */
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

/** @returns `fetch` with each call counted before it is made; redirects belong to their call. That the calls are used up is
 *  logged once a minute. */
export function createBudgetedFetch(
  fetch: UpstreamFetch,
  deps: { budget: CallBudget; limit: CallLimit; clock: Clock; logger: Logger },
): UpstreamFetch {
  const { budget, limit, clock, logger } = deps
  let loggedAt = Number.NEGATIVE_INFINITY
  return async (url, init) => {
    try {
      await chargeOne(budget, limit, currentAskers())
    } catch (error) {
      const now = clock.now().getTime()
      if (error instanceof BudgetUsedUpError && error.concerns === 'pause' && now >= loggedAt + MINUTE_MS) {
        loggedAt = now
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

/** Charges one of the askers, including those who join before all have been refused.
 *  @throws as CallBudget.take does; GoneError if nobody waits */
async function chargeOne(budget: CallBudget, limit: CallLimit, askers: Askers): Promise<void> {
  const refused = new Set<string | undefined>()
  const findOthers = () => askers.clients.filter((client) => !refused.has(client))
  askers.throwIfGone()
  for (let clients = findOthers(); ;) {
    try {
      await budget.take(limit, ...clients)
      return
    } catch (error) {
      for (const client of clients) refused.add(client)
      clients = findOthers()
      if (!isOfAsker(error) || clients.length === 0) throw error
    }
  }
}

/** Whether another client may get what this one was refused. */
function isOfAsker(error: unknown): boolean {
  return error instanceof BudgetUsedUpError && error.concerns === 'asker' && error.whose !== 'of a crowd'
}

const orSite = (askers: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  askers.length === 0 ? [undefined] : askers

/** Charges the first client that is not refused.
 *  @param take  throws if the client is refused
 *  @throws the refusal of the first client */
async function chargeFirst(
  askers: readonly (string | undefined)[],
  take: (asker: string | undefined) => Promise<void>,
): Promise<void> {
  let first: unknown
  for (const asker of askers) {
    try {
      await take(asker)
      return
    } catch (error) {
      if (!isOfAsker(error)) throw error
      first ??= error
    }
  }
  throw first
}

/** Counts only the calls of this process. */
export function createMemoryBudget({ clock }: { clock: Clock }): CallBudget {
  const counted = new Map<SourceId, { time: number; asker: string | undefined }[]>()
  const refusals = rememberRefusals(clock)
  async function takeFor(limit: CallLimit, asker: string | undefined): Promise<void> {
    const now = clock.now().getTime()
    const recent = (counted.get(limit.source) ?? []).filter(({ time }) => isWithin(now, time, MINUTE_MS))
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
    if (!mayTake(limit, counts)) throw refusals.note(asker, describeRefusal(limit, counts))
    counted.set(limit.source, [...recent, { time: now, asker }])
  }
  return {
    take: (limit, ...askers) => chargeFirst(orSite(askers), (asker) => takeFor(limit, asker)),
    findRefusal: (source, asker) => refusals.find(source, asker),
  }
}

function mayTake({ perMinute }: CallLimit, { all, own, ownLately }: Counts): boolean {
  const share = shareOfClient(perMinute)
  const left = perMinute - all
  if (left <= 0 || own === undefined) return left > 0
  return own < Math.min(share.inAMinute, shareOfRest(perMinute, left)) && ownLately < share.lately
}

/** Counts the calls of all processes on the database. If it cannot be reached, each process uses its own count, so that a
 *  single process never makes more calls than all of them may.
 *  @param deps.secretKey  keys the hashes that tell clients apart in the database */
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
  // One at a time: each would wait for the same row, on a connection that others need.
  const queues = new Map<SourceId, Promise<unknown>>()
  function inQueue<Result>(source: SourceId, work: () => Promise<Result>): Promise<Result> {
    const result = (queues.get(source) ?? Promise.resolve()).then(work)
    queues.set(source, Promise.allSettled([result]))
    return result
  }
  const hash = (asker: string) =>
    createHmac('sha256', deps.secretKey).update(`share\n${asker}`).digest('base64url').slice(0, 16)
  async function takeFor(limit: CallLimit, asker: string | undefined): Promise<void> {
    // Costs no statement; a client ahead in the queue may have been refused.
    const known = findRefusal(limit.source, asker)
    if (known) throw known
    const hashed = asker === undefined ? undefined : hash(asker)
    const ask = () =>
      bypass.run<Taken | 'crowded' | undefined>(() => takeShared(db, limit, hashed), undefined, {
        whenCrowded: 'crowded',
      })
    let taken = await ask()
    // The statement saw the calls counted when it started, then waited for others to take theirs. A second attempt sees those.
    if (typeof taken === 'object' && !taken.granted && mayTake(limit, taken)) taken = await ask()
    // This process's own count would not include what the other processes have spent.
    if (taken === 'crowded') throw new BudgetUsedUpError(limit, CROWDED_SECONDS, 'of a crowd')
    if (taken?.granted === false) throw refusals.note(asker, describeRefusal(limit, taken))
    await own.take(limit, asker)
  }
  return {
    async take(limit, ...clients) {
      const askers = orSite(clients)
      const findKnown = (asker: string | undefined) => findRefusal(limit.source, asker)
      // Clients known to be refused do not queue.
      if (askers.every(findKnown)) throw findKnown(askers[0])
      await asOwnWait(inQueue(limit.source, () => chargeFirst(askers, (asker) => takeFor(limit, asker))))
    },
    findRefusal,
  }
}

interface Taken extends Counts {
  readonly granted: boolean
}

// Taking a call locks the row of its source, so that no two processes take the last one. Its two arrays have one element per
// call and are written together.
async function takeShared(
  db: Database,
  { source, perMinute }: CallLimit,
  asker: string | undefined,
): Promise<Taken> {
  const share = shareOfClient(perMinute)
  const me = sql`${asker ?? null}::text`
  // A call from further ahead was counted before the clock was set back; a call less far ahead, by a process that got the row
  // first.
  const isRecent = sql`call.time > lunchpail_now() - interval '1 minute' and call.time < lunchpail_now() + interval '1 minute'`
  const recent = sql`unnest(kept.calls, kept.askers) as call (time, asker) where ${isRecent}`
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
            count(*) ${own} < least(${share.inAMinute}, greatest(
              ${perMinute} - count(*) - ${perMinute * SHARE_OF_FEW}::float8, (${perMinute} - count(*)) * ${PART_OF_FEW}::float8,
              least(${LEAST_OF_FEW}::float8, ${perMinute} - count(*))))
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
    ) on kept.source = ${source} and ${isRecent}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The count of calls gave no row.')
  return { ...row, own: asker === undefined ? undefined : row.own }
}
