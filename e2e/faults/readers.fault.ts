import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { sendHalfway, SIXTY } from './support/halfway.ts'
import { requireDone } from './support/processes.ts'
import { MONDAY, openTrial, type Trial } from './support/trial.ts'

const SEND = ['edition', 'send', '--date', MONDAY]

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

describe('13: a reader who unsubscribed in the middle', () => {
  it('gets nothing more, whether the letter is waiting or about to be sent; a letter already with the server goes out', async () => {
    const { sending, waiting, goOn } = await sendHalfway(trial)
    const leaving = [waiting[0] ?? '', waiting[1] ?? '', waiting.at(-1) ?? '']
    for (const done of await Promise.all(
      leaving.map((reader) => trial.run('subscribers', 'remove', reader)),
    )) {
      requireDone(done)
    }
    goOn()
    expect((await sending.ended()).code).toBe(0)
    expect(await trial.counts()).toEqual({ submitted: 57, skipped: 3 })
    expect(trial.copies()).toEqual(SIXTY.filter((reader) => !leaving.includes(reader)).sort())
  })
})

describe('14: a reader whose data was erased in the middle', () => {
  it('is skipped, the edition is finished, and the address is nowhere in the database', async () => {
    const { sending, waiting, goOn } = await sendHalfway(trial)
    const erased = [SIXTY[0] ?? '', waiting[0] ?? '', waiting.at(-1) ?? '']
    for (const done of await Promise.all(erased.map((reader) => trial.run('subscribers', 'erase', reader)))) {
      requireDone(done)
    }
    goOn()
    expect((await sending.ended()).code).toBe(0)
    expect(await trial.editionState()).toBe('finished')
    expect(await trial.counts()).toEqual({ submitted: 58, skipped: 2 })
    expect(trial.copies()).toEqual(SIXTY.filter((reader) => !erased.slice(1).includes(reader)).sort())
    expect(await findInDatabase(waiting[2] ?? '')).toEqual(['subscriber'])
    for (const reader of erased) expect(await findInDatabase(reader)).toEqual([])
  })
})

/** @returns the tables in which some row contains a text */
async function findInDatabase(text: string): Promise<string[]> {
  const tables = await trial.db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as t where strpos(t::text, ${text}) > 0 limit 1`.execute(trial.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('15: a malformed or non-ASCII address', () => {
  const POISON = [
    'a,b@mail.example',
    'smuggler@mail.example>\r\nRCPT TO:<victim@mail.example',
    'header@mail.example\r\nBcc: victim@mail.example',
    'nobody',
    'two@mail.example two@mail.example',
    '<nested@mail.example>',
  ]

  it('fails alone; no command and no header is smuggled in', async () => {
    await trial.begin()
    await trial.addSubscribers([...POISON, ...readers(5)])
    await trial.storeEdition()
    const sent = await trial.run(...SEND)
    expect(sent.code).toBe(1)
    expect(await trial.counts()).toEqual({ submitted: 5, failed: POISON.length })
    expect(trial.copies()).toEqual(readers(5))
    expect(trial.peer.steps.map(({ to }) => to).filter((to) => to.includes('victim'))).toEqual([])
    for (const { raw } of trial.peer.accepted) expect(raw).not.toMatch(/victim|^bcc:/im)
    const rows = await trial.rows()
    for (const { reply } of rows.slice(0, POISON.length)) expect(reply).not.toMatch(/@mail\.example/)
    expect(sent.errors + sent.output).not.toMatch(/@mail\.example/)
  })

  const INTERNATIONAL = 'jürgen@mail.example'

  it('with non-ASCII characters is accepted by a server that knows SMTPUTF8', async () => {
    await trial.begin({ extensions: ['8BITMIME', 'SMTPUTF8'] })
    await trial.addSubscribers([INTERNATIONAL, ...readers(3)])
    await trial.storeEdition()
    expect((await trial.run(...SEND)).code).toBe(0)
    expect(trial.copies()).toEqual([INTERNATIONAL, ...readers(3)].sort())
    const letter = trial.peer.accepted.find(({ to }) => to === INTERNATIONAL)
    expect((await PostalMime.parse(letter?.raw ?? '')).to).toMatchObject([{ address: INTERNATIONAL }])
  })

  it('with non-ASCII characters fails alone on a server that does not', async () => {
    await trial.begin()
    await trial.addSubscribers([INTERNATIONAL, ...readers(3)])
    await trial.storeEdition()
    expect((await trial.run(...SEND)).code).toBe(1)
    expect(await trial.counts()).toEqual({ submitted: 3, failed: 1 })
    expect(trial.copies()).toEqual(readers(3))
    const suppressed = await trial.db.selectFrom('suppression').selectAll().execute()
    expect(suppressed).toEqual([])
  })
})

describe('22: an edition without subscribers', () => {
  it('finishes, says so, and does not fail', async () => {
    await trial.begin()
    await trial.storeEdition()
    const { code, output, errors } = await trial.run(...SEND)
    expect({ code, state: (JSON.parse(output) as { state: string }).state }).toEqual({
      code: 0,
      state: 'finished',
    })
    expect(errors).toContain('Nobody is subscribed')
    expect(trial.peer.steps).toEqual([])
  })
})
