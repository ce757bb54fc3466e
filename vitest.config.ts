import { defineConfig } from 'vitest/config'

const postgresUrl = process.env['TEST_DATABASE_URL']
const database = ['server/**/*.db.test.ts', 'server/**/*.http.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server,shared,client}/**/*.test.{ts,tsx}'],
          exclude: database,
        },
      },
      { test: { name: 'embedded', include: database, testTimeout: 30_000, hookTimeout: 30_000 } },
      ...(postgresUrl === undefined
        ? []
        : [
            {
              test: {
                name: 'postgres',
                include: database,
                env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl },
                testTimeout: 30_000,
                hookTimeout: 30_000,
              },
            },
          ]),
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
