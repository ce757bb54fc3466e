import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { findEditionHead, storeEdition } from '../sending/editions/editions.ts'
import type { Newsletter } from '../letter/index.ts'
import { anEditionContent } from '../letter/testing/edition-content.ts'
import { addSubscribers, anEdition, readers, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { runTyped } from './testing/run-typed.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const { database, folder, run: runWith } = setUpTypedCommands()
/** @param build  replaces collecting from the sources */
const run = (typed: string, build?: Newsletter['build']) => runWith(typed, {}, build)

describe('an edition', () => {
  it('is not built by two processes at once: the second names the first', async () => {
    let begin = () => {}
    let end = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const first = run('edition build --as-of 2026-11-23', async () => {
      begin()
      await new Promise<void>((resolve) => (end = resolve))
      return { ...anEdition(), facts: [], coverage: {} }
    })
    await begun
    const second = await run('edition build --as-of 2026-11-23', () =>
      Promise.reject(new Error('built twice')),
    )
    end()
    expect([second.exitCode, second.out]).toEqual([1, ''])
    expect(second.error).toMatch(
      /^The edition of 2026-11-23 is being built by process \d+ on \S+: it is not built a second time\./,
    )
    expect((await first).exitCode).toBe(0)
    const again = await run('edition build --as-of 2026-11-23', () =>
      Promise.resolve({ ...anEdition(), facts: [], coverage: {} }),
    )
    expect(again.exitCode).toBe(0)
  })

  it('is not built while it is being sent, since it could not be stored', async () => {
    await storeEdition(database.db, anEdition())
    await freezeEdition(database.db, '2026-11-23', { by: 'hand' })
    const { exitCode, error } = await run('edition build --as-of 2026-11-23', () =>
      Promise.reject(new Error('read and written for nothing')),
    )
    expect([exitCode, error]).toEqual([
      1,
      'The edition of 2026-11-23 is being sent: it can no longer be replaced.\n',
    ])
  })

  it('is written with its pictures for light and dark screens', async () => {
    const content = anEditionContent()
    const { exitCode } = await run('edition build --as-of 2026-11-23 --out letter', () =>
      Promise.resolve({ ...anEdition({ content }), facts: [], coverage: {} }),
    )
    expect(exitCode).toBe(0)
    const [light, dark] = ['markets.png', 'markets-dark.png'].map((name) =>
      readFileSync(path.join(folder, 'letter/charts', name)),
    )
    expect(light?.length).toBeGreaterThan(1000)
    expect(dark?.equals(light ?? Buffer.of())).toBe(false)
  })

  it('is not stored if its files cannot be written, and says why', async () => {
    writeFileSync(path.join(folder, 'taken'), '')
    const { exitCode, error } = await run('edition build --as-of 2026-11-23 --out taken/letter', () =>
      Promise.resolve({ ...anEdition(), facts: [], coverage: {} }),
    )
    expect([exitCode, error]).toEqual([
      2,
      `The edition is built but not kept, since its files cannot be written: EEXIST: file already exists, mkdir '${folder}/taken'. Give --out another folder.\n`,
    ])
    expect((await run('edition status --date 2026-11-23')).exitCode).toBe(1)
  })

  it('is rewritten from stored records if it exists and has not been sent', async () => {
    const asked: unknown[] = []
    const write = () =>
      run('edition write --date 2026-11-23 --again', (asOf, _onProgress, _signal, records) => {
        asked.push([asOf, records])
        return Promise.resolve({ ...anEdition({ subject: 'A new telling' }), facts: [], coverage: {} })
      })
    expect(await write()).toMatchObject({
      exitCode: 1,
      error: 'There is no edition of 2026-11-23. Build it first.\n',
    })
    await storeEdition(database.db, anEdition())
    expect(await write()).toEqual({
      exitCode: 0,
      out: '',
      error: 'Built the edition of 2026-11-23: A new telling\n',
    })
    await freezeEdition(database.db, '2026-11-23', { by: 'hand' })
    expect((await write()).error).toContain('can no longer be replaced')
    expect(asked).toEqual([['2026-11-23', 'kept']])
    expect(await run('edition write --date 2026-11-23')).toMatchObject({ exitCode: 2, out: '' })
  })

  const sendAtTerminal = (words = '') =>
    runTyped(database, folder, `edition send --date 2026-11-23 --json${words}`, { isTerminal: true })
  const storeWritten = async (now: string) => {
    const { db } = database
    await addSubscribers(db, readers(2))
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition())
    await setDatabaseClock(db, now)
  }

  it.each([
    ['2026-11-24T03:00:00Z', 'its time ended Monday, Nov 23, 8:00 PM Chicago'],
    ['2026-11-23T13:00:00Z', 'by itself it goes out Monday, Nov 23, 8:00 AM Chicago'],
  ])('is sent at a terminal at %s only if a person is sure', async (now, though) => {
    await storeWritten(now)
    expect(await sendAtTerminal()).toEqual({
      exitCode: 2,
      out: '',
      error: `This cannot be undone: the edition of 2026-11-23 goes out to 2 readers within a minute, though ${though}.\nTo send it: lunchpail edition send --date 2026-11-23 --yes\n`,
    })
    expect((await findEditionHead(database.db, '2026-11-23'))?.state).toBe('built')
    expect(await sendAtTerminal(' --yes')).toMatchObject({ exitCode: 0, error: '' })
    expect(await sendAtTerminal()).toMatchObject({ exitCode: 0, error: '' })
  })

  it('is sent at a terminal without a question while it is due', async () => {
    await storeWritten('2026-11-23T15:00:00Z')
    expect(await sendAtTerminal()).toMatchObject({ exitCode: 0, error: '' })
  })

  it('is not sent at a terminal while its week goes on, without a question', async () => {
    const { db } = database
    await setDatabaseClock(db, '2026-11-21T15:00:00Z')
    await storeEdition(db, anEdition())
    const { exitCode, error } = await sendAtTerminal()
    expect([exitCode, error]).toEqual([
      2,
      expect.stringContaining('and is written again before: its week was not over when it was built.'),
    ])
  })

  it('says so if it was sent to nobody', async () => {
    await storeEdition(database.db, anEdition())
    const { exitCode, error } = await run('edition send --date 2026-11-23')
    expect([exitCode, error]).toEqual([0, 'Nobody is subscribed: nothing was sent.\n'])
  })
})
