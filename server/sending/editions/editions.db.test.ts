import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import {
  addSubscribers,
  anEdition,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
} from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { EditionStateError } from './edition-refusal.ts'
import { deleteOldDeliveries, findEdition, markMissedEditions, storeEdition } from './editions.ts'
import { freezeEdition } from './freeze-edition.ts'
import { getEditionStatus } from './edition-status.ts'
import { resolveUnknown } from './pause-resume-cancel.ts'

const MONDAY = '2026-11-23'
let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
})

const expiry = async () => {
  const row = await db.selectFrom('edition').select('expires_at').executeTakeFirstOrThrow()
  return row.expires_at?.toISOString()
}
const setDeliveries = (state: string) => sql`update delivery set state = ${state}`.execute(db)

describe('storeEdition', () => {
  it('replaces an edition until it is frozen, then refuses to', async () => {
    await storeEdition(db, anEdition())
    await storeEdition(db, anEdition({ subject: 'A better subject' }))
    expect(await findEdition(db, MONDAY)).toMatchObject({ state: 'built', subject: 'A better subject' })

    await freezeEdition(db, MONDAY, { by: 'hand' })
    await expect(storeEdition(db, anEdition())).rejects.toMatchObject({
      refusal: { order: 'build', reason: 'frozen', date: MONDAY, next: [] },
    })
  })

  it('keeps facts and coverage as they are', async () => {
    await storeEdition(
      db,
      anEdition({ facts: [{ id: 'F1', name: 'O’Hare "&" <b>' }], coverage: { a: null } }),
    )
    const row = await db.selectFrom('edition').select(['facts', 'coverage']).executeTakeFirstOrThrow()
    expect(row).toEqual({ facts: [{ id: 'F1', name: 'O’Hare "&" <b>' }], coverage: { a: null } })
  })
})

describe('storeEdition', () => {
  it('stores a model’s answer whatever characters it contains', async () => {
    const record = { rawOutputs: ['all\u{0} of \u{D800}it'], verdicts: [] }
    const audit = { section: 'markets', factsHash: 'f', outcome: 'rules', reason: 'refused' } as const
    await storeEdition(db, anEdition({ audits: [{ ...audit, model: 'mock/tiny', retries: 1, record }] }))
    const [kept] = await db.selectFrom('edition_audit').select('record').execute()
    expect(kept?.record).toEqual({ rawOutputs: ['all[U+0000] of [U+D800]it'], verdicts: [] })
  })
})

