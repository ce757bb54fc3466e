import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const postgresUrl = process.env['TEST_DATABASE_URL']
const database = ['server/**/*.db.test.ts', 'server/**/*.http.test.ts']
/** Pages, commands and whole editions, on top of what is tried by itself: not again on Postgres... */
const ON_TOP = [
  'server/**/*.http.test.ts',
  'server/cli/**',
  'server/letter/*.db.test.ts',
  '**/*replay.db.test.ts',
]
/** ...but for those that kill, race or freeze, or ask what nothing else asks. */
const ON_POSTGRES_TOO = [
  'server/**/*{kill,steer-sending,edition-mark-sent,usage-commands}.db.test.ts',
  'server/subscribers/{sign-up-defence,visitors-while-frozen}.http.test.ts',
  'server/visits/routes.http.test.ts',
  'server/http/metrics.http.test.ts',
]
// These wait about as long as they work.
const maxWorkers = Math.ceil(availableParallelism() * 1.5)

/** Only what is wrong ever waits so long: no test may fail because a machine is slow. */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: ['./vitest.setup.ts'],
}
/** One process takes many files, and loads what they share once: nothing may be left behind in it. */
const SHARED = { isolate: false }
const IMAGE = 'server/db/testing/make-database-image.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'unit',
          maxWorkers,
          include: ['{server,shared,bench}/**/*.test.ts'],
          exclude: database,
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'client',
          maxWorkers,
          include: ['client/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'embedded',
          globalSetup: [IMAGE],
          include: database,
          maxWorkers,
        },
      },
      ...(postgresUrl === undefined
        ? []
        : [
            {
              test: {
                ...PATIENCE,
                ...SHARED,
                name: 'postgres',
                globalSetup: ['server/db/testing/make-template-database.ts'],
                include: [
                  ...globSync('server/**/*.db.test.ts', { cwd: import.meta.dirname, exclude: ON_TOP }),
                  ...ON_POSTGRES_TOO,
                ],
                maxWorkers,
                env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl },
              },
            },
          ]),
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'browser',
          globalSetup: [IMAGE, 'e2e/support/browser.ts'],
          include: ['e2e/**/*.e2e.ts'],
          maxWorkers,
          // After the others: browsers want the machine for themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
