import { defineConfig } from 'vitest/config'

const postgresUrl = process.env['TEST_DATABASE_URL']
if (postgresUrl === undefined)
  throw new Error(
    'What is tried here takes several processes on one Postgres: set TEST_DATABASE_URL, such as ' +
      'postgres://postgres@127.0.0.1:5432/postgres. Its user must be allowed to create databases.',
  )

export default defineConfig({
  test: {
    include: ['e2e/faults/*.fault.ts'],
    env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl },
    // Most of the time something is waited for: more files than cores may run side by side.
    maxWorkers: 6,
    // On a machine that does other work too a start takes ten seconds instead of one.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
