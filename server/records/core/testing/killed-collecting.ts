import { spawn, type ChildProcess } from 'node:child_process'

import { afterEach, beforeEach } from 'vitest'

import type { Database } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open-database.ts'
import { programFile, WITH_EMBEDDED } from '../../../testing/program-file.ts'
import { createTestDatabase, fillDataFolder, type TestDatabase } from '../../../testing/test-database.ts'
import { setUpFolder } from '../../../testing/set-up-folder.ts'
import { startFakeUpstream, type AnswerUpstream, type FakeUpstream } from './fake-upstream.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']

/** What tests need to kill a process in the middle of collecting. */
export interface KilledCollecting {
  readonly upstream: FakeUpstream
  /** Starts the command as an operator would. */
  readonly startChild: (words: readonly string[]) => ChildProcess
  /** Opens the child's database once the child is gone. */
  readonly withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
}

/** Call this once per file. Its parts exist while a test runs.
 *  @param answer  the sources' answer, until a test changes it */
export function setUpKilledCollecting(answer: AnswerUpstream): KilledCollecting {
  const folder = setUpFolder()
  let upstream: FakeUpstream
  /** Set only on a real Postgres: the embedded database lives in the folder. */
  let database: TestDatabase | undefined
  beforeEach(async () => {
    upstream = await startFakeUpstream(answer)
    database = postgresUrl === undefined ? undefined : await createTestDatabase()
    if (!database) fillDataFolder(folder)
  })
  afterEach(async () => {
    await upstream.close()
    await database?.close()
  })
  return {
    get upstream() {
      return upstream
    },
    startChild: (words) =>
      spawn(process.execPath, [WITH_EMBEDDED, programFile('lunchpail'), ...words], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          DATA_DIR: folder,
          UPSTREAM_BASE_URL: upstream.baseUrl,
          ...(database?.url === undefined ? {} : { DATABASE_URL: database.url }),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    async withDatabase(work) {
      const opened = await openDatabase(
        database?.url === undefined ? { folder } : { url: database.url },
        (error) => {
          throw error
        },
      )
      try {
        return await work(opened.db)
      } finally {
        await opened.close()
      }
    },
  }
}
