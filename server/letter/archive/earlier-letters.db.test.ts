import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { LetterContent } from '../../../shared/edition-contract.ts'
import { anEdition, resetTables } from '../../testing/edition-fixtures.ts'
import { aWeek, publishEdition } from '../../testing/published-edition.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { storeEdition } from '../../sending/editions/editions.ts'
import { aLetter } from '../testing/edition-content.ts'
import { listCorrectionsSince } from './corrections.queries.ts'
import { listEarlierFacts, listEarlierLeads } from './published-editions.queries.ts'

const database = setUpDatabase(resetTables)

const leadOf = (topic: string): LetterContent['lead'] => ({ id: `${topic}/1`, kind: 'trade', topic })
const aWeekLedBy = (slotDate: string, lead: LetterContent['lead']) =>
  aWeek(slotDate, { letter: aLetter({ lead }) })

describe('what earlier letters led with', () => {
  const leads = (before: string, limit = 8) => listEarlierLeads(database.db, { before, limit })

  it('is listed, newest first, for letters that went out before that Monday', async () => {
    await publishEdition(database.db, { content: aWeekLedBy('2025-01-20', leadOf('insiders/one')) })
    await publishEdition(database.db, { content: aWeekLedBy('2025-01-27', leadOf('insiders/two')) })
    await publishEdition(database.db, { content: aWeekLedBy('2025-02-03', leadOf('insiders/three')) })
    const content = aWeekLedBy('2025-02-10', leadOf('insiders/only-written'))
    await storeEdition(database.db, anEdition({ slotDate: '2025-02-10', content }))
    expect((await leads('2025-02-17')).map((lead) => lead.topic)).toEqual([
      'insiders/three',
      'insiders/two',
      'insiders/one',
    ])
    expect((await leads('2025-02-03', 1)).map((lead) => lead.topic)).toEqual(['insiders/two'])
  })

  it('is empty for a letter that led with nothing, and for one of an earlier program', async () => {
    const { letter: _letter, ...earlier } = aWeek('2025-01-20')
    await publishEdition(database.db, { content: aWeek('2025-01-20') })
    await database.db
      .updateTable('edition')
      .set({ content: JSON.stringify(earlier) })
      .execute()
    await publishEdition(database.db, { content: aWeekLedBy('2025-01-27', null) })
    expect(await leads('2025-02-03')).toEqual([])
  })
})

describe('the errors noted since the last letter', () => {
  const since = (before: string) => listCorrectionsSince(database.db, { before })
  const correct = (date: string, text: string, at: string) =>
    sql`
      insert into edition_correction (edition_id, noted_at, text)
      select id, ${at}::timestamptz, ${text} from edition where slot_date = ${date}`.execute(database.db)
  const builtAt = (date: string, at: string) =>
    sql`update edition set built_at = ${at}::timestamptz where slot_date = ${date}`.execute(database.db)

  it('may be in any earlier letter, were noted after the last one was built, and come oldest first', async () => {
    for (const date of ['2025-01-27', '2025-02-03'])
      await publishEdition(database.db, { content: aWeek(date) })
    await builtAt('2025-01-27', '2025-01-27T01:00:00Z')
    await builtAt('2025-02-03', '2025-02-03T01:00:00Z')
    await correct('2025-01-27', 'The last letter told it already', '2025-01-28T20:00:00Z')
    await correct('2025-01-27', 'Too late for the last one', '2025-02-03T02:00:00Z')
    await correct('2025-02-03', 'Of the last one', '2025-02-04T20:00:00Z')
    expect(await since('2025-02-10')).toEqual([
      { slotDate: '2025-01-27', text: 'Too late for the last one' },
      { slotDate: '2025-02-03', text: 'Of the last one' },
    ])
    // What the letter of a week before would have listed.
    expect((await since('2025-02-03')).map(({ text }) => text)).toEqual([
      'The last letter told it already',
      'Too late for the last one',
    ])
  })

  it('are none before the first letter', async () => {
    expect(await since('2025-02-03')).toEqual([])
  })
})

describe('the figures in earlier letters', () => {
  it('are returned, oldest first, for the letters of some Mondays that went out', async () => {
    const fact = (value: number) => ({ ...A_FACT, value })
    for (const [slotDate, value] of [
      ['2025-01-13', 1],
      ['2025-01-20', 2],
      ['2025-01-27', 3],
      ['2025-02-03', 4],
    ] as const) {
      await publishEdition(database.db, { content: aWeek(slotDate) })
      await database.db
        .updateTable('edition')
        .set({ facts: JSON.stringify([fact(value), { ...A_FACT, id: 'insiders/other' }]) })
        .where('slot_date', '=', slotDate)
        .execute()
    }
    await database.db
      .updateTable('edition')
      .set({ facts: JSON.stringify([{ id: A_FACT.id }]) })
      .where('slot_date', '=', '2025-01-27')
      .execute()
    const days = { from: '2025-01-20', before: '2025-02-10' }
    expect(await listEarlierFacts(database.db, days, [A_FACT.id])).toEqual([
      { slotDate: '2025-01-20', facts: [fact(2)] },
      { slotDate: '2025-01-27', facts: [] },
      { slotDate: '2025-02-03', facts: [fact(4)] },
    ])
  })
})

const A_FACT = {
  id: 'insiders/sum',
  section: 'insiders',
  kind: 'sum',
  subject: 'purchases of the week',
  period: { from: '2025-01-13', to: '2025-01-19' },
  value: 0,
  unit: 'usd',
  precision: 2,
  asOf: '2025-01-19',
  retrievedAt: '2025-01-20T12:00:00.000Z',
  sourceName: 'SEC EDGAR',
  sourceUrl: 'https://www.sec.gov/',
  formula: 'sum',
  inputs: [],
}
