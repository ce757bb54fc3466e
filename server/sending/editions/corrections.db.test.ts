import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { correctEdition, listEditionCorrections, withdrawCorrection } from './corrections.ts'
import { freezeEdition } from './freeze-edition.ts'
import { storeEdition } from './editions.ts'

const MONDAY = '2026-11-23'
const WRONG_SUM = 'The sum of the sales was $1.2 million, not $12 million.'
let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T14:00:00Z')
  await storeEdition(db, anEdition())
})

const correct = (slotDate: string, text: string, factId?: string) =>
  correctEdition(db, slotDate, { text, factId })

describe('correctEdition', () => {
  it('adds a correction to an edition that went out, once for the same words', async () => {
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    await setDatabaseClock(db, '2026-11-24T10:00:00Z')
    const noted = { slotDate: MONDAY, notedAt: '2026-11-24T10:00:00.000Z', text: WRONG_SUM, factId: null }
    expect(await correct(MONDAY, WRONG_SUM)).toMatchObject(noted)
    await setDatabaseClock(db, '2026-11-25T10:00:00Z')
    expect(await correct(MONDAY, WRONG_SUM)).toMatchObject(noted)
    expect(await listEditionCorrections(db)).toMatchObject([noted])
  })

  it('refuses an edition that nobody has received yet, which can still be rebuilt', async () => {
    await expect(correct(MONDAY, WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'built', next: [{ step: 'build', date: MONDAY }] },
    })
    await sql`update edition set state = 'missed'`.execute(db)
    await expect(correct(MONDAY, WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'missed' },
    })
    await expect(correct('2026-11-16', WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'absent', next: [] },
    })
    expect(await listEditionCorrections(db)).toEqual([])
  })
})

describe('a wrong figure', () => {
  it('is identified by the id of its fact, which the edition must contain', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    expect(await correct(MONDAY, WRONG_SUM, 'F1')).toMatchObject({ factId: 'F1' })
    await expect(correct(MONDAY, 'Another', 'F2')).rejects.toThrow(
      'The edition of 2026-11-23 has no figure F2.',
    )
    expect(await listEditionCorrections(db)).toHaveLength(1)
  })

  it('may be named afterwards, by the same words, which readers then still see once', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    const { id } = await correct(MONDAY, WRONG_SUM)
    for (const factId of ['F1', 'F1', undefined]) {
      expect(await correct(MONDAY, WRONG_SUM, factId)).toMatchObject({ id, factId: 'F1' })
    }
    expect(await listEditionCorrections(db)).toHaveLength(1)
  })
})

describe('withdrawCorrection', () => {
  it('withdraws a correction once; the same words can then be added again', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    const { id } = await correct(MONDAY, WRONG_SUM)
    await withdrawCorrection(db, MONDAY, id)
    expect(await listEditionCorrections(db)).toMatchObject([{ id, withdrawnAt: '2026-11-23T14:00:00.000Z' }])
    await expect(withdrawCorrection(db, MONDAY, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(withdrawCorrection(db, MONDAY, 'x')).rejects.toMatchObject({ code: 'not-found' })
    expect((await correct(MONDAY, WRONG_SUM)).id).not.toBe(id)
  })
})

describe('listEditionCorrections', () => {
  it('lists corrections newest first, for one edition or all', async () => {
    await storeEdition(db, anEdition({ slotDate: '2026-11-16' }))
    for (const date of ['2026-11-16', MONDAY]) await freezeEdition(db, date, { by: 'hand' })
    await correct(MONDAY, 'first')
    await correct('2026-11-16', 'second')
    await correct(MONDAY, 'third')
    const textsOf = async (date?: string) => (await listEditionCorrections(db, date)).map(({ text }) => text)
    expect(await textsOf()).toEqual(['third', 'second', 'first'])
    expect(await textsOf(MONDAY)).toEqual(['third', 'first'])
  })
})
