import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import type { Newsletter } from '../../letter/index.ts'
import { resetTables } from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { setUpFolder } from '../../testing/set-up-folder.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
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
  const database = setUpDatabase(resetTables)
  const folder = setUpFolder()
  const smtp = {} as SmtpTestServer
  beforeAll(async () => {
    const onRecipient = (address: string) =>
      address.startsWith('gone') ? { code: 550, text: '5.1.1 no such user' } : undefined
    Object.assign(smtp, await startSmtpTestServer({ onRecipient }))
  })
  afterAll(() => smtp.close())
  return {
    database,
    smtp,
    folder,
    run: (typed, settings = {}, build) =>
      runTyped(database, folder, typed, { settings: { SMTP_URL: smtp.url, ...settings }, build }),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
  }
}
