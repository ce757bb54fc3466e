import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import {
  acceptInto,
  addNewcomers,
  addSubscribers,
  anEdition,
  deliveryDeps,
  readers,
  resetTables,
  setDatabaseClock,
  takeTurnsById,
} from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { cancelEdition } from '../editions/pause-resume-cancel.ts'
import { deliverEdition } from './deliver-edition.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { storeEdition } from '../editions/editions.ts'

let db: Database
let taken: string[]
setUpDatabase(async (given) => {
  db = given
  await resetTables(db)
  await addSubscribers(db, readers(75))
  taken = []
})

const take: Mailer['submit'] = (letter) => acceptInto(taken)(letter)
const FIRST = '2026-11-23'
const settings = { warmUp: { perDay: 10, growth: 2 } }

/** Sends what is allowed now, as a separate process would. */
async function deliverAt(now: string, slotDate: string, submit = take) {
  await setDatabaseClock(db, now)
  return deliverNow(slotDate, submit)
}

function deliverNow(slotDate: string, submit = take) {
  const deps = deliveryDeps(db, { submit }, settings)
  return deliverEdition(deps, slotDate, { signal: new AbortController().signal, onIdle: 'leave' })
}

async function freezeAt(now: string, slotDate: string, by: 'timetable' | 'hand') {
  await setDatabaseClock(db, now)
  await storeEdition(db, anEdition({ slotDate }))
  await freezeEdition(db, slotDate, { by })
  if (slotDate === FIRST) await takeTurnsById(db)
}

/** Returns who got a letter since the last call. */
const takenNow = () => taken.splice(0).sort(byNumber)
const byNumber = (one: string, other: string) => Number(/\d+/.exec(one)?.[0]) - Number(/\d+/.exec(other)?.[0])
const readersFrom = (first: number, last: number) => readers(last).slice(first - 1)

describe('a warm-up', () => {
  it('sends its allowance each day, more on each day of sending, and starts with readers it skipped before', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'timetable')
    await deliverAt('2026-11-23T14:00:00Z', '2026-11-23')
    await deliverAt('2026-11-23T20:00:00Z', '2026-11-23')
    expect(takenNow()).toEqual(readersFrom(1, 10))
    expect(await deliverAt('2026-11-24T02:00:00Z', '2026-11-23')).toMatchObject({
      state: 'finished',
      counts: { submitted: 10, skipped: 65 },
    })
    const reasons = await db
      .selectFrom('delivery')
      .select('reason')
      .distinct()
      .where('state', '=', 'skipped')
      .execute()
    expect(reasons).toEqual([{ reason: 'warm-up' }])

    await freezeAt('2026-11-30T14:00:00Z', '2026-11-30', 'timetable')
    await deliverAt('2026-11-30T14:00:00Z', '2026-11-30')
    expect(takenNow()).toEqual(readersFrom(11, 30))
    await deliverAt('2026-12-01T02:00:00Z', '2026-11-30')

    // Readers who waited longest come first: those of last week follow those who have had no letter at all.
    await freezeAt('2026-12-07T14:00:00Z', '2026-12-07', 'timetable')
    await deliverAt('2026-12-07T14:00:00Z', '2026-12-07')
    expect(takenNow()).toEqual(readersFrom(31, 70))
    await deliverAt('2026-12-08T02:00:00Z', '2026-12-07')

    await freezeAt('2026-12-14T14:00:00Z', '2026-12-14', 'timetable')
    await deliverAt('2026-12-14T14:00:00Z', '2026-12-14')
    expect(takenNow()).toHaveLength(75)
  })

  it('starts with readers it skipped even if the edition in between was cancelled', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'timetable')
    await deliverAt('2026-11-23T14:00:00Z', '2026-11-23')
    await deliverAt('2026-11-24T02:00:00Z', '2026-11-23')
    expect(takenNow()).toEqual(readersFrom(1, 10))
    await freezeAt('2026-11-30T14:00:00Z', '2026-11-30', 'timetable')
    await cancelEdition(db, '2026-11-30')

    await freezeAt('2026-12-07T14:00:00Z', '2026-12-07', 'timetable')
    await deliverAt('2026-12-07T14:00:00Z', '2026-12-07')
    expect(takenNow()).toEqual(readersFrom(11, 30))
  })

  it('lets whoever strangers may have signed up wait for everybody else, and those whom it skipped first among them', async () => {
    await addNewcomers(
      db,
      readers(60).map((reader) => `new-${reader}`),
    )
    const takenOn: string[][] = []
    for (const [monday, tuesday] of [
      ['2026-11-30', '2026-12-01'],
      ['2026-12-07', '2026-12-08'],
      ['2026-12-14', '2026-12-15'],
      ['2026-12-21', '2026-12-22'],
      ['2026-12-28', '2026-12-29'],
    ] as const) {
      await freezeAt(`${monday}T14:00:00Z`, monday, 'timetable')
      await deliverAt(`${monday}T14:00:00Z`, monday)
      await deliverAt(`${tuesday}T02:00:00Z`, monday)
      takenOn.push(taken.splice(0))
    }
    // 10, 20, 40, 80 and all of 75 readers and 60 newcomers.
    const [fourth = [], fifth = []] = takenOn.slice(3)
    expect(readers(75)).toEqual(expect.arrayContaining(takenOn.slice(0, 3).flat()))
    expect(new Set(takenOn.slice(0, 3).flat()).size).toBe(70)
    expect(fourth.slice(0, 75).toSorted()).toEqual(readers(75).toSorted())
    expect(fourth).toHaveLength(80)
    const [known, others] = [fifth.slice(0, 75), fifth.slice(75, 130)]
    expect(known.toSorted()).toEqual(readers(75).toSorted())
    expect(others.filter((one) => fourth.includes(one))).toEqual([])
  })

  it('continues the next day with an edition that a person sends', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'hand')
    await deliverAt('2026-11-23T14:00:00Z', '2026-11-23')
    expect(takenNow()).toEqual(readersFrom(1, 10))
    await deliverAt('2026-11-24T05:59:59Z', '2026-11-23')
    expect(takenNow()).toEqual([])
    // Midnight in Chicago.
    await deliverAt('2026-11-24T06:00:00Z', '2026-11-23')
    expect(takenNow()).toEqual(readersFrom(11, 30))
  })

  it('is shared by all processes', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'hand')
    const two = () => Promise.all([deliverNow('2026-11-23'), deliverNow('2026-11-23')])
    await two()
    expect(taken).toHaveLength(10)
    await setDatabaseClock(db, '2026-11-24T14:00:00Z')
    await two()
    expect(new Set(taken).size).toBe(30)
    expect(taken).toHaveLength(30)
  })

  it('does not count messages that reached no server', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'timetable')
    await deliverAt('2026-11-23T14:00:00Z', '2026-11-23', () =>
      Promise.resolve({ status: 'unreachable', reason: '421 busy', cause: 'service' }),
    )
    const days = await db.selectFrom('mail_day').selectAll().execute()
    expect(days).toEqual([{ day: '2026-11-23', messages: 0 }])
    await deliverAt('2026-11-23T15:00:00Z', '2026-11-23')
    expect(takenNow()).toEqual(readersFrom(1, 10))
  })

  it('is not given as the reason if a server kept readers from their letter', async () => {
    await freezeAt('2026-11-23T14:00:00Z', '2026-11-23', 'timetable')
    await deliverAt('2026-11-24T02:00:00Z', '2026-11-23')
    const reasons = await db.selectFrom('delivery').select('reason').distinct().execute()
    expect(reasons).toEqual([{ reason: 'expired' }])
  })
})
