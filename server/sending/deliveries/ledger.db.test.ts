import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import {
  addSubscribers,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
  takeTurnsById,
} from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { getEditionStatus } from '../editions/edition-status.ts'
import { resolveUnknown } from '../editions/pause-resume-cancel.ts'
import { claimDeliveries, FROM_THE_START, markSending, recordOutcomes, renewLeases } from './ledger.ts'
import { closeCancelled, expireLeases, finishIfBalanced, listEditionsLeft } from './finish-ledger.ts'

const MONDAY = '2026-11-23'
const EDITION = '1'
let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
  await freezeFor(db, readers(3))
  await takeTurnsById(db)
})

const lease = { leaseSeconds: 900 }
const claim = async (limit = 3) =>
  (await claimDeliveries(db, EDITION, { limit, ...lease, after: FROM_THE_START })).deliveries
const counts = async () => (await getEditionStatus(db, MONDAY))?.counts

describe('claimDeliveries', () => {
  it('gives each delivery to one process', async () => {
    const claimed = await Promise.all([claim(2), claim(2), claim(2)])
    expect(claimed.flat().map(({ subscriberId }) => subscriberId)).toHaveLength(3)
    expect(await claim()).toEqual([])
  })

  it('claims nothing from a paused or expired edition', async () => {
    await sql`update edition set state = 'paused'`.execute(db)
    expect(await claim()).toEqual([])
    await sql`update edition set state = 'frozen'`.execute(db)
    await setDatabaseClock(db, '+49 hours')
    expect(await claim()).toEqual([])
  })

  it('continues after the last one claimed', async () => {
    const claimed = await claimDeliveries(db, EDITION, {
      limit: 5,
      ...lease,
      after: { ...FROM_THE_START, fresh: '1' },
    })
    expect(claimed).toEqual({
      deliveries: [
        { subscriberId: '2', claim: 1, attempts: 0, email: 'reader2@mail.example' },
        { subscriberId: '3', claim: 1, attempts: 0, email: 'reader3@mail.example' },
      ],
      after: { fresh: '3', due: undefined },
    })
  })

  /** Claims `limit` at a time until none are left. */
  async function claimAll(options: { limit: number; isTrial?: boolean }): Promise<string[][]> {
    const seen: string[][] = []
    let after = FROM_THE_START
    do {
      const claimed = await claimDeliveries(db, EDITION, { ...options, ...lease, after })
      seen.push(claimed.deliveries.map(({ subscriberId }) => subscriberId))
      ;({ after } = claimed)
    } while (seen.at(-1)?.length !== 0)
    return seen
  }

  it('takes retries first, up to half a chunk, each once in a round', async () => {
    await addSubscribers(db, ['a@mail.example', 'b@mail.example', 'c@mail.example', 'd@mail.example'])
    await sql`
      insert into delivery (edition_id, subscriber_id, position, updated_at)
      select 1, id, id, lunchpail_now() from subscriber where id > 3`.execute(db)
    await sql`update delivery set state = 'deferred', next_at = lunchpail_now() where subscriber_id > 3`.execute(
      db,
    )
    expect(await claimAll({ limit: 4 })).toEqual([['4', '5', '1', '2'], ['6', '7', '3'], []])
  })

  it('takes retries by their time, then by position', async () => {
    await addSubscribers(db, ['a@mail.example', 'b@mail.example'])
    await sql`
      insert into delivery (edition_id, subscriber_id, position, updated_at)
      select 1, id, id, lunchpail_now() from subscriber where id > 3`.execute(db)
    await sql`
      update delivery set state = 'deferred', next_at = lunchpail_now() + given.seconds * interval '1 second'
      from (values (1, -1.000001), (2, -1.000002), (3, -60), (4, -1.000001), (5, 60)) as given (id, seconds)
      where subscriber_id = given.id`.execute(db)
    expect(await claimAll({ limit: 1 })).toEqual([['3'], ['2'], ['1'], ['4'], []])
  })

  it('takes untried deliveries first for a trial', async () => {
    await sql`update delivery set state = 'deferred', next_at = lunchpail_now() where subscriber_id < 3`.execute(
      db,
    )
    expect(await claimAll({ limit: 1, isTrial: true })).toEqual([['3'], ['1'], ['2'], []])
  })
})

