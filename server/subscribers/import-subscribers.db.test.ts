import { Readable } from 'node:stream'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OpenedDatabase } from '../db/open-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { clear, createFixture } from './subscriber-fixtures.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => clear(database.db))

describe('importCsv', () => {
  it('tells new, known, suppressed and invalid addresses apart', async () => {
    const { subscribers } = createFixture(database.db)
    await subscribers.subscribe('known@mail.example')
    await subscribers.subscribe('gone@mail.example')
    await subscribers.remove('gone@mail.example')
    const result = await subscribers.importCsv(
      Readable.from([
        '\uFEFFname,Email\r\n"Lovelace, Ada",ADA@mail.example \r\n',
        '\r\nB,known@mail.example\r\nC,nonsense\r\nD,gone@mail.exa',
        'mple\r\nE,ada@mail.example\r\n',
      ]),
    )
    expect(result).toEqual({
      added: 1,
      already: 2,
      suppressed: 1,
      invalid: [{ line: 5, reason: 'Please enter a valid email address.' }],
    })
    expect(await subscribers.count()).toBe(2)
  })

  it('reads a file of many thousands, twice alike', async () => {
    const { subscribers } = createFixture(database.db)
    const lines = Array.from({ length: 5_500 }, (_, index) => `reader${index}@mail.example`)
    const file = `email\n${lines.join('\n')}\n`
    expect(await subscribers.importCsv(Readable.from([file]))).toMatchObject({ added: 5_500, already: 0 })
    expect(await subscribers.importCsv(Readable.from([file]))).toMatchObject({ added: 0, already: 5_500 })
    expect(await subscribers.count()).toBe(5_500)
  })

  it.each(['', 'address\nada@mail.example\n'])('refuses a file without the column: %j', async (file) => {
    const { subscribers } = createFixture(database.db)
    await expect(subscribers.importCsv(Readable.from([file]))).rejects.toThrow('no column "email"')
  })
})