describe('freezeEdition', () => {
  it('writes down every recipient once, however often it runs', async () => {
    await addSubscribers(db, readers(5))
    await sql`update subscriber set confirmed_at = null where id = 2`.execute(db)
    await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = 3`.execute(db)
    await sql`insert into suppression values ('hash of reader4@mail.example', 'bounced', lunchpail_now())`.execute(
      db,
    )
    await storeEdition(db, anEdition())
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await addSubscribers(db, ['late@mail.example'])
    await freezeEdition(db, MONDAY, { by: 'hand' })

    const deliveries = await db
      .selectFrom('delivery')
      .select('subscriber_id')
      .orderBy('subscriber_id')
      .execute()
    expect(deliveries.map((row) => row.subscriber_id)).toEqual(['1', '5'])
    const { expected_count } = await db
      .selectFrom('edition')
      .select('expected_count')
      .executeTakeFirstOrThrow()
    expect(expected_count).toBe(2)
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({ state: 'frozen', counts: { pending: 2 } })
  })

  it('shuffles recipients, differently each week, so that bad addresses that came together are spread out', async () => {
    await addSubscribers(db, readers(200))
    const turnsOf = async (slotDate: string) => {
      await storeEdition(db, anEdition({ slotDate }))
      await freezeEdition(db, slotDate, { by: 'hand' })
      const rows = await db
        .selectFrom('delivery')
        .innerJoin('edition', 'edition.id', 'edition_id')
        .select('subscriber_id')
        .where('slot_date', '=', slotDate)
        .orderBy('position')
        .execute()
      return rows.map((row) => row.subscriber_id)
    }
    const [first, second] = [await turnsOf('2026-11-23'), await turnsOf('2026-11-30')]
    expect(first.toSorted()).toEqual(second.toSorted())
    expect(first).not.toEqual(second)
    const ids = first.map(Number).toSorted((one, other) => one - other)
    const lastThirty = new Set(ids.slice(-30).map(String))
    const mostInARow = Math.max(
      ...first.map((_, at) => first.slice(at, at + 60).filter((id) => lastThirty.has(id)).length),
    )
    expect(mostInARow).toBeLessThan(20)
  })

  it('freezes once when several processes do it at the same time', async () => {
    await addSubscribers(db, readers(50))
    await storeEdition(db, anEdition())
    await Promise.all(Array.from({ length: 4 }, () => freezeEdition(db, MONDAY, { by: 'hand' })))
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({ counts: { pending: 50 } })
  })

  it('sets the expiry: 12 hours after Monday 08:00 by the timetable, 48 hours from now by hand', async () => {
    await setDatabaseClock(db, '2026-11-23T16:00:00Z')
    await storeEdition(db, anEdition())
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    expect(await expiry()).toBe('2026-11-24T02:00:00.000Z')

    await sql`truncate edition cascade`.execute(db)
    await storeEdition(db, anEdition())
    await freezeEdition(db, MONDAY, { by: 'hand' })
    expect(await expiry()).toBe('2026-11-25T16:00:00.000Z')
  })

  it('refuses an edition that does not exist or was cancelled', async () => {
    await expect(freezeEdition(db, MONDAY, { by: 'hand' })).rejects.toThrow(EditionStateError)
    await storeEdition(db, anEdition())
    await sql`update edition set state = 'cancelled'`.execute(db)
    await expect(freezeEdition(db, MONDAY, { by: 'hand' })).rejects.toMatchObject({
      refusal: { order: 'send', reason: 'cancelled' },
    })
  })
})

describe('markMissedEditions', () => {
  it('marks an edition whose cutoff passed, once; a person may still send it', async () => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition())
    expect(await markMissedEditions(db)).toEqual([])
    await setDatabaseClock(db, '2026-11-24T02:00:00Z')
    expect(await markMissedEditions(db)).toEqual([{ date: '2026-11-23', isHeld: false, isRestored: false }])
    expect(await findEdition(db, MONDAY)).toMatchObject({ state: 'missed' })
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    expect(await findEdition(db, MONDAY)).toMatchObject({ state: 'missed' })
    await freezeEdition(db, MONDAY, { by: 'hand' })
    expect(await findEdition(db, MONDAY)).toMatchObject({ state: 'frozen' })
  })

  it('lists a missed edition for four weeks, and a newly marked one however old', async () => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition())
    const missed = [{ date: '2026-11-23', isHeld: false, isRestored: false }]
    for (const now of ['2026-11-24T02:00:00Z', '2026-11-24T02:01:00Z', '2026-12-22T01:59:59Z']) {
      await setDatabaseClock(db, now)
      expect(await markMissedEditions(db)).toEqual(missed)
    }
    await setDatabaseClock(db, '2026-12-22T02:00:00Z')
    expect(await markMissedEditions(db)).toEqual([])

    await sql`update edition set state = 'built'`.execute(db)
    expect(await markMissedEditions(db)).toEqual(missed)
  })

  it('does not mark an old edition that a person has just built', async () => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition({ slotDate: '2025-02-03' }))
    expect(await markMissedEditions(db)).toEqual([])
  })
})

describe('resolveUnknown', () => {
  beforeEach(async () => {
    await freezeFor(db, readers(3))
    await setDeliveries('unknown')
    await sql`update edition set state = 'finished'`.execute(db)
  })

  it('counts unknown deliveries as submitted', async () => {
    expect(await resolveUnknown(db, MONDAY, 'assume-submitted')).toBe(3)
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({
      state: 'finished',
      counts: { submitted: 3, unknown: 0 },
    })
  })

  it('reopens the edition to resend unknown deliveries', async () => {
    expect(await resolveUnknown(db, MONDAY, 'resend')).toBe(3)
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({ state: 'frozen', counts: { pending: 3 } })
    expect(await resolveUnknown(db, MONDAY, 'resend')).toBe(0)
  })
})

describe('deleteOldDeliveries', () => {
  it('deletes what was sent more than 13 months ago', async () => {
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await freezeFor(db, readers(3))
    await setDatabaseClock(db, '2027-12-23T13:00:00Z')
    expect(await deleteOldDeliveries(db)).toBe(0)
    await setDatabaseClock(db, '2027-12-23T15:00:00Z')
    expect(await deleteOldDeliveries(db)).toBe(3)
    expect(await findEdition(db, MONDAY)).toBeDefined()
  })
})

describe('getEditionStatus', () => {
  it('is undefined for a date without an edition', async () => {
    expect(await getEditionStatus(db, '2026-11-30')).toBeUndefined()
  })
})
