import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { findDueSlots, getSlotTimes, sendTimeOf } from './edition-slots.ts'

const opened = setUpDatabase()

describe('sendTimeOf', () => {
  it.each([
    ['2026-03-02', '2026-03-02T14:00:00.000Z'],
    ['2026-03-09', '2026-03-09T13:00:00.000Z'],
    ['2026-10-26', '2026-10-26T13:00:00.000Z'],
    ['2026-11-02', '2026-11-02T14:00:00.000Z'],
    ['2027-03-08', '2027-03-08T14:00:00.000Z'],
    ['2027-03-15', '2027-03-15T13:00:00.000Z'],
    ['2027-11-01', '2027-11-01T13:00:00.000Z'],
    ['2027-11-08', '2027-11-08T14:00:00.000Z'],
  ])('of %s is 8:00 in Chicago, on both sides of clock changes', async (slotDate, expected) => {
    const { rows } = await sql<{ at: Date }>`select ${sendTimeOf(sql`${slotDate}`)} as at`.execute(opened.db)
    expect(rows[0]?.at.toISOString()).toBe(expected)
  })
})

describe('findDueSlots', () => {
  it.each([
    ['a minute before Sunday 18:00', '2026-11-22T23:59:00Z', undefined, undefined],
    ['Sunday 18:00', '2026-11-23T00:00:00Z', '2026-11-23', undefined],
    ['a minute before Monday 08:00', '2026-11-23T13:59:00Z', '2026-11-23', undefined],
    ['Monday 08:00', '2026-11-23T14:00:00Z', '2026-11-23', '2026-11-23'],
    ['a minute before the cutoff', '2026-11-24T01:59:00Z', '2026-11-23', '2026-11-23'],
    ['the cutoff', '2026-11-24T02:00:00Z', undefined, undefined],
    ['the middle of the week', '2026-11-25T18:00:00Z', undefined, undefined],
    ['Sunday 18:00 of the spring change', '2026-03-08T23:00:00Z', '2026-03-09', undefined],
    ['a minute before Monday 08:00 after the spring change', '2026-03-09T12:59:00Z', '2026-03-09', undefined],
    ['Monday 08:00 after the spring change', '2026-03-09T13:00:00Z', '2026-03-09', '2026-03-09'],
    ['a minute before Sunday 18:00 of the autumn change', '2026-11-01T23:59:00Z', undefined, undefined],
    ['Sunday 18:00 of the autumn change', '2026-11-02T00:00:00Z', '2026-11-02', undefined],
    ['a minute before Monday 08:00 after the autumn change', '2026-11-02T13:59:00Z', '2026-11-02', undefined],
    ['Monday 08:00 after the autumn change', '2026-11-02T14:00:00Z', '2026-11-02', '2026-11-02'],
    ['the turn of a year', '2027-01-04T14:00:00Z', '2027-01-04', '2027-01-04'],
  ])('at %s', async (_, now, toWrite, toSend) => {
    await setDatabaseClock(opened.db, now)
    expect(await findDueSlots(opened.db)).toEqual({ toWrite, toSend })
  })

  it('does not depend on the time zone of the session', async () => {
    await setDatabaseClock(opened.db, '2026-11-23T14:00:00Z')
    const due = await opened.db.transaction().execute(async (trx) => {
      await sql`set local time zone 'Asia/Tokyo'`.execute(trx)
      return findDueSlots(trx)
    })
    expect(due).toEqual({ toWrite: '2026-11-23', toSend: '2026-11-23' })
  })
})

describe('getSlotTimes', () => {
  it.each([
    ['2026-11-23T13:59:59Z', 'ahead', '2026-11-23T14:00:00.000Z'],
    ['2026-11-23T14:00:00Z', 'due', '2026-11-30T14:00:00.000Z'],
    ['2026-11-24T01:59:59Z', 'due', '2026-11-30T14:00:00.000Z'],
    ['2026-11-24T02:00:00Z', 'over', '2026-11-30T14:00:00.000Z'],
    ['2027-03-10T12:00:00Z', 'over', '2027-03-15T13:00:00.000Z'],
  ])('at %s says that it is %s and when the next slot comes', async (now, phase, nextSendAt) => {
    await setDatabaseClock(opened.db, now)
    expect(await getSlotTimes(opened.db, '2026-11-23')).toEqual({
      askedAt: new Date(now),
      writeAt: new Date('2026-11-23T00:00:00Z'),
      sendAt: new Date('2026-11-23T14:00:00Z'),
      cutoffAt: new Date('2026-11-24T02:00:00Z'),
      nextSendAt: new Date(nextSendAt),
      phase,
    })
  })
})
