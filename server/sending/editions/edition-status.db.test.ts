import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import {
  anEdition,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
} from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { findOpenCircuit, findSendingProgress } from './edition-status.ts'
import { storeEdition } from './editions.ts'
import { resolveUnknown } from './pause-resume-cancel.ts'

const MONDAY = '2026-11-23'

let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T14:00:00Z')
})

/** @param at  when it got into that state, an instant */
const set = (ids: readonly number[], state: string, reply: string | null, at = '2026-11-23T14:00:00Z') =>
  sql`
    update delivery set state = ${state}, reply = ${reply}, updated_at = ${at}
    where subscriber_id = any(${ids}::bigint[])`.execute(db)
const get = async () => (await findSendingProgress(db, MONDAY))!

describe('findSendingProgress', () => {
  it('is undefined if there is no edition', async () => {
    expect(await findSendingProgress(db, MONDAY)).toBeUndefined()
  })

  it('is empty for an edition whose sending has not begun', async () => {
    await storeEdition(db, anEdition())
    const { state, counts, meta } = await get()
    expect([state, Object.values(counts)]).toEqual(['built', [0, 0, 0, 0, 0, 0, 0, 0]])
    expect(meta).toEqual({
      askedAt: new Date('2026-11-23T14:00:00Z'),
      warmUpLeft: 0,
      failures: [],
    })
  })

  it('gives the rate of the last minute by the database’s clock, and the time left for the open deliveries', async () => {
    await freezeFor(db, readers(100))
    await set([1, 2, 3, 4], 'submitted', '250 ok', '2026-11-23T13:58:00Z')
    await set([5, 6, 7, 8, 9, 10], 'submitted', '250 ok', '2026-11-23T13:59:30Z')
    await set([11, 12, 13, 14], 'submitted', '250 ok', '2026-11-23T13:59:50Z')
    await set([15], 'deferred', '450 later')
    const { meta } = await get()
    // Ten within thirty seconds; 85 are open, and the deferred one does not count.
    expect(meta.perSecond).toBeCloseTo(1 / 3)
    expect(meta.secondsToGo).toBe(255)

    await setDatabaseClock(db, '2026-11-23T14:05:00Z')
    expect((await get()).meta).toMatchObject({ perSecond: undefined, secondsToGo: undefined })
  })

  it('leaves deliveries that were resolved as submitted out of the rate', async () => {
    await freezeFor(db, readers(10))
    await set([1, 2, 3, 4, 5, 6], 'unknown', 'Connection closed')
    await resolveUnknown(db, MONDAY, 'assume-submitted')
    const { counts, meta } = await get()
    expect([counts.submitted, counts.pending]).toEqual([6, 4])
    expect([meta.perSecond, meta.secondsToGo]).toEqual([undefined, undefined])
  })

  it('estimates no end if the warm-up does not allow all remaining deliveries today', async () => {
    await freezeFor(db, readers(20))
    await set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'submitted', '250 ok', '2026-11-23T13:59:50Z')
    await sql`insert into mail_day (day, messages) values ('2026-11-23', 10)`.execute(db)
    const leftOf = async (perDay: number) => {
      const { meta } = (await findSendingProgress(db, MONDAY, { perDay, growth: 1 }))!
      return [meta.leftToday, meta.secondsToGo]
    }
    expect(await leftOf(10)).toEqual([0, undefined])
    expect(await leftOf(19)).toEqual([9, undefined])
    expect(await leftOf(20)).toEqual([10, 10])
  })

  it('has no rate for an edition that is not being sent', async () => {
    await freezeFor(db, readers(2))
    await set([1], 'submitted', '250 ok')
    await sql`
      update edition set state = 'paused', paused_at = lunchpail_now(), pause_kind = 'by-hand',
        pause_reason = 'a typo'`.execute(db)
    expect((await get()).meta).toMatchObject({
      perSecond: undefined,
      secondsToGo: undefined,
      paused: { since: new Date('2026-11-23T14:00:00Z'), kind: 'by-hand', reason: 'a typo' },
    })
  })

  it("groups failures by the server's words, ignoring message numbers", async () => {
    await freezeFor(db, readers(20))
    await set([1, 2], 'unknown', 'no answer', '2026-11-23T13:30:00Z')
    await set([3], 'unknown', 'broken off', '2026-11-23T13:10:00Z')
    await set([4], 'failed', '550 5.1.1 No such user x12-20020a05600c00b0.42 - gsmtp')
    await set([5], 'failed', '550 5.1.1 No such user x99-20020a05600c00b0.77 - gsmtp')
    await set([6], 'failed', '554 5.7.1 blocked')
    await set([7, 8, 9], 'deferred', '450 4.2.1 slow down')
    await set([10, 11], 'skipped', null)
    await sql`update delivery set reason = 'warm-up' where state = 'skipped'`.execute(db)
    await set([12], 'skipped', null)
    await sql`update delivery set reason = 'not-subscribed' where subscriber_id = 12`.execute(db)
    await set([13], 'submitted', '250 2.0.0 Ok: queued as 4F1A')
    const { counts, meta } = await get()
    expect(counts).toMatchObject({ unknown: 3, failed: 3, deferred: 3, skipped: 3, submitted: 1, pending: 7 })
    expect(meta.failures).toEqual([
      { state: 'unknown', count: 2, reply: 'no answer' },
      { state: 'unknown', count: 1, reply: 'broken off' },
      { state: 'failed', count: 2, reply: '550 5.1.1 No such user x12-20020a05600c00b0.42 - gsmtp' },
      { state: 'failed', count: 1, reply: '554 5.7.1 blocked' },
      { state: 'deferred', count: 3, reply: '450 4.2.1 slow down' },
    ])
    expect(meta).toMatchObject({ warmUpLeft: 2, unknownSince: new Date('2026-11-23T13:10:00Z') })
  })
})

describe('findOpenCircuit', () => {
  it('lasts from the first failure until an answer', async () => {
    expect(await findOpenCircuit(db)).toBeUndefined()
    await sql`
      insert into mail_gate (name, next_at, failures, open_until, reason)
      values ('newsletter', lunchpail_now(), 3, lunchpail_now() + interval '2 minutes', 'connect ECONNREFUSED')`.execute(
      db,
    )
    expect(await findOpenCircuit(db)).toEqual({
      failures: 3,
      openUntil: new Date('2026-11-23T14:02:00Z'),
      reason: 'connect ECONNREFUSED',
    })
    await sql`update mail_gate set failures = 0, open_until = null, reason = null`.execute(db)
    expect(await findOpenCircuit(db)).toBeUndefined()
  })
})
