import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { OpenedDatabase } from '../../db/open-database.ts'
import { anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { correctEdition, listEditionCorrections } from './corrections.ts'
import { freezeEdition } from './freeze-edition.ts'
import { storeEdition } from './editions.ts'

const MONDAY = '2026-11-23'
const WRONG_SUM = 'The sum of the sales was $1.2 million, not $12 million.'
let opened: OpenedDatabase
let db: Database
beforeAll(async () => {
  opened = await createTestDatabase()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T14:00:00Z')
  await storeEdition(db, anEdition())
})

describe('correctEdition', () => {
  it('notes a correction of an edition that went out, once for the same words', async () => {
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    await setDatabaseClock(db, '2026-11-24T10:00:00Z')
    const noted = { slotDate: MONDAY, notedAt: '2026-11-24T10:00:00.000Z', text: WRONG_SUM }
    expect(await correctEdition(db, MONDAY, WRONG_SUM)).toEqual(noted)
    await setDatabaseClock(db, '2026-11-25T10:00:00Z')
    expect(await correctEdition(db, MONDAY, WRONG_SUM)).toEqual(noted)
    expect(await listEditionCorrections(db)).toEqual([noted])
  })

  it('refuses an edition that nobody has yet: it can be built again', async () => {
    await expect(correctEdition(db, MONDAY, WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'built', next: [{ step: 'build', date: MONDAY }] },
    })
    await sql`update edition set state = 'missed'`.execute(db)
    await expect(correctEdition(db, MONDAY, WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'missed' },
    })
    await expect(correctEdition(db, '2026-11-16', WRONG_SUM)).rejects.toMatchObject({
      refusal: { order: 'correct', reason: 'absent', next: [] },
    })
    expect(await listEditionCorrections(db)).toEqual([])
  })
})

describe('listEditionCorrections', () => {
  it('lists the newest first, of one edition or of all', async () => {
    await storeEdition(db, anEdition({ slotDate: '2026-11-16' }))
    for (const date of ['2026-11-16', MONDAY]) await freezeEdition(db, date, { by: 'hand' })
    await correctEdition(db, MONDAY, 'first')
    await correctEdition(db, '2026-11-16', 'second')
    await correctEdition(db, MONDAY, 'third')
    const textsOf = async (date?: string) => (await listEditionCorrections(db, date)).map(({ text }) => text)
    expect(await textsOf()).toEqual(['third', 'second', 'first'])
    expect(await textsOf(MONDAY)).toEqual(['third', 'first'])
  })
})