describe('leases', () => {
  it('that expire make claimed deliveries pending and sending ones unknown', async () => {
    const [first] = await claim(2)
    await markSending(db, EDITION, [first!], lease)
    await setDatabaseClock(db, '+14 minutes')
    expect(await expireLeases(db, EDITION)).toBe(0)
    await setDatabaseClock(db, '+16 minutes')
    expect(await expireLeases(db, EDITION)).toBe(1)
    expect(await counts()).toMatchObject({ pending: 2, claimed: 0, sending: 0, unknown: 1 })
  })

  it('are renewed by their owner', async () => {
    const claimed = await claim()
    await setDatabaseClock(db, '+14 minutes')
    await renewLeases(db, EDITION, claimed, lease)
    await setDatabaseClock(db, '+28 minutes')
    await expireLeases(db, EDITION)
    expect(await counts()).toMatchObject({ claimed: 3 })
  })

  it('that have expired let their late owner send and write nothing', async () => {
    const late = await claim()
    await setDatabaseClock(db, '+16 minutes')
    await expireLeases(db, EDITION)
    const current = await claim()
    expect(current.map((delivery) => delivery.claim)).toEqual([2, 2, 2])

    expect(await markSending(db, EDITION, late, lease)).toEqual({ sending: new Set(), skipped: new Set() })
    const outcomes = late.map(({ subscriberId, claim }) => ({
      subscriberId,
      claim,
      state: 'failed' as const,
    }))
    expect(await recordOutcomes(db, EDITION, outcomes)).toEqual(new Set())
    expect(await counts()).toMatchObject({ claimed: 3 })
  })

  it.each([
    ['submitted', 'submitted'],
    ['failed', 'failed'],
    // The edition may be over, so nothing is reopened.
    ['deferred', 'failed'],
    ['pending', 'unknown'],
    ['unknown', 'unknown'],
  ] as const)('that expired while sending take a late "%s" as %s', async (late, state) => {
    const [one] = await claim(1)
    await markSending(db, EDITION, [one!], lease)
    await setDatabaseClock(db, '+16 minutes')
    await expireLeases(db, EDITION)
    await recordOutcomes(db, EDITION, [{ ...one!, state: late, reply: '000 late', retryInSeconds: 300 }])
    const row = await db
      .selectFrom('delivery')
      .select(['state', 'next_at'])
      .where('subscriber_id', '=', '1')
      .executeTakeFirst()
    expect(row).toEqual({ state, next_at: null })
  })

  it('that have expired accept a late "submitted" even after a resend was ordered, until that is claimed', async () => {
    const sending = await claim(2)
    await markSending(db, EDITION, sending, lease)
    await setDatabaseClock(db, '+16 minutes')
    await expireLeases(db, EDITION)
    await resolveUnknown(db, MONDAY, 'resend')
    await claim(1)
    const outcomes = sending.map(({ subscriberId, claim: number }) => ({
      subscriberId,
      claim: number,
      state: 'submitted' as const,
    }))
    expect(await recordOutcomes(db, EDITION, outcomes)).toEqual(new Set(['2']))
    expect(await counts()).toMatchObject({ submitted: 1, claimed: 1, pending: 1 })
  })

  it.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
    'are renewed without waiting for a row being written (not embedded, which has one connection)',
    async () => {
      const claimed = await claim()
      await db.transaction().execute(async (trx) => {
        await recordOutcomes(trx, EDITION, [{ ...claimed[1]!, state: 'submitted' }])
        await setDatabaseClock(db, '+14 minutes')
        await renewLeases(db, EDITION, claimed, lease)
      })
      await setDatabaseClock(db, '+16 minutes')
      await expireLeases(db, EDITION)
      expect(await counts()).toMatchObject({ claimed: 2, submitted: 1 })
    },
  )
})

describe('markSending', () => {
  it('marks nothing once the edition is paused', async () => {
    const claimed = await claim()
    await sql`update edition set state = 'paused'`.execute(db)
    expect(await markSending(db, EDITION, claimed, lease)).toEqual({
      sending: new Set(),
      skipped: new Set(),
    })
  })
})

describe('a subscriber who left', () => {
  it('after the claim is skipped and gets nothing', async () => {
    const claimed = await claim()
    await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = 1`.execute(db)
    await sql`insert into suppression values ('hash of reader3@mail.example', 'complained', lunchpail_now())`.execute(
      db,
    )
    expect(await markSending(db, EDITION, claimed, lease)).toEqual({
      sending: new Set(['2']),
      skipped: new Set(['1', '3']),
    })
    expect(await counts()).toMatchObject({ sending: 1, skipped: 2 })
  })
})

describe('closeCancelled', () => {
  it('closes what came back to a cancelled edition, and leaves messages in progress alone', async () => {
    const [one, two, three] = await claim()
    await markSending(db, EDITION, [one!, two!, three!], lease)
    await sql`update edition set state = 'cancelled'`.execute(db)
    await recordOutcomes(db, EDITION, [
      { ...one!, state: 'pending' },
      { ...two!, state: 'deferred', reply: '450 later', retryInSeconds: 300 },
    ])
    expect(await listEditionsLeft(db)).toEqual([MONDAY])
    expect(await closeCancelled(db, EDITION)).toBe(2)
    expect(await counts()).toMatchObject({ skipped: 2, sending: 1 })
    await setDatabaseClock(db, '+16 minutes')
    expect(await expireLeases(db, EDITION)).toBe(1)
    expect(await counts()).toMatchObject({ skipped: 2, unknown: 1 })
    expect(await listEditionsLeft(db)).toEqual([])
  })
})

describe('finishIfBalanced', () => {
  it('finishes once every delivery has ended', async () => {
    expect(await finishIfBalanced(db, EDITION)).toBe('open')
    await sql`update delivery set state = 'submitted'`.execute(db)
    expect(await finishIfBalanced(db, EDITION)).toBe('finished')
  })

  it('does not finish if rows are missing', async () => {
    await sql`update delivery set state = 'submitted'`.execute(db)
    await sql`delete from delivery where subscriber_id = 2`.execute(db)
    expect(await finishIfBalanced(db, EDITION)).toBe('unbalanced')
  })
})
