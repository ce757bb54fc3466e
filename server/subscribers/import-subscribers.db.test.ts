import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OpenedDatabase } from '../db/open-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { ImportSummary, RejectedLine } from './import-subscribers.ts'
import { clear, createFixture } from './subscriber-fixtures.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => clear(database.db))

async function* fileOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}
const readers = (count: number) =>
  Array.from({ length: count }, (_, index) => `reader${index}@mail.example\n`).join('')

describe('importCsv', () => {
  it('tells new, known, repeated, suppressed and rejected addresses apart', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('known@mail.example')
    await subscribers.subscribe('gone@mail.example')
    await subscribers.remove('gone@mail.example')
    const rejected: RejectedLine[] = []
    const file = fileOf(
      '\uFEFFname,Email\r\n"Lovelace, Ada",ADA@mail.example \r\n',
      '\r\nB,known@mail.example\r\nC,nonsense\r\nD,gone@mail.exa',
      'mple\r\nE,ada@mail.example\r\nF,\r\nG,ada lovelace@mail.example\r\nH,',
    )
    const summary = await subscribers.importCsv(file, { onRejected: (line) => void rejected.push(line) })
    expect(summary).toEqual({ lines: 8, added: 1, already: 1, repeated: 1, suppressed: 1, rejected: 4 })
    expect(rejected).toEqual([
      { line: 5, reason: 'Please enter a valid email address.', masked: 'n***' },
      { line: 8, reason: 'There is no address in the column "email".', masked: '' },
      { line: 9, reason: 'Please enter a valid email address.', masked: 'a***@***.example' },
      { line: 10, reason: 'There is no address in the column "email".', masked: '' },
    ])
    expect(await subscribers.count()).toBe(2)
  })

  it('goes on after it was stopped, says what was there and doubles nothing', async () => {
    const { subscribers } = createFixture(database.db)
    const file = `email\n${readers(1_200)}`
    const saved: ImportSummary[] = []
    const stopped = subscribers.importCsv(fileOf(file), {
      onSaved(summary) {
        saved.push(summary)
        if (summary.lines === 1_000) throw new Error('nobody waits for it')
      },
    })
    await expect(stopped).rejects.toThrow('nobody waits for it')
    expect(saved.map(({ lines, added }) => [lines, added])).toEqual([
      [500, 500],
      [1_000, 1_000],
    ])
    expect(await subscribers.count()).toBe(1_000)
    expect(await subscribers.importCsv(fileOf(file))).toMatchObject({ added: 200, already: 1_000 })
    expect(await subscribers.importCsv(fileOf(file))).toMatchObject({ added: 0, already: 1_200, repeated: 0 })
    expect(await subscribers.count()).toBe(1_200)
  })

  it('counts what stands twice in the file, however far apart', async () => {
    const { subscribers } = createFixture(database.db)
    const file = fileOf(`email\n${readers(700)}${readers(700)}`)
    expect(await subscribers.importCsv(file)).toEqual({
      lines: 1_400,
      added: 700,
      already: 0,
      repeated: 700,
      suppressed: 0,
      rejected: 0,
    })
  })

  it('confirms who had not yet, and brings nobody back who left', async () => {
    const { subscribers } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe('new@mail.example')
    await subscribers.erase('gone@mail.example')
    const file = fileOf('email\nnew@mail.example\ngone@mail.example\ngone@mail.example\n')
    expect(await subscribers.importCsv(file)).toMatchObject({ added: 1, suppressed: 1, repeated: 1 })
    expect(await subscribers.count()).toBe(1)
  })

  it('reads two files at once that hold the same in another order', async () => {
    const { subscribers } = createFixture(database.db)
    const lines = readers(1_500).trim().split('\n')
    const [one, other] = await Promise.all([
      subscribers.importCsv(fileOf(`email\n${lines.join('\n')}`)),
      subscribers.importCsv(fileOf(`email\n${lines.toReversed().join('\n')}`)),
    ])
    expect(one.added + other.added).toBe(1_500)
    expect(await subscribers.count()).toBe(1_500)
  })

  it('leaves every address it meets either subscribed or erased, while their owners have them erased', async () => {
    const { subscribers } = createFixture(database.db)
    const emails = Array.from({ length: 20 }, (_, index) => `reader${index}@mail.example`)
    await Promise.all([
      subscribers.importCsv(fileOf(`email\n${readers(2_000)}`)),
      ...emails.map((email) => subscribers.erase(email)),
    ])
    const { rows } = await sql`
      select 1 from subscriber join suppression using (email_hash)`.execute(database.db)
    expect(rows).toEqual([])
    expect(await subscribers.count()).toBe(1_980)
  })

  it.each(['', 'address\nada@mail.example\n'])('refuses a file without the column: %j', async (file) => {
    const { subscribers } = createFixture(database.db)
    await expect(subscribers.importCsv(fileOf(file))).rejects.toThrow('no column "email"')
    expect(await subscribers.count()).toBe(0)
  })
})
