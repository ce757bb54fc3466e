import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

// For the processes of the tests, and those that they start: halves what a start costs.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'lunchpail-compiled')

const postgresUrl = process.env['TEST_DATABASE_URL']
const database = ['server/**/*.db.test.ts', 'server/**/*.http.test.ts']
/** What locks, kills, races or freezes, or uses what only a server of Postgres has: there alone, where there is one. So is what
 *  asks the same of either, at a third of the work; most routes and commands are tested on the embedded one. */
const ON_POSTGRES = [
  'server/{letter,operator,records}/**/!(kill).db.test.ts',
  'server/{cli,records/core}/*kill.db.test.ts',
  'server/{apart,schedule,subscribers}/*.db.test.ts',
  'server/db/*codes.db.test.ts',
  'server/market/**/*.db.test.ts',
  'server/sending/bounces/*.db.test.ts',
  'server/sending/deliveries/!(ledger*).db.test.ts',
  'server/sending/editions/{editions,freeze-edition,hold-edition,preview-edition}.db.test.ts',
  'server/cli/{bounce-commands,edition-steer-sending,edition-mark-sent,usage-commands}.db.test.ts',
  'server/subscribers/{sign-up-defence,visitors-while-frozen}.http.test.ts',
  'server/visits/routes.http.test.ts',
  'server/http/{metrics.http,shared-counters.db}.test.ts',
]
/** What the embedded database may do otherwise than a server: migrations, order, and a process that is killed with its folder. */
const ON_BOTH = [
  'server/db/!(*codes).db.test.ts',
  'server/testing/*.db.test.ts',
  'server/records/congress/house/kill.db.test.ts',
  'server/sending/deliveries/ledger*.db.test.ts',
]
/** A project of their own: a process is used again only for files of the same project and environment. */
const IN_A_WINDOW = [
  'client/**/*.test.tsx',
  'client/{app/start-offline,features/ticker/chart/follow-pointer,lib/load-chunk}.test.ts',
]
/** These load modules anew, which only Vite's module runner can. */
const LOADED_ANEW = ['shared/dates.test.ts', 'server/letter/build-edition-unwritten.db.test.ts']
// These wait about as long as they work.
const maxWorkers = availableParallelism() * 2

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
/** Node itself runs the server's code, as it does in earnest: Vite need not compile each module for each project. There is no
 *  `vi.mock` then, nor what Vite makes of the client's code. */
const NATIVE = {
  ...SHARED,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', './server/testing/load-templates.ts'],
}
const IMAGE = 'server/db/testing/make-database-image.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...PATIENCE,
          ...NATIVE,
          name: 'unit',
          maxWorkers,
          include: ['{server,shared,bench}/**/*.test.ts'],
          exclude: [...database, ...LOADED_ANEW],
        },
      },
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'client',
          maxWorkers,
          globalSetup: [IMAGE],
          include: ['client/**/*.test.{ts,tsx}', ...LOADED_ANEW],
          exclude: IN_A_WINDOW,
        },
      },
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'window',
          environment: 'happy-dom',
          maxWorkers,
          include: IN_A_WINDOW,
        },
      },
      {
        test: {
          ...PATIENCE,
          ...NATIVE,
          // As `npm start` runs the embedded database.
          execArgv: ['--liftoff-only', ...NATIVE.execArgv],
          name: 'embedded',
          globalSetup: [IMAGE],
          include: database,
          exclude: [...LOADED_ANEW, ...(postgresUrl === undefined ? [] : ON_POSTGRES)],
          maxWorkers,
        },
      },
      ...(postgresUrl === undefined
        ? []
        : [
            {
              test: {
                ...PATIENCE,
                ...NATIVE,
                name: 'postgres',
                globalSetup: ['server/db/testing/make-template-database.ts'],
                include: [...ON_POSTGRES, ...ON_BOTH],
                exclude: LOADED_ANEW,
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
        },
      },
      {
        test: {
          ...PATIENCE,
          ...SHARED,
          name: 'engines',
          globalSetup: [IMAGE],
          include: ['e2e/engines/*.engine.ts'],
          maxWorkers,
        },
      },
    ],
  },
})
