import { expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import type { RecordSource } from '../records/core/record-source.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { collectDaily } from './collect-daily.ts'
import type { JobLock } from './job-locks.ts'

const logger = createLogger('silent')
const clock = { now: () => new Date('2026-11-20T23:00:00Z') }
let asked: string[]
let broken: ReadonlySet<string>
const database = setUpDatabase(async (db) => {
  await db.deleteFrom('collect_run').execute()
  asked = []
  broken = new Set()
})

const aSource = (id: string): RecordSource => ({
  id,
  name: id,
  licence: 'none',
  republishable: true,
  limits: { requestsPerSecond: 1, timeoutMs: 1, maxBytes: 1 },
  collect: () => {
    asked.push(id)
    return Promise.resolve(
      broken.has(id)
        ? { listed: 1, read: 0, unread: [{ what: 'a file', code: 'missing' as const, reason: 'gone' }] }
        : { listed: 1, read: 1, unread: [] },
    )
  },
})

/** @param busyTimes  how often another process holds the lock before it is free; may be Infinity */
function collect(busyTimes: number) {
  let tries = 0
  const lock: JobLock = {
    async runExclusively(job) {
      if (tries++ < busyTimes) return false
      await job()
      return true
    },
    findHolder: () => Promise.resolve('process 7 on web-2'),
  }
  const signal = new AbortController().signal
  return collectDaily(
    { db: database.db, clock, logger, upstreamBaseUrl: undefined, userAgent: 'test', signal, waitMs: 1 },
    { lock, sources: [aSource('one'), aSource('two')] },
  )
}

it('reads all sources, whatever was read the day before', async () => {
  await collect(0)
  expect((await collect(0)).map(({ source, outcome }) => [source, outcome])).toEqual([
    ['one', 'complete'],
    ['two', 'complete'],
  ])
})

it('reads only what another process failed to read, after waiting for it', async () => {
  broken = new Set(['two'])
  await collect(0)
  asked = []
  broken = new Set()
  expect((await collect(1)).map(({ source }) => source)).toEqual(['two'])
  expect(asked).toEqual(['two'])
})

it('reads nothing if another process never finishes', async () => {
  expect(await collect(Infinity)).toEqual([])
  expect(asked).toEqual([])
})
