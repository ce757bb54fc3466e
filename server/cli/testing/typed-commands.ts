import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { resetTables } from '../../testing/edition-fixtures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { runTyped, type TypedResult } from './run-typed.ts'

type Settings = Readonly<Record<string, string>>

/** What the tests of a file share: a database that each finds empty, and a folder of its own. */
export interface TypedCommands {
  readonly database: OpenedDatabase
  readonly folder: string
  readonly run: (typed: string | readonly string[], settings?: Settings) => Promise<TypedResult>
  readonly write: (name: string, text: string) => void
  readonly read: (name: string) => string
}

/** To be called once in a file. Its parts are there while a test runs. */
export function setUpTypedCommands(): TypedCommands {
  let database: OpenedDatabase
  let folder = ''
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-cli-'))
    await resetTables(database.db)
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  return {
    get database() {
      return database
    },
    get folder() {
      return folder
    },
    run: (typed, settings = {}) => runTyped(database, folder, typed, { settings }),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
  }
}
