import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { resetTables } from '../../testing/edition-fixtures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { runTyped, type TypedResult } from './run-typed.ts'

type Settings = Readonly<Record<string, string>>

/** Shared by the tests of a file: a database that each test finds empty, and a folder. */
export interface TypedCommands {
  readonly database: OpenedDatabase
  readonly folder: string
  readonly run: (typed: string | readonly string[], settings?: Settings) => Promise<TypedResult>
  readonly write: (name: string, text: string) => void
  readonly read: (name: string) => string
}

/** Call this once per file. Its parts exist while a test runs. */
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
