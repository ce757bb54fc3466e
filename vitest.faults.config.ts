import { defineConfig } from 'vitest/config'

// Without it each file says what is missing.
const postgresUrl = process.env['TEST_DATABASE_URL']
export default defineConfig({
  test: {
    include: ['e2e/faults/*.fault.ts'],
    globalSetup: ['server/db/testing/make-template-database.ts'],
    ...(postgresUrl === undefined ? {} : { env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl } }),
    // Most of the time something is waited for: more files than cores may run side by side.
    maxWorkers: 6,
    // On a machine that does other work too a start takes ten seconds instead of one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
