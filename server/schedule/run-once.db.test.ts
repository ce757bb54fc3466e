import { describe, expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { deleteEndedLeases, runDaily, runOnce } from './run-once.ts'

const logger = createLogger('silent')
let runs = 0
const opened = setUpDatabase(async (db) => {
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T01:00:00Z')
  runs = 0
})

const run = (outcome: 'done' | 'later' | Error = 'done', rememberedHours?: number) =>
  runOnce({ db: opened.db, logger }, { name: 'greet', leaseSeconds: 60, rememberedHours }, async () => {
    runs += 1
    if (outcome instanceof Error) throw outcome
    return outcome
  })

describe('runOnce', () => {
  it('runs a job once for concurrent callers', async () => {
    const results = await Promise.all([run(), run(), run()])
    expect(runs).toBe(1)
    expect(results).toContain(true)
    expect(await run()).toBe(true)
    expect(runs).toBe(1)
  })

  it('runs a postponed job again after a while', async () => {
    expect(await run('later')).toBe(false)
    expect(await run()).toBe(false)
    expect(runs).toBe(1)
    await setDatabaseClock(opened.db, '2026-11-23T01:01:01Z')
    expect(await run()).toBe(true)
    expect(runs).toBe(2)
  })

  it('runs a job again once the hours for which it is remembered are over', async () => {
    await run('done', 6)
    await setDatabaseClock(opened.db, '2026-11-23T06:59:59Z')
    expect(await run('done', 6)).toBe(true)
    expect(runs).toBe(1)
    await setDatabaseClock(opened.db, '2026-11-23T07:00:01Z')
    await run('done', 6)
    expect(runs).toBe(2)
    await setDatabaseClock(opened.db, '2026-11-23T12:59:59Z')
    await run('done', 6)
    expect(runs).toBe(2)
  })

  it('rethrows a job’s error and retries the job after a while', async () => {
    await expect(run(new Error('not today'))).rejects.toThrow('not today')
    expect(await run()).toBe(false)
    await setDatabaseClock(opened.db, '2026-11-23T01:01:01Z')
    expect(await run()).toBe(true)
  })
})

describe('runDaily', () => {
  async function wakeAt(
    time: string,
    { processes = 1, failure, outcome }: { processes?: number; failure?: Error; outcome?: 'later' } = {},
  ) {
    await setDatabaseClock(opened.db, time)
    const wake = () =>
      runDaily({ db: opened.db, logger }, { name: 'greet', from: '17:00' }, () => {
        runs += 1
        return failure ? Promise.reject(failure) : Promise.resolve(outcome)
      })
    await Promise.all(Array.from({ length: processes }, wake))
    return runs
  }

  it('runs a job once a day, over all processes, in the first hours in which one is awake', async () => {
    expect(await wakeAt('2026-11-23T22:59:59Z')).toBe(0)
    expect(await wakeAt('2026-11-23T23:00:00Z', { processes: 3 })).toBe(1)
    expect(await wakeAt('2026-11-24T05:59:59Z')).toBe(1)
    expect(await wakeAt('2026-11-24T22:59:59Z')).toBe(1)
    expect(await wakeAt('2026-11-25T05:59:59Z')).toBe(2)
    expect(await wakeAt('2026-11-25T06:00:01Z')).toBe(2)
  })

  it('runs a job that was stopped again an hour later', async () => {
    expect(await wakeAt('2026-11-23T23:00:00Z', { outcome: 'later' })).toBe(1)
    expect(await wakeAt('2026-11-24T00:00:01Z')).toBe(2)
    expect(await wakeAt('2026-11-24T02:00:00Z')).toBe(2)
  })

  it('runs a failed job again an hour later', async () => {
    await expect(wakeAt('2026-11-23T23:00:00Z', { failure: new Error('not now') })).rejects.toThrow('not now')
    expect(await wakeAt('2026-11-23T23:59:00Z')).toBe(1)
    expect(await wakeAt('2026-11-24T00:00:01Z')).toBe(2)
    expect(await wakeAt('2026-11-24T02:00:00Z')).toBe(2)
  })
})

describe('deleteEndedLeases', () => {
  it('forgets finished jobs after 30 days, not before', async () => {
    await run()
    await setDatabaseClock(opened.db, '2026-12-22T01:00:00Z')
    await deleteEndedLeases(opened.db)
    await run()
    expect(runs).toBe(1)
    await setDatabaseClock(opened.db, '2026-12-24T01:00:00Z')
    await deleteEndedLeases(opened.db)
    expect(await opened.db.selectFrom('job_lease').selectAll().execute()).toEqual([])
    expect(await opened.db.selectFrom('finished_job').selectAll().execute()).toEqual([])
  })
})
