import { defineConfig } from 'vitest/config'

// If it is not set, each test file says so.
const postgresUrl = process.env['TEST_DATABASE_URL']
export default defineConfig({
  test: {
    include: ['e2e/faults/*.fault.ts'],
    globalSetup: ['server/db/testing/make-template-database.ts'],
    ...(postgresUrl === undefined ? {} : { env: { LUNCHPAIL_TEST_POSTGRES: postgresUrl } }),
    // These tests mostly wait, so more files than cores run side by side.
    maxWorkers: 6,
    // On a busy machine a start takes ten seconds instead of one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
