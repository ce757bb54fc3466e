import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { DAY_MS } from '../lib/dates.ts'
import { createLogger } from '../lib/logger.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createLookupCounter } from './lookups.ts'

const ACME = { kind: 'stock', ticker: 'ACME' } as const
const database = setUpDatabase(async (db) => void (await db.deleteFrom('ticker_lookup').execute()))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON }))
afterEach(() => void vi.useRealTimers())
const NOON = Date.parse('2026-11-20T12:00:00Z')

function open() {
  const lookups = createLookupCounter({ db: database.db, logger: createLogger('silent') })
  const count = async () => {
    await lookups.flush()
    const rows = await database.db.selectFrom('ticker_lookup').select('lookups').execute()
    return rows.reduce((sum, row) => sum + row.lookups, 0)
  }
  return { lookups, count }
}

it('counts a client once within a day, even if a day is forgotten meanwhile', async () => {
  const { lookups, count } = open()
  vi.advanceTimersByTime(DAY_MS / 2)
  for (let time = 0; time < 3; time += 1) {
    lookups.note(ACME, '192.0.2.1')
    vi.advanceTimersByTime(DAY_MS / 3 - 1)
  }
  expect(await count()).toBe(1)
  lookups.note(ACME, '192.0.2.2')
  expect(await count()).toBe(2)
  vi.advanceTimersByTime(3)
  lookups.note(ACME, '192.0.2.1')
  expect(await count()).toBe(3)
})

it('forgets within two days who looked something up', async () => {
  const { lookups, count } = open()
  lookups.note(ACME, '192.0.2.1')
  vi.advanceTimersByTime(2 * DAY_MS)
  // With the clock set back, whatever it still knew would not be counted again.
  vi.setSystemTime(NOON + 1)
  lookups.note(ACME, '192.0.2.1')
  expect(await count()).toBe(2)
})
