import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

// The processes of the tests, and those that they start, share this compile cache: it halves the cost of a start.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'lunchpail-compiled')

const postgresUrl = process.env['TEST_DATABASE_URL']
const database = ['server/**/*.db.test.ts', 'server/**/*.http.test.ts']
/** If there is a Postgres server, these run only on it: they lock, kill, race or freeze, or use what only a server has. Some would
 *  pass on either database and take a third of the work there. Most routes and commands are tested on the embedded one. */
const ON_POSTGRES = [
  'server/{letter,operator,records}/**/!(kill).db.test.ts',
  'server/{cli,records/core}/*kill.db.test.ts',
  'server/{apart,schedule,subscribers}/*.db.test.ts',
  'server/db/*codes.db.test.ts',
  'server/market/**/*.db.test.ts',
  'server/sending/bounces/*.db.test.ts',
  'server/sending/deliveries/!(ledger*).db.test.ts',
  'server/sending/editions/{editions,freeze-edition,hold-edition,preview-edition}.db.test.ts',
  'server/cli/{bounce-commands,edition-while-sending,edition-mark-sent,usage-commands}.db.test.ts',
  'server/subscribers/{sign-up-defence,visitors-while-frozen}.http.test.ts',
  'server/visits/routes.http.test.ts',
  'server/http/{metrics.http,shared-counters.db}.test.ts',
]
/** Where the embedded database may behave differently from a server: migrations, order, and a process killed with its folder. */
const ON_BOTH = [
  'server/db/!(*codes).db.test.ts',
  'server/testing/*.db.test.ts',
  'server/records/congress/house/kill.db.test.ts',
  'server/sending/deliveries/ledger*.db.test.ts',
]
/** These have their own project, since Vitest reuses a process only for files of the same project and environment. */
const IN_A_WINDOW = [
  'client/**/*.test.tsx',
  'client/{app/start-offline,features/ticker/chart/follow-pointer,lib/load-chunk}.test.ts',
]
/** These load modules afresh, which only Vite's module runner can do. */
const LOADED_ANEW = ['shared/dates.test.ts', 'server/letter/build-edition-unwritten.db.test.ts']
// Two per core: tests spend about half their time waiting.
const maxWorkers = availableParallelism() * 2

/** Only a fault ever waits this long: no test may fail because the machine is slow. */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: ['./vitest.setup.ts'],
}
/** One process runs many test files and loads what they share once, so no file may leave anything behind in it. */
const SHARED = { isolate: false }
/** Node itself runs the server's code, as in production, so Vite need not compile each module for each project. `vi.mock` and
 *  Vite's transforms of the client's code are not available then. */
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
          ...NATIVE,
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
