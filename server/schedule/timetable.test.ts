import { once } from 'node:events'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { startSchedule, type Jobs, timetable, type TimetableEntry } from './timetable.ts'

const logger = createLogger('silent')
const everySecond: TimetableEntry[] = [{ job: 'send-edition', cron: '* * * * * *' }]
const idle: Jobs = {
  collect: async () => {},
  'write-edition': () => Promise.resolve(),
  'send-edition': () => Promise.resolve(),
  'watch-sending': () => Promise.resolve(),
  'fetch-mailbox': () => Promise.resolve(),
  notices: () => Promise.resolve(),
  clean: () => Promise.resolve(),
}
let schedule: ReturnType<typeof startSchedule> | undefined
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
})
afterEach(async () => {
  await schedule?.stop()
  vi.useRealTimers()
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await vi.advanceTimersByTimeAsync(20)
}

describe('startSchedule', () => {
  it('wakes a job again after a failure, and after a busy event loop missed its time', async () => {
    let runs = 0
    const jobs: Jobs = {
      ...idle,
      'send-edition': () => {
        runs += 1
        return Promise.reject(new Error('not today'))
      },
    }
    schedule = startSchedule({ jobs, logger, entries: everySecond })
    await until(() => runs >= 1)
    vi.setSystemTime(Date.now() + 2500)
    const before = runs
    await until(() => runs > before)
    expect(runs).toBeGreaterThan(before)
  })

  it('notes frequent jobs from the start, so that one that never succeeds is missed', async () => {
    const noted: string[] = []
    const fail = () => Promise.reject(new Error('not today'))
    const jobs: Jobs = { ...idle, 'watch-sending': fail }
    schedule = startSchedule({ jobs, logger, noteJob: (job) => void noted.push(job) })
    const atStart = ['write-edition', 'send-edition', 'watch-sending', 'notices']
    expect(noted).toEqual(atStart)
    await until(() => noted.filter((job) => job === 'write-edition').length === 5)
    expect(noted.filter((job) => job === 'watch-sending')).toHaveLength(1)
  })

  it.each([
    ['set back by eight hours', -8 * 3_600_000],
    ['set on by a month, as after a long sleep', 30 * 24 * 3_600_000],
  ])('wakes a job every second after the clock was %s', async (_, changeMs) => {
    // At a full second, so that nothing else is due between the change and the next one.
    vi.setSystemTime(Math.floor(Date.now() / 1_000) * 1_000)
    let runs = 0
    const jobs: Jobs = { ...idle, 'send-edition': () => Promise.resolve(void (runs += 1)) }
    schedule = startSchedule({ jobs, logger, entries: everySecond })
    await until(() => runs >= 1)
    vi.setSystemTime(Date.now() + changeMs)
    await vi.advanceTimersByTimeAsync(2_000)
    runs = 0
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toBeGreaterThanOrEqual(4)
  })

  it.each([
    ['made up for after a few seconds in which the process was busy', 58, 4, 1],
    ['not made up for after a long sleep', 58, 62, 0],
    ['not made up for after a month', 58, 30 * 24 * 3_600 + 30, 0],
  ])('a time of its own that has passed is %s', async (_what, from, seconds, expected) => {
    vi.setSystemTime(Math.floor(Date.now() / 60_000) * 60_000 + from * 1_000)
    let runs = 0
    schedule = startSchedule({
      jobs: { ...idle, 'send-edition': () => Promise.resolve(void (runs += 1)) },
      logger,
      entries: everySecond.map((entry) => ({ ...entry, cron: '0 * * * * *' })),
    })
    vi.setSystemTime(Date.now() + seconds * 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toBe(expected)
  })

  it('says once that a job waits for the database, and again at its next outage', async () => {
    const lines: string[] = []
    const outage = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    let runs = 0
    // Two failures, a success, two failures.
    const jobs: Jobs = {
      ...idle,
      'send-edition': () => ((runs += 1) === 3 ? Promise.resolve() : Promise.reject(outage)),
    }
    schedule = startSchedule({
      jobs,
      logger: createLogger('info', { write: (line) => void lines.push(line) }),
      entries: everySecond,
    })
    await until(() => runs >= 6)
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
      Array.from({ length: 2 }, () => 'The database does not answer: this job of the timetable waits for it'),
    )
  })

  it('does not wake a job that is still running, and waits for it to stop', async () => {
    let runs = 0
    let hasStopped = false
    const jobs: Jobs = {
      ...idle,
      'send-edition': async (signal) => {
        runs += 1
        await once(signal, 'abort')
        hasStopped = true
      },
    }
    schedule = startSchedule({ jobs, logger, entries: everySecond })
    await until(() => runs === 1)
    await vi.advanceTimersByTimeAsync(2100)
    await schedule.stop()
    expect({ runs, hasStopped }).toEqual({ runs: 1, hasStopped: true })
  })
})

it('reports a good round after each check of the sending, but not while a frequent job fails', async () => {
  let rounds = 0
  let looks = 0
  let shouldFail = true
  schedule = startSchedule({
    jobs: {
      ...idle,
      notices: () => (shouldFail ? Promise.reject(new Error('no database')) : Promise.resolve()),
      collect: () => Promise.reject(new Error('once a day')),
      'watch-sending': () => Promise.resolve(void (looks += 1)),
    },
    logger,
    entries: (['collect', 'notices', 'watch-sending'] as const).map((job) => ({
      job,
      cron: '* * * * * *',
    })),
    onGoodRound: () => Promise.resolve(void (rounds += 1)),
  })
  await until(() => looks >= 2)
  const before = rounds
  await until(() => looks >= 4)
  expect(rounds).toBe(before)
  shouldFail = false
  await until(() => rounds > before)
})

describe('timetable', () => {
  it('checks every half minute what is due', () => {
    expect(timetable.map(({ job, cron }) => [job, cron])).toEqual([
      ['collect', '5 */5 * * * *'],
      ['write-edition', '*/30 * * * * *'],
      ['send-edition', '*/30 * * * * *'],
      ['watch-sending', '15 * * * * *'],
      ['notices', '*/10 * * * * *'],
      ['fetch-mailbox', '40 */3 * * * *'],
      ['clean', '25 */5 * * * *'],
    ])
  })
})
