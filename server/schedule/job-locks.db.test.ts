import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createJobLocks, type JobLocks } from './job-locks.ts'

const database = setUpDatabase((db) => db.deleteFrom('job_lease').execute())
let jobLocks: JobLocks
beforeAll(async () => {
  jobLocks = createJobLocks({ db: database.db, logger: createLogger('silent') })
})

const MONDAY = '2026-11-23'

it('a job lock is held by one process at a time, by name', async () => {
  const seen: unknown[] = []
  const hasRun = await jobLocks.collect.runExclusively(async () => {
    seen.push(await jobLocks.collect.findHolder())
    seen.push(await jobLocks.collect.runExclusively(() => Promise.reject(new Error('run twice'))))
    seen.push(await jobLocks.build(MONDAY).runExclusively(() => Promise.resolve()))
  })
  expect(hasRun).toBe(true)
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^process ${process.pid} on \\S+$`)), false, true])
  expect(await jobLocks.collect.findHolder()).toBeUndefined()
})

it('a job lock is free at once after a failed job', async () => {
  const failing = jobLocks.build(MONDAY).runExclusively(() => Promise.reject(new Error('no source answered')))
  await expect(failing).rejects.toThrow('no source answered')
  expect(await jobLocks.build(MONDAY).runExclusively(() => Promise.resolve())).toBe(true)
})

it('a job lock is free once the lease of a killed process expires', async () => {
  const until = (seconds: number) =>
    sql`insert into job_lease (name, holder, token, lease_until)
      values ('collect', 'process 7 on web-2', '0a1b', lunchpail_now() + make_interval(secs => ${seconds}))
      on conflict (name) do update set lease_until = excluded.lease_until`.execute(database.db)
  await until(30)
  expect(await jobLocks.collect.findHolder()).toBe('process 7 on web-2')
  expect(await jobLocks.collect.runExclusively(() => Promise.resolve())).toBe(false)
  await until(-1)
  expect(await jobLocks.collect.findHolder()).toBeUndefined()
  expect(await jobLocks.collect.runExclusively(() => Promise.resolve())).toBe(true)
})

it('a lease from before the database’s clock was set back by hours begins at that moment', async () => {
  await sql`insert into job_lease (name, holder, token, lease_until)
    values ('collect', 'process 7 on web-2', '0a1b', lunchpail_now() + interval '8 hours')`.execute(
    database.db,
  )
  // Its holder may be alive, and would renew it.
  expect(await jobLocks.collect.runExclusively(() => Promise.resolve())).toBe(false)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from lease_until - lunchpail_now())::float8 as seconds from job_lease`.execute(
    database.db,
  )
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
})
