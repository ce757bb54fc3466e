import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import type { Newsletter } from '../../letter/index.ts'
import { resetTables } from '../../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { runTyped, type TypedResult } from './run-typed.ts'

type Settings = Readonly<Record<string, string>>

/** Shared by the tests of a file: a database that each test finds empty, a mail server, and a folder. */
export interface TypedCommands {
  readonly database: OpenedDatabase
  /** Refuses addresses that begin with "gone". */
  readonly smtp: SmtpTestServer
  readonly folder: string
  /** @param build  replaces collecting from the sources */
  readonly run: (
    typed: string | readonly string[],
    settings?: Settings,
    build?: Newsletter['build'],
  ) => Promise<TypedResult>
  readonly write: (name: string, text: string) => void
  readonly read: (name: string) => string
}

/** Call this once per file. Its parts exist while a test runs. */
export function setUpTypedCommands(): TypedCommands {
  let database: OpenedDatabase
  let smtp: SmtpTestServer
  let folder = ''
  beforeAll(async () => {
    database = await createTestDatabase()
    smtp = await startSmtpTestServer({
      onRecipient: (address) =>
        address.startsWith('gone') ? { code: 550, text: '5.1.1 no such user' } : undefined,
    })
  })
  afterAll(async () => {
    await smtp.close()
    await database.close()
  })
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-cli-'))
    await resetTables(database.db)
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  return {
    get database() {
      return database
    },
    get smtp() {
      return smtp
    },
    get folder() {
      return folder
    },
    run: (typed, settings = {}, build) =>
      runTyped(database, folder, typed, { settings: { SMTP_URL: smtp.url, ...settings }, build }),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
  }
}
