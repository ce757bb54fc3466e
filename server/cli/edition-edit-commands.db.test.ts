import { beforeEach, describe, expect, it } from 'vitest'

import type { Newsletter } from '../letter/index.ts'
import { carryOut, listEdits } from '../sending/editions/edition-edits.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { anEdition, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const MONDAY = '2026-11-23'

const { database, run: runWith } = setUpTypedCommands()
beforeEach(() => setDatabaseClock(database.db, '2026-11-22T20:00:00Z'))

/** Stores what the order says, like the real build, but reads no records. */
const build: Newsletter['build'] = async (_asOf, _onProgress, _signal, records, order) => {
  expect(records).toBe('kept')
  const kept = await listEdits(database.db, MONDAY)
  return { ...anEdition({ edits: order ? carryOut(kept, order) : kept }), facts: [], coverage: {} }
}
const run = (typed: string | readonly string[]) => runWith(typed, {}, build)
const edits = async () =>
  (await listEdits(database.db, MONDAY)).map(({ kind, text, by }) => [kind, text, by].join(', '))

const HEADLINE = ['edition', 'headline', '--date', MONDAY, '--text', 'Musk sold', '--by', 'Pat']
const NOTE = ['edition', 'note', '--date', MONDAY, '--text', 'Back in a week.', '--by', 'Pat Doe']
const DROP = ['edition', 'drop', '--date', MONDAY, '--statement', 'insiders/sale/1/2', '--by', 'Pat']

describe('a person’s changes to an edition', () => {
  it('are stored with their name and the time, survive rewriting and can be taken back', async () => {
    await storeEdition(database.db, anEdition())
    for (const typed of [HEADLINE, NOTE, DROP]) expect((await run(typed)).exitCode).toBe(0)
    const kept = [
      'headline, Musk sold, Pat',
      'note, Back in a week., Pat Doe',
      'drop, insiders/sale/1/2, Pat',
    ]
    expect(await edits()).toEqual(kept)
    await setDatabaseClock(database.db, '2026-11-22T21:00:00Z')
    expect((await run(`edition write --date ${MONDAY} --again`)).exitCode).toBe(0)
    expect(await edits()).toEqual(kept)
    const audit = await run(['edition', 'audit', '--date', MONDAY])
    expect(audit.out).toContain('headline by a person (Pat, 2026-11-22T20:00:00.000Z): Musk sold\n')
    expect(audit.out).toContain('dropped by a person (Pat, 2026-11-22T20:00:00.000Z): insiders/sale/1/2\n')
    expect((await run([...DROP, '--undo'])).exitCode).toBe(0)
    expect((await run(`edition headline --date ${MONDAY} --undo`)).exitCode).toBe(0)
    expect(await edits()).toEqual(['note, Back in a week., Pat Doe'])
    expect(await run(`edition headline --date ${MONDAY} --undo`)).toMatchObject({
      exitCode: 1,
      error: 'Nobody wrote a headline for this edition: it has its own.\n',
    })
  })

  it('keep one headline and one note, the last of each', async () => {
    await storeEdition(database.db, anEdition())
    await run(HEADLINE)
    await run(['edition', 'headline', '--date', MONDAY, '--text', 'Another', '--by', 'Ann'])
    expect(await edits()).toEqual(['headline, Another, Ann'])
  })

  it.each([HEADLINE, NOTE, DROP])('are refused once its sending has begun: %s %s', async (...typed) => {
    await storeEdition(database.db, anEdition())
    await freezeEdition(database.db, MONDAY, { by: 'hand' })
    expect(await run(typed)).toMatchObject({
      exitCode: 1,
      error: 'The edition of 2026-11-23 is being sent: it can no longer be replaced.\n',
    })
    expect(await edits()).toEqual([])
  })

  it.each([
    [['headline', '--date', MONDAY], 'Say --text too, or --undo to take it back.'],
    [['note', '--date', MONDAY, '--text', 'Hello.'], 'Say --by too, or --undo to take it back.'],
    [['drop', '--date', MONDAY, '--undo'], 'Say which finding: --statement ID.'],
    [
      ['headline', '--date', MONDAY, '--text', 'x'.repeat(60)],
      'A headline has 1 to 59 characters; this one has 60.',
    ],
  ])('edition %j says what is missing or superfluous', async (words, sentence) => {
    await storeEdition(database.db, anEdition())
    const { exitCode, error } = await run(['edition', ...words])
    expect([exitCode, error.split('\n')[0]]).toEqual([2, sentence])
  })
})
