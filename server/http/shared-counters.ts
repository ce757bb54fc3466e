import { createHmac } from 'node:crypto'

import type { Store } from 'express-rate-limit'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'

import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import { answerWithinActiveTime, noteOwnWaits } from '../lib/patience.ts'

const TABLE = 'rate_limit'
/** A visitor waits for this long at most, and perhaps for the statement before; then this process's own count is good enough. */
const PATIENCE_MS = 2_000
/** Each sign-up leaves a few rows for an hour or two, and two for a day; the timetable deletes them once a day. */
const DELETED_EVERY_MS = 3_600_000
/** Counts looked at in one statement. */
const PORTION = 1_000
const WARNED_EVERY_MS = 60_000
// The store only counts; limitClients knows the limit. The column is an integer.
const NO_LIMIT = 2 ** 31 - 1

/** Creates a counter with each call; counters with the same name count together.
 *  @param windowMs  only for a counter used without limitClients, which sets it itself */
export type SharedCounters = (name: string, windowMs?: number) => Store & Pick<Required<Store>, 'get'>

/** Counters for limitClients in the database, shared by all its processes. What is counted (an address, a client) is stored
 *  only as a keyed hash. While the database does not answer within two seconds, each process counts by itself, with a
 *  warning in the log: a limit never makes a request fail. */
export function createSharedCounters(deps: {
  db: Database
  /** Keys the hashes; a new one starts all counts again. */
  secretKey: string
  logger: Logger
}): SharedCounters {
  const storeClient = { query: createPatientQuery(deps) }
  const hash = (name: string, key: string) =>
    createHmac('sha256', deps.secretKey).update(`limit\n${name}\n${key}`).digest('base64url')

  return (name, windowMs) => {
    let limiter: RateLimiterPostgres | undefined
    const counter = () => {
      if (limiter === undefined) throw new Error(`the counter ${name} is used before limitClients has it`)
      return limiter
    }
    const open = (windowMs: number) => {
      const window = { keyPrefix: name, points: NO_LIMIT, duration: windowMs / 1_000 }
      limiter = new RateLimiterPostgres({
        ...window,
        storeClient,
        storeType: 'pool',
        tableName: TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
        insuranceLimiter: new RateLimiterMemory(window),
      })
    }
    if (windowMs !== undefined) open(windowMs)
    const countTogether = createCountTogether(async (hashed, hits) => {
      const counted = await counter().consume(hashed, hits)
      // No window lasts that long, however far apart the clocks of two machines are, so the clock was set back.
      if (counted.msBeforeNext <= 2 * counter().msDuration) return counted
      await counter().delete(hashed)
      return counter().consume(hashed, hits)
    })
    return {
      prefix: name,
      localKeys: false,
      init: (options) => open(options.windowMs),
      async increment(key) {
        const { totalHits, msBeforeNext } = await countTogether(hash(name, key))
        return { totalHits, resetTime: new Date(Date.now() + msBeforeNext) }
      },
      async get(key) {
        const counted = await counter().get(hash(name, key))
        return counted
          ? { totalHits: counted.consumedPoints, resetTime: new Date(Date.now() + counted.msBeforeNext) }
          : undefined
      },
      async decrement(key) {
        await counter().reward(hash(name, key))
      },
      async resetKey(key) {
        await counter().delete(hash(name, key))
      },
    }
  }
}

/** Counts what has the same key in one statement at a time, each with all that has come meanwhile: many requests of one client would
 *  each keep a connection while they wait for its row. */
function createCountTogether(count: (key: string, hits: number) => Promise<RateLimiterRes>) {
  const waiting = new Map<string, { hits: number; readonly counted: Promise<RateLimiterRes> }>()
  const running = new Map<string, Promise<unknown>>()

  async function countNext(key: string): Promise<RateLimiterRes> {
    await running.get(key)
    const { hits = 0 } = waiting.get(key) ?? {}
    waiting.delete(key)
    const counting = count(key, hits)
    const ended = Promise.allSettled([counting])
    running.set(key, ended)
    await ended
    if (running.get(key) === ended) running.delete(key)
    return counting
  }

  return async (key: string): Promise<{ totalHits: number; msBeforeNext: number }> => {
    const batch = waiting.get(key) ?? { hits: 0, counted: countNext(key) }
    waiting.set(key, batch)
    batch.hits += 1
    const place = batch.hits
    const { consumedPoints, msBeforeNext } = await batch.counted
    return { totalHits: consumedPoints - batch.hits + place, msBeforeNext }
  }
}

/** Deletes the counts of windows that are over; daily is often enough.
 *  @returns how many */
export async function deleteEndedCounts(db: Database): Promise<number> {
  let deleted = 0
  // In portions, since there may be millions: with the embedded database others wait meanwhile.
  for (let after = ''; ;) {
    const last = await findEndOfPortion(db, after)
    if (last === null) return deleted
    // By this process's clock, which wrote them. By range, since a list of keys is compared with each row of the table.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(TABLE)}
      where key > ${after} and key <= ${last} and expire < ${Date.now()}`.execute(db)
    deleted += Number(numAffectedRows ?? 0n)
    after = last
  }
}

async function findEndOfPortion(db: Database, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(key) as last from (
      select key from ${sql.table(TABLE)} where key > ${after} order by key limit ${PORTION}
    ) as portion`.execute(db)
  return rows[0]?.last ?? null
}

/** The part of a pool's interface that the library needs, over our database: works with both kinds. */
function createPatientQuery({ db, logger }: { db: Database; logger: Logger }) {
  let warnedAt = Number.NEGATIVE_INFINITY
  let deletedAt = Number.NEGATIVE_INFINITY
  function deleteEndedHourly(): void {
    if (Date.now() - deletedAt < DELETED_EVERY_MS) return
    deletedAt = Date.now()
    deleteEndedCounts(db).catch((error: unknown) =>
      logger.warn({ err: error }, 'limits: ended counts could not be deleted'),
    )
  }

  return async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    try {
      const noted = noteOwnWaits(() => db.executeQuery(CompiledQuery.raw(text, [...values])))
      const late = () =>
        new Error(
          noted.waits.areUnderWay
            ? `no connection of this process became free within ${PATIENCE_MS / 1_000} s`
            : `the database did not answer within ${PATIENCE_MS / 1_000} s`,
        )
      const answer = await answerWithinActiveTime(PATIENCE_MS, noted, late)
      deleteEndedHourly()
      return answer
    } catch (error) {
      if (Date.now() - warnedAt >= WARNED_EVERY_MS) {
        warnedAt = Date.now()
        logger.warn(
          { err: error },
          'limits: no count from the database; until there is one, each process counts by itself',
        )
      }
      throw error
    }
  }
}
