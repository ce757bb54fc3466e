import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OpenedDatabase } from '../db/open-database.ts'
import { createLogger } from '../lib/logger.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createTurns, type Turns } from './turns.ts'

let database: OpenedDatabase
let turns: Turns
beforeAll(async () => {
  database = await createTestDatabase()
  turns = createTurns({ db: database.db, logger: createLogger('silent') })
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('job_lease').execute())

const MONDAY = '2026-11-23'

it('a turn is held by one process at a time, by name', async () => {
  const seen: unknown[] = []
  const hasRun = await turns.collect.run(async () => {
    seen.push(await turns.collect.findHolder())
    seen.push(await turns.collect.run(() => Promise.reject(new Error('run twice'))))
    seen.push(await turns.build(MONDAY).run(() => Promise.resolve()))
  })
  expect(hasRun).toBe(true)
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^process ${process.pid} on \\S+$`)), false, true])
  expect(await turns.collect.findHolder()).toBeUndefined()
})

it('a turn is free at once after a failed job', async () => {
  const failing = turns.build(MONDAY).run(() => Promise.reject(new Error('no source answered')))
  await expect(failing).rejects.toThrow('no source answered')
  expect(await turns.build(MONDAY).run(() => Promise.resolve())).toBe(true)
})

it('a turn is free once the lease of a killed process ends', async () => {
  const until = (seconds: number) =>
    sql`insert into job_lease (name, holder, token, lease_until)
      values ('collect', 'process 7 on web-2', '0a1b', lunchpail_now() + make_interval(secs => ${seconds}))
      on conflict (name) do update set lease_until = excluded.lease_until`.execute(database.db)
  await until(30)
  expect(await turns.collect.findHolder()).toBe('process 7 on web-2')
  expect(await turns.collect.run(() => Promise.resolve())).toBe(false)
  await until(-1)
  expect(await turns.collect.findHolder()).toBeUndefined()
  expect(await turns.collect.run(() => Promise.resolve())).toBe(true)
})
