import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { addSubscribers, anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { findEdition, markMissedEditions, storeEdition } from './editions.ts'
import { freezeEdition } from './freeze-edition.ts'
import { holdEdition, releaseEdition, releasePreviewed } from './hold-edition.ts'

const MONDAY = '2026-11-23'
const SUNDAY_EVENING = '2026-11-23T01:00:00Z'
let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
  await setDatabaseClock(db, SUNDAY_EVENING)
})

const heldOf = async () => (await findEdition(db, MONDAY))?.held
const stateOf = async () => (await findEdition(db, MONDAY))?.state

describe('holdEdition', () => {
  it('keeps the time of the first hold and the reason of the last', async () => {
    await storeEdition(db, anEdition())
    await holdEdition(db, MONDAY, 'a figure looks wrong')
    await setDatabaseClock(db, '2026-11-23T02:00:00Z')
    await holdEdition(db, MONDAY, undefined)
    expect(await heldOf()).toEqual({
      since: new Date(SUNDAY_EVENING),
      kind: 'by-hand',
      reason: 'a figure looks wrong',
    })
    const { hold, times } = await holdEdition(db, MONDAY, 'two figures look wrong')
    expect(hold).toEqual({
      since: new Date(SUNDAY_EVENING),
      kind: 'by-hand',
      reason: 'two figures look wrong',
    })
    expect(times).toMatchObject({ phase: 'ahead', sendAt: new Date('2026-11-23T14:00:00Z') })
  })

  it('survives a rebuild of the edition', async () => {
    await storeEdition(db, anEdition())
    await holdEdition(db, MONDAY, 'wait')
    await storeEdition(db, anEdition({ subject: 'A better subject' }))
    expect(await findEdition(db, MONDAY)).toMatchObject({
      subject: 'A better subject',
      held: { reason: 'wait' },
    })
  })

  it('keeps the edition from being frozen, or sent by hand, until it is released', async () => {
    await addSubscribers(db, ['ada@mail.example'])
    await storeEdition(db, anEdition())
    await holdEdition(db, MONDAY, 'look at housing')
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    expect(await stateOf()).toBe('built')
    await expect(freezeEdition(db, MONDAY, { by: 'hand' })).rejects.toMatchObject({
      refusal: {
        order: 'send',
        reason: 'held',
        date: MONDAY,
        held: { since: new Date('2026-11-23T01:00:00Z'), kind: 'by-hand', reason: 'look at housing' },
        next: [{ step: 'release', date: MONDAY, yes: true }],
      },
    })
    expect(await db.selectFrom('delivery').selectAll().execute()).toEqual([])

    expect(await releaseEdition(db, MONDAY)).toBe(true)
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    expect(await stateOf()).toBe('frozen')
  })

  it('never succeeds together with a freeze at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      await sql`truncate edition cascade`.execute(db)
      await storeEdition(db, anEdition())
      const [hold] = await Promise.allSettled([
        holdEdition(db, MONDAY, undefined),
        freezeEdition(db, MONDAY, { by: 'timetable' }),
      ])
      const edition = await findEdition(db, MONDAY)
      const isHeld = edition?.held !== undefined
      expect({ isHeld, state: edition?.state }).toEqual(
        hold.status === 'fulfilled' ? { isHeld: true, state: 'built' } : { isHeld: false, state: 'frozen' },
      )
    }
  })

  it('becomes missed at the cutoff, and still cannot be sent by hand until it is released', async () => {
    await storeEdition(db, anEdition())
    await holdEdition(db, MONDAY, undefined)
    await setDatabaseClock(db, '2026-11-24T02:00:00Z')
    expect(await markMissedEditions(db)).toEqual([{ date: MONDAY, isHeld: true, isRestored: false }])
    await expect(freezeEdition(db, MONDAY, { by: 'hand' })).rejects.toMatchObject({
      refusal: { order: 'send', reason: 'held' },
    })
    expect(await releaseEdition(db, MONDAY)).toBe(true)
    expect(await stateOf()).toBe('missed')
    await freezeEdition(db, MONDAY, { by: 'hand' })
    expect(await stateOf()).toBe('frozen')
  })

  it('refuses to hold an edition that does not exist, and offers to build it', async () => {
    await expect(holdEdition(db, MONDAY, undefined)).rejects.toMatchObject({
      refusal: { order: 'hold', reason: 'absent', next: [{ step: 'build', date: MONDAY }] },
    })
  })

  it.each([
    ['frozen', ['pause', 'cancel']],
    ['paused', ['cancel']],
    ['finished', ['correct']],
    ['cancelled', []],
  ])('comes too late for one that is %s, and says what can still be done', async (state, steps) => {
    await storeEdition(db, anEdition())
    await sql`update edition set state = ${state}`.execute(db)
    await expect(holdEdition(db, MONDAY, undefined)).rejects.toMatchObject({
      refusal: { order: 'hold', reason: state, next: steps.map((step) => ({ step, date: MONDAY })) },
    })
    expect(await heldOf()).toBeUndefined()
  })
})

describe('releaseEdition', () => {
  it('changes nothing if nothing is held', async () => {
    await expect(releaseEdition(db, MONDAY)).rejects.toMatchObject({
      refusal: { order: 'release', reason: 'absent' },
    })
    await storeEdition(db, anEdition())
    expect(await releaseEdition(db, MONDAY)).toBe(false)
    expect(await stateOf()).toBe('built')
  })

  it.each([
    ['frozen', 'by-hand', [{ step: 'pause' }]],
    ['paused', 'by-hand', [{ step: 'resume', yes: false }]],
    ['paused', 'restored', [{ step: 'resume', yes: true }]],
    ['finished', null, [{ step: 'correct' }]],
    ['cancelled', null, []],
  ])(
    'comes too late for one that is %s (%s), and says what can still be done',
    async (state, kind, steps) => {
      await storeEdition(db, anEdition())
      const builtAt = (await findEdition(db, MONDAY))?.builtAt ?? new Date(0)
      await sql`update edition set state = ${state}, pause_kind = ${kind}`.execute(db)
      const refusal = {
        order: 'release',
        reason: state,
        next: steps.map((step) => ({ ...step, date: MONDAY })),
      }
      await expect(releaseEdition(db, MONDAY)).rejects.toMatchObject({ refusal })
      await expect(releasePreviewed(db, MONDAY, builtAt)).rejects.toMatchObject({ refusal })
      const { rows } = await sql`select released_at from edition`.execute(db)
      expect(rows).toEqual([{ released_at: null }])
    },
  )
})
