import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const postgresUrl = process.env['TEST_DATABASE_URL']
const database = ['server/**/*.db.test.ts', 'server/**/*.http.test.ts']
// These wait about as long as they work.
const maxWorkers = Math.ceil(availableParallelism() * 1.5)

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          include: ['{server,shared,client,bench}/**/*.test.{ts,tsx}'],
          exclude: database,
          // What measures the writer takes 3 s alone, and more on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'embedded',
          globalSetup: ['server/db/testing/make-database-image.ts'],
          include: database,
          maxWorkers,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      ...(postgresUrl === undefined
        ? []
        : [
            {
              test: {
                name: 'postgres',
                include: database,
                // What sources recorded is read in the same way on both.
                exclude: ['**/*replay.db.test.ts'],
                maxWorkers,
                env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl },
                testTimeout: 30_000,
                hookTimeout: 60_000,
              },
            },
          ]),
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // By itself Vitest leaves a core free, which of two is half.
          maxWorkers: '100%',
          // After the others: browsers want the machine for themselves.
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
