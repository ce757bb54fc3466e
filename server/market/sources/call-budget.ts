import { createHmac } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'

import { isWithin, type Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { DAY_MS, startOfUtcDay, utcDay } from '../../lib/dates.ts'
import type { Logger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Bypass } from '../cache/shared-state.ts'
import type { SourceId } from '../providers/provider.ts'
import { BudgetUsedUpError, rememberRefusals, type CallLimit, type Charge } from './budget-refusals.ts'
import {
  findShortage,
  LEAST_CALLS,
  limitsOfDay,
  PART_OF_FEW,
  SHARE_OF_FEW,
  shareOfClient,
  type Counts,
} from './call-shares.ts'
import { currentAskers, type Askers } from '../../lib/askers.ts'
import { asOwnWait } from '../../lib/patience.ts'

const MINUTE_MS = 60_000
/** A client must not spend its minute's share in the first second. */
const LATELY_MS = 10_000
const LATELY = sql`interval '10 seconds'`
/** When one of our own connections to the database is likely to be free. */
const CROWDED_SECONDS = 1

/** Counts calls before they are made. One client may make a sixth of them within a minute, half of that within ten seconds, and
 *  no more than its share of what is left and of a day (see call-shares.ts). */
export interface CallBudget {
  /** @param askers  the clients to charge: the first one with calls left pays. Undefined, as none at all, is the site itself,
   *    which has no share
   *  @throws BudgetUsedUpError, the first client's, if the calls of the last minute or of the day are used up, or each of these
   *    clients has used up its share while others may want some; then none of the calls is counted */
  take(charge: Charge, ...askers: readonly (string | undefined)[]): Promise<void>
  /** Returns why this client would be refused a single call, as far as this process knows without asking.
   *  @param asker  undefined for the site itself */
  findRefusal(source: SourceId, asker: string | undefined): BudgetUsedUpError | undefined
}

/** Counts calls for the current askers before they are made.
 *  @throws as CallBudget.take does; GoneError if nobody waits, or nobody any more once they are counted */
export type TakeCalls = (need?: Pick<Charge, 'calls' | 'isForLacking'>) => Promise<void>

/** @returns a function that charges one of the current askers. That the calls are used up is logged once a minute, or once a day. */
export function createTakeCalls(deps: {
  budget: CallBudget
  limit: CallLimit
  clock: Clock
  logger: Logger
}): TakeCalls {
  const { budget, limit, clock, logger } = deps
  const quietUntil = new Map<BudgetUsedUpError['whose'], number>()
  return async (need) => {
    const askers = currentAskers()
    try {
      await chargeOne(budget, { ...limit, ...need }, askers)
      askers.throwIfGone()
    } catch (error) {
      const now = clock.now().getTime()
      if (
        error instanceof BudgetUsedUpError &&
        error.concerns === 'pause' &&
        now >= (quietUntil.get(error.whose) ?? 0)
      ) {
        quietUntil.set(error.whose, now + Math.max(MINUTE_MS, (error.retryAfterSeconds ?? 0) * 1000))
        logger.warn({ ...limit, whose: error.whose }, 'as many calls were made as there may be')
      }
      throw error
    }
  }
}

/** @returns `fetch` with each call counted before it is made; redirects belong to their call */
export function createBudgetedFetch(
  fetch: UpstreamFetch,
  deps: Parameters<typeof createTakeCalls>[0],
): UpstreamFetch {
  const takeCalls = createTakeCalls(deps)
  return async (url, init) => {
    await takeCalls()
    return fetch(url, init)
  }
}

/** Charges one of the askers, including those who join before all have been refused.
 *  @throws as CallBudget.take does; GoneError if nobody waits */
async function chargeOne(budget: CallBudget, charge: Charge, askers: Askers): Promise<void> {
  const refused = new Set<string | undefined>()
  const findOthers = () => askers.clients.filter((client) => !refused.has(client))
  askers.throwIfGone()
  for (let clients = findOthers(); ;) {
    try {
      await budget.take(charge, ...clients)
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
  async function takeFor(charge: Charge, asker: string | undefined): Promise<void> {
    const { source, perDay, calls = 1 } = charge
    const now = clock.now().getTime()
    const midnight = startOfUtcDay(utcDay(now)).getTime()
    const isRecent = ({ time }: { time: number }) => isWithin(now, time, MINUTE_MS)
    const isToday = ({ time }: { time: number }) => midnight <= time && time <= now
    const isOwn = (call: { asker: string | undefined }) => call.asker === asker
    const kept = (counted.get(source) ?? []).filter((call) => isRecent(call) || (perDay && isToday(call)))
    const recent = kept.filter(isRecent)
    const own = recent.filter(isOwn)
    const ownLately = own.filter(({ time }) => time > now - LATELY_MS)
    const today = kept.filter(isToday)
    const until = (oldest: { time: number } | undefined, windowMs: number) =>
      Math.ceil(((oldest?.time ?? now) + windowMs - now) / 1000)
    const shortage = findShortage(charge, asker, {
      all: recent.length,
      own: own.length,
      ownLately: ownLately.length,
      allToday: today.length,
      ownToday: today.filter(isOwn).length,
      secondsLeft: {
        all: until(recent[0], MINUTE_MS),
        own: until(own[0], MINUTE_MS),
        ownLately: until(ownLately[0], LATELY_MS),
        today: until({ time: midnight }, DAY_MS),
      },
    })
    if (shortage) throw refusals.note(asker, shortage)
    counted.set(source, [...kept, ...Array.from({ length: calls }, () => ({ time: now, asker }))])
  }
  return {
    take: (charge, ...askers) => chargeFirst(orSite(askers), (asker) => takeFor(charge, asker)),
    findRefusal: (source, asker) => refusals.find(source, asker),
  }
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
  /** Costs no statement. */
  const findKnown = (charge: Charge, asker: string | undefined) =>
    refusals.find(charge.source, asker, charge) ?? own.findRefusal(charge.source, asker)
  // One at a time: each would wait for the same row, on a connection that others need.
  const queues = new Map<SourceId, Promise<unknown>>()
  function inQueue<Result>(source: SourceId, work: () => Promise<Result>): Promise<Result> {
    const result = (queues.get(source) ?? Promise.resolve()).then(work)
    queues.set(source, Promise.allSettled([result]))
    return result
  }
  const hash = (asker: string) =>
    createHmac('sha256', deps.secretKey).update(`share\n${asker}`).digest('base64url').slice(0, 16)
  async function takeFor(charge: Charge, asker: string | undefined): Promise<void> {
    // A client ahead in the queue may have been refused.
    const known = findKnown(charge, asker)
    if (known) throw known
    const hashed = asker === undefined ? undefined : hash(asker)
    const ask = () =>
      bypass.run<Taken | 'crowded' | undefined>(() => takeShared(db, charge, hashed), undefined, {
        whenCrowded: 'crowded',
      })
    let taken = await ask()
    // The statement saw the calls counted when it started, then waited for others to take theirs. A second attempt sees those.
    if (typeof taken === 'object' && !taken.granted && !findShortage(charge, asker, taken))
      taken = await ask()
    // This process's own count would not include what the other processes have spent.
    if (taken === 'crowded') throw new BudgetUsedUpError(charge, CROWDED_SECONDS, 'of a crowd')
    if (taken?.granted === false) {
      const shortage = findShortage(charge, asker, taken)
      throw refusals.note(
        asker,
        shortage ?? new BudgetUsedUpError(charge, taken.secondsLeft.all, 'of the rest'),
      )
    }
    await own.take(charge, asker)
  }
  return {
    async take(charge, ...clients) {
      const askers = orSite(clients)
      // Clients known to be refused do not queue.
      if (askers.every((asker) => findKnown(charge, asker))) throw findKnown(charge, askers[0])
      await asOwnWait(inQueue(charge.source, () => chargeFirst(askers, (asker) => takeFor(charge, asker))))
    },
    findRefusal,
  }
}

interface Taken extends Counts {
  readonly granted: boolean
}

// Taking calls locks the row of their source, so that no two processes take the last one. Its two arrays have one element per
// call and are written together.
async function takeShared(db: Database, charge: Charge, asker: string | undefined): Promise<Taken> {
  const { source, perMinute, perDay, calls = 1 } = charge
  const share = shareOfClient(perMinute)
  const ofDay = limitsOfDay(charge)
  const me = sql`${asker ?? null}::text`
  const today = sql`date_trunc('day', lunchpail_now(), 'UTC')`
  const isRecent = sql`call.time > lunchpail_now() - interval '1 minute'`
  const isToday = sql`call.time >= ${today}`
  // A call from further ahead was counted before the clock was set back; a call less far ahead, by a process that got the row
  // first.
  const isKept = sql`(${isRecent} or ${Boolean(perDay)} and ${isToday}) and call.time < lunchpail_now() + interval '1 minute'`
  const kept = sql`unnest(kept.calls, kept.askers) as call (time, asker) where ${isKept}`
  const all = sql`filter (where ${isRecent})`
  const own = sql`filter (where ${isRecent} and call.asker = ${me})`
  const ownLately = sql`filter (where call.asker = ${me} and call.time > lunchpail_now() - ${LATELY})`
  const allToday = sql`filter (where ${isToday})`
  const ownToday = sql`filter (where ${isToday} and call.asker = ${me})`
  /** How many there are when the last of these calls is made. */
  const beforeLast = (which: RawBuilder<unknown>) => sql`(count(*) ${which} + ${calls - 1}::integer)`
  const left = sql`(${perMinute} - count(*) ${all})`
  const secondsUntil = (oldest: RawBuilder<unknown>, window: RawBuilder<unknown>) =>
    sql`greatest(1, ceil(coalesce(extract(epoch from ${oldest} + ${window} - lunchpail_now()), 60)))::integer`
  const { rows } = await sql<Taken>`
    with taken as (
      insert into source_budget as kept (source, calls, askers)
        select ${source}, array_fill(lunchpail_now(), array[${calls}::integer]), array_fill(${me}, array[${calls}::integer])
        where ${calls <= Math.min(perMinute, ofDay.all)}
      on conflict (source) do update set
        calls = array(select call.time from ${kept}) || excluded.calls,
        askers = array(select call.asker from ${kept}) || excluded.askers
        where (
          select ${left} >= ${calls} and ${beforeLast(allToday)} < ${ofDay.all}::float8 and (${me} is null or (
            ${beforeLast(own)} < least(${share.inAMinute}, greatest(
              ${left} - ${perMinute * SHARE_OF_FEW}::float8, ${left} * ${PART_OF_FEW}::float8,
              least(${LEAST_CALLS}::float8, ${left})))
            and ${beforeLast(ownLately)} < ${share.lately}
            and ${beforeLast(ownToday)} < ${ofDay.own}::float8))
          from ${kept})
      returning source
    )
    select exists (select from taken) as granted,
      (count(*) ${all})::integer as "all", (count(*) ${own})::integer as own, (count(*) ${ownLately})::integer as "ownLately",
      (count(*) ${allToday})::integer as "allToday", (count(*) ${ownToday})::integer as "ownToday",
      json_build_object(
        'all', ${secondsUntil(sql`(min(call.time) ${all})`, sql`interval '1 minute'`)},
        'own', ${secondsUntil(sql`(min(call.time) ${own})`, sql`interval '1 minute'`)},
        'ownLately', ${secondsUntil(sql`(min(call.time) ${ownLately})`, LATELY)},
        'today', ${secondsUntil(today, sql`interval '24 hours'`)}) as "secondsLeft"
    from (values (1)) as one left join (
      source_budget kept cross join lateral unnest(kept.calls, kept.askers) as call (time, asker)
    ) on kept.source = ${source} and ${isKept}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The count of calls gave no row.')
  return row
}
