import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createCommandDeps, runCommand } from '../cli/program.ts'
import { loadConfig } from '../config/config.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'
import { createTestDatabase, fillDataFolder } from '../testing/test-database.ts'
import { acceptNewKey, checkKeys, countForNewKey, KeyMismatchError } from './key-fingerprints.ts'
import { clear, createFixture, dump, keys } from './testing/subscriber-fixtures.ts'

let database: OpenedDatabase
let warnings: string[]
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  warnings = []
  await clear(database.db)
  await database.db.deleteFrom('key_fingerprint').execute()
})

const logger = { warn: (message: string) => void warnings.push(message) }
const check = (changed: Partial<typeof keys> = {}) =>
  checkKeys(database.db, { ...keys, ...changed }, logger as Parameters<typeof checkKeys>[2])
const other = { suppressionKey: 'x'.repeat(40) }

describe('SUPPRESSION_KEY', () => {
  it('is recorded the first time, even by two processes at once, without storing the key', async () => {
    await Promise.all([check(), check()])
    await check()
    const { db } = database
    expect(await db.selectFrom('key_fingerprint').select('key_name').orderBy('key_name').execute()).toEqual([
      { key_name: 'SECRET_KEY' },
      { key_name: 'SUPPRESSION_KEY' },
    ])
    expect(await dump(db)).not.toContain(keys.suppressionKey)
  })

  it('that does not match stops every start, and is not recorded', async () => {
    await check()
    for (let start = 0; start < 2; start += 1) await expect(check(other)).rejects.toThrow(KeyMismatchError)
    await check()
  })

  it('is checked against the addresses of a database without a fingerprint', async () => {
    await createFixture(database.db).subscribers.subscribe('ada@mail.example')
    await expect(check(other)).rejects.toThrow('SUPPRESSION_KEY is not the key')
    expect(await database.db.selectFrom('key_fingerprint').select('key_name').execute()).toEqual([])
    await check()
  })

  it('that is lost can be replaced on a person’s order, keeping each subscriber once', async () => {
    const { subscribers } = createFixture(database.db)
    for (const name of ['ada', 'bob', 'gone']) await subscribers.subscribe(`${name}@mail.example`)
    await subscribers.suppress('gone@mail.example', 'complained')
    await check()
    expect(await countForNewKey(database.db)).toEqual({ subscribers: 2, forgotten: 1 })
    expect(await acceptNewKey(database.db, other.suppressionKey)).toEqual({ subscribers: 2, forgotten: 1 })
    await check(other)
    await expect(check()).rejects.toThrow(KeyMismatchError)
    const { suppressionKey } = keys
    try {
      Object.assign(keys, other)
      const renewed = createFixture(database.db).subscribers
      async function* file() {
        yield Buffer.from('email\nada@mail.example\nbob@mail.example\neve@mail.example\n')
      }
      expect(await renewed.importCsv(file())).toMatchObject({ added: 1, already: 2 })
    } finally {
      Object.assign(keys, { suppressionKey })
    }
  })
})

it('warns once about a new SECRET_KEY, unless the previous one is among the old ones', async () => {
  await check()
  await check({ secretKey: 'n'.repeat(40), oldSecretKeys: [keys.secretKey] })
  expect(warnings).toEqual([])
  await check({ secretKey: 'm'.repeat(40) })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('not in SECRET_KEY_OLD')
  await check({ secretKey: 'm'.repeat(40) })
  expect(warnings).toHaveLength(1)
})

it('a key that does not match ends a command with a message and no stack trace, before it does anything', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-keys-'))
  const own = await createTestDatabase()
  if (own.url === undefined) fillDataFolder(folder)
  writeFileSync(path.join(folder, 'list.csv'), 'email\nada@mail.example\n')
  const run = async (suppressionKey: string, words: readonly string[]) => {
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: folder,
      SECRET_KEY: keys.secretKey,
      SUPPRESSION_KEY: suppressionKey,
      LOG_LEVEL: 'silent',
      ...(own.url !== undefined && { DATABASE_URL: own.url }),
    })
    let opened: Deps | undefined
    let error = ''
    const output = { write: () => undefined, writeError: (text: string) => void (error += text) }
    const exitCode = await runCommand(
      { words, folder },
      {
        config,
        deps: async () => (opened = await createCommandDeps(config, output)),
        output,
      },
    )
    await opened?.close()
    return { exitCode, error }
  }
  try {
    const importing = ['subscribers', 'import', 'list.csv']
    expect(await run('k'.repeat(40), importing)).toEqual({ exitCode: 0, error: '' })
    const refused = await run('x'.repeat(40), importing)
    expect(refused.exitCode).toBe(1)
    expect(refused.error).toMatch(
      /^SUPPRESSION_KEY is not the key that this database was used with\. [^\n]+\n$/,
    )
    expect(await run('x'.repeat(40), ['suppressions', 'new-key', '--yes'])).toEqual({
      exitCode: 0,
      error:
        'Hashed with the new key: 1 subscribers. Not known any more: 0 entries of the do-not-mail list.\n',
    })
  } finally {
    await own.close()
    rmSync(folder, { recursive: true })
  }
})
