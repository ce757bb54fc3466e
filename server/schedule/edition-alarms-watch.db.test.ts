import { hostname } from 'node:os'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OpenedDatabase } from '../db/open-database.ts'
import { createLogger } from '../lib/logger.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import {
  addSubscribers,
  anEdition,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { watchDisk, watchNotices, watchSending } from './edition-alarms-watch.ts'
import type { AlarmDeps } from './raise-alarms.ts'

const MONDAY = '2026-11-23'
const go = new AbortController().signal

let database: OpenedDatabase
let logLines: string[] = []
let raised: string[] = []
let isMailDown = false
let posted: string[] = []
let isPostDown = false
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  logLines = []
  raised = []
  isMailDown = false
  posted = []
  isPostDown = false
  await resetTables(database.db)
  await setDatabaseClock(database.db, '2026-11-23T14:00:00Z')
})

/** A separate process, which does not know what others have raised. */
const aProcess = (sending?: AlarmDeps['sending']): AlarmDeps => ({
  db: database.db,
  sending,
  logger: createLogger('info', { write: (line) => void logLines.push(line) }),
  alarm: {
    raise: ({ subject }) => {
      if (!isMailDown) raised.push(subject)
      return Promise.resolve(!isMailDown)
    },
    post: ({ kind, subject }) => {
      if (!isPostDown) posted.push(`${kind}: ${subject}`)
      return Promise.resolve(!isPostDown)
    },
  },
})
const watch = (sending?: AlarmDeps['sending']) => watchSending(aProcess(sending), go)

async function freeze(readerCount: number): Promise<void> {
  await addSubscribers(database.db, readers(readerCount))
  await storeEdition(database.db, anEdition())
  await freezeEdition(database.db, MONDAY, { by: 'hand' })
}

const setEdition = (changes: Partial<Record<'state' | 'paused_at' | 'pause_kind' | 'finished_at', string>>) =>
  sql`update edition set ${sql.join(
    Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )}`.execute(database.db)

describe('watchSending', () => {
  it('raises each alarm once over all processes, again after six hours, and again for a new cause', async () => {
    await freeze(2)
    await sql`update delivery set state = 'unknown', updated_at = '2026-11-23T14:00:00Z' where subscriber_id = 1`.execute(
      database.db,
    )
    await setEdition({ state: 'paused', paused_at: '2026-11-23T14:00:00Z', pause_kind: 'by-hand' })
    await Promise.all([watch(), watch()])
    await watch()
    const unknown = `The edition of ${MONDAY} has deliveries whose outcome is unknown`
    const paused = `The edition of ${MONDAY} is paused`
    expect(raised.sort()).toEqual([unknown, paused])

    raised = []
    await setDatabaseClock(database.db, '2026-11-23T20:30:00Z')
    await watch()
    await watch()
    expect(raised.sort()).toEqual([`${unknown}, for 6 hours now`, `${paused}, for 6 hours now`])

    raised = []
    await setEdition({ paused_at: '2026-11-23T20:29:00Z' })
    await watch()
    expect(raised).toEqual([paused])
  })

  it('raises one alarm when a statement of the coming edition could not be written', async () => {
    await setDatabaseClock(database.db, '2026-11-23T01:00:00Z')
    const unwritten = [
      { id: 'insiders/sale/1', section: 'insiders', kind: 'trade', reason: 'is not a number' },
    ]
    await storeEdition(database.db, anEdition({ coverage: { unwritten } }))
    await watch()
    await watch()
    expect(raised).toEqual([`1 part of the edition of ${MONDAY} could not be written: trade`])
  })

  it('checks a finished edition once, and again only if the alarm could not be mailed', async () => {
    await freeze(2)
    await sql`update delivery set state = 'failed'`.execute(database.db)
    await setEdition({ state: 'finished', finished_at: '2026-11-23T14:00:00Z' })
    isMailDown = true
    await watch()
    expect(raised).toEqual([])
    isMailDown = false
    await setDatabaseClock(database.db, '2026-11-23T14:10:00Z')
    await watch()
    await watch()
    expect(raised).toEqual([`The edition of ${MONDAY} did not reach everyone`])
  })

  it('watches a cancelled edition until no delivery is open, and reports unknown outcomes', async () => {
    await freeze(3)
    await sql`update delivery set state = case subscriber_id when 1 then 'sending' else 'skipped' end`.execute(
      database.db,
    )
    await setEdition({ state: 'cancelled' })
    await watch()
    await watch()
    expect(raised).toEqual([])
    await sql`update delivery set state = 'unknown' where subscriber_id = 1`.execute(database.db)
    await watch()
    await watch()
    expect(raised).toEqual([`The edition of ${MONDAY} has deliveries whose outcome is unknown`])
    // That was the last check: nothing more can become unknown.
    await sql`update delivery set updated_at = lunchpail_now() + interval '1 minute'`.execute(database.db)
    await watch()
    expect(raised).toHaveLength(1)
  })

  it('posts to the second channel once, even if the mail server is down', async () => {
    await freeze(2)
    await setEdition({ state: 'paused', paused_at: '2026-11-23T14:00:00Z', pause_kind: 'sign-in' })
    const subject = `The edition of ${MONDAY} is paused`
    isMailDown = true
    await watch()
    expect({ raised, posted }).toEqual({ raised: [], posted: [`paused: ${subject}`] })
    isMailDown = false
    isPostDown = true
    await setDatabaseClock(database.db, '2026-11-23T14:10:00Z')
    await watch()
    await watch()
    expect({ raised, posted }).toEqual({ raised: [subject], posted: [`paused: ${subject}`] })
  })

  it('only logs that nobody is subscribed', async () => {
    await freeze(0)
    await setEdition({ state: 'finished', finished_at: '2026-11-23T14:00:00Z' })
    await watch()
    await watch()
    expect(raised).toEqual([])
    expect(logLines.filter((line) => line.includes('Nobody is subscribed'))).toHaveLength(1)
  })

  it('raises an alarm for a mail server that is down for ten minutes, and again for the next outage', async () => {
    await freeze(2)
    const breakOff = (at: string) =>
      sql`
        insert into mail_gate (name, next_at, failures, open_until, reason)
        values ('newsletter', lunchpail_now(), 1, ${at}::timestamptz + interval '30 seconds', 'connect ECONNREFUSED')
        on conflict (name) do update set failures = 1, open_until = excluded.open_until`.execute(database.db)
    const watchAt = async (time: string) => {
      await setDatabaseClock(database.db, time)
      await watch()
    }
    await breakOff('2026-11-23T14:00:00Z')
    await watchAt('2026-11-23T14:00:00Z')
    await watchAt('2026-11-23T14:09:00Z')
    expect(raised).toEqual([])
    await watchAt('2026-11-23T14:11:00Z')
    await watchAt('2026-11-23T14:12:00Z')
    expect(raised).toEqual(['The mail server does not answer'])

    await sql`update mail_gate set failures = 0, open_until = null`.execute(database.db)
    await watchAt('2026-11-23T14:13:00Z')
    await breakOff('2026-11-23T15:00:00Z')
    await watchAt('2026-11-23T15:00:00Z')
    await watchAt('2026-11-23T15:09:00Z')
    expect(raised).toHaveLength(1)
    await watchAt('2026-11-23T15:10:00Z')
    expect(raised).toEqual(['The mail server does not answer', 'The mail server does not answer'])
  })

  describe('of an edition with too many readers for its time', () => {
    const slow = { perSecond: 1, warmUp: undefined }
    const subject = `The edition of ${MONDAY} is too slow to reach everyone`
    /** Three readers, who take three seconds. */
    async function freezeAt(time: string) {
      await setDatabaseClock(database.db, `2026-11-24T${time}Z`)
      await addSubscribers(database.db, readers(3))
      await storeEdition(database.db, anEdition())
      await freezeEdition(database.db, MONDAY, { by: 'timetable' })
    }

    it('raises one alarm as soon as it is frozen', async () => {
      await freezeAt('01:59:58')
      await watch(slow)
      await watch(slow)
      expect(posted).toEqual([`not-everyone-reached: ${subject}`])
    })

    it('raises one once what is left takes longer than the time that is left', async () => {
      await freezeAt('01:59:57')
      await watch(slow)
      expect(raised).toEqual([])
      await setDatabaseClock(database.db, '2026-11-24T01:59:58Z')
      await watch(slow)
      expect(raised).toEqual([subject])
    })

    it.each([
      ['everyone else has it', sql`update delivery set state = 'submitted' where subscriber_id = 1`],
      ['it is paused', sql`update edition set state = 'paused', paused_at = lunchpail_now()`],
      ['its time is over', sql`update edition set expires_at = lunchpail_now()`],
    ])('raises none if %s', async (_, change) => {
      await freezeAt('01:59:58')
      await change.execute(database.db)
      await watch(slow)
      expect(raised).not.toContain(subject)
    })

    it('raises none if the warm-up lets out fewer today', async () => {
      await freezeAt('01:59:58')
      await watch({ ...slow, warmUp: { perDay: 2, growth: 2 } })
      expect(raised).toEqual([])
    })
  })

  describe('of an edition that readers report as spam', () => {
    const subject = `More than 0.3% of the readers of the edition of ${MONDAY} report it as spam`
    async function submitTo(count: number, complaints: number) {
      await freeze(count)
      await sql`update delivery set state = 'submitted'`.execute(database.db)
      await sql`
        insert into bounce (edition_id, subscriber_id, kind, received_at)
        select edition_id, subscriber_id, kind, lunchpail_now()
        from delivery cross join unnest(array['complaint', 'policy']) as kind
        where subscriber_id <= ${complaints}`.execute(database.db)
      await setEdition({ state: 'finished', finished_at: '2026-11-23T15:00:00Z' })
    }

    it.each([
      ['4 of 1,000', 1000, 4, [`complaints: ${subject}`]],
      ['3 of 1,000', 1000, 3, []],
      ['9 of 999, which are too few to tell', 999, 9, []],
    ])('raises one alarm, if any: %s', async (_, count, complaints, alarms) => {
      await submitTo(count, complaints)
      await watch()
      expect(posted).toEqual(alarms)
      await setDatabaseClock(database.db, '2026-11-30T14:00:00Z')
      await watch()
      expect(posted.filter((one) => one.startsWith('complaints'))).toEqual(alarms)
    })

    it('looks every ten minutes over all processes, for four weeks', async () => {
      await submitTo(1000, 3)
      await watch()
      await sql`
        insert into bounce (edition_id, subscriber_id, kind, received_at)
        select edition_id, subscriber_id, 'complaint', lunchpail_now() from delivery where subscriber_id = 4`.execute(
        database.db,
      )
      await setDatabaseClock(database.db, '2026-11-23T14:09:59Z')
      await watch()
      await setDatabaseClock(database.db, '2026-12-21T14:00:01Z')
      await watch()
      expect(posted).not.toContain(`complaints: ${subject}`)
      await setDatabaseClock(database.db, '2026-12-21T13:59:00Z')
      await sql`delete from job_lease`.execute(database.db)
      await watch()
      expect(posted).toContain(`complaints: ${subject}`)
    })
  })

  describe('for an edition that does not go out though nothing keeps it', () => {
    const LOOKS = 15
    async function lookOften(times: number, seen: Map<string, number>) {
      for (let look = 0; look < times; look += 1) await watchSending(aProcess(), go, seen)
    }

    it.each([
      [
        'is written and due',
        () => storeEdition(database.db, anEdition()),
        `The edition of ${MONDAY} is due and does not go out`,
      ],
      [
        'has gone out in part and is over',
        async () => {
          await freeze(2)
          await sql`update edition set expires_at = lunchpail_now() - interval '1 second'`.execute(
            database.db,
          )
        },
        `The sending of the edition of ${MONDAY} has not ended, though its time is over`,
      ],
    ])('raises one alarm if it %s for a quarter of an hour', async (_, begin, subject) => {
      await begin()
      const seen = new Map<string, number>()
      await lookOften(LOOKS - 1, seen)
      expect(raised).toEqual([])
      await lookOften(2, seen)
      await lookOften(LOOKS, new Map())
      expect(raised).toEqual([subject])
    })

    it('raises none about an edition that is over while a process that was killed still has claims', async () => {
      await freeze(2)
      await sql`update edition set expires_at = lunchpail_now() - interval '1 second'`.execute(database.db)
      await sql`
        update delivery set state = 'claimed', lease_until = lunchpail_now() + interval '15 minutes'
        where subscriber_id = 1`.execute(database.db)
      await lookOften(LOOKS, new Map())
      expect(raised).toEqual([])
    })

    it('raises none if it went on in between', async () => {
      await storeEdition(database.db, anEdition())
      const seen = new Map<string, number>()
      await lookOften(LOOKS - 1, seen)
      await sql`update edition set held_at = lunchpail_now(), held_kind = 'by-hand'`.execute(database.db)
      await lookOften(1, seen)
      await sql`update edition set held_at = null`.execute(database.db)
      raised = []
      await lookOften(LOOKS - 1, seen)
      expect(raised).toEqual([])
    })
  })

  it('measures the outage of the mail server from its start, even if no alarm could be mailed', async () => {
    await freeze(2)
    await sql`update delivery set state = 'unknown' where subscriber_id = 1`.execute(database.db)
    await sql`
      insert into mail_gate (name, next_at, failures, open_until)
      values ('newsletter', lunchpail_now(), 1, lunchpail_now())`.execute(database.db)
    isMailDown = true
    await watch()
    isMailDown = false
    await setDatabaseClock(database.db, '2026-11-23T14:10:00Z')
    await watch()
    expect(raised.sort()).toEqual([
      `The edition of ${MONDAY} has deliveries whose outcome is unknown`,
      'The mail server does not answer',
    ])
  })
})

it('raises an alarm for a full disk of DATA_DIR once, again after six hours, and none while there is room', async () => {
  const look = (free: number, unnoted?: Error) =>
    watchDisk(aProcess(), { folder: '/data', unnoted, findFree: () => Promise.resolve(free) })
  await look(200 * 1024 * 1024)
  expect(raised).toEqual([])
  await look(200 * 1024 * 1024 - 1)
  await look(0)
  expect(raised).toEqual([`The disk of DATA_DIR is full on ${hostname()}`])
  expect(posted).toEqual([`disk: The disk of DATA_DIR is full on ${hostname()}`])
  await setDatabaseClock(database.db, '2026-11-23T20:00:01Z')
  await look(0)
  expect(raised).toHaveLength(2)
  // The disk was full between two checks.
  await look(Infinity, new Error('ENOSPC: no space left on device, write'))
  expect(raised.at(-1)).toBe(`What was sent could not be noted on ${hostname()}`)
})

describe('watchNotices', () => {
  /** Single mails queued at noon UTC. */
  const insert = (from: number, count: number, state: string, createdAt = '12:00:00') =>
    sql`insert into notice (kind, email, email_hash, state, created_at, next_at)
      select 'confirmation', case when ${state} = 'queued' then 'a@mail.example' end, 'hash' || number, ${state},
        ${`2026-11-23T${createdAt}Z`}::timestamptz, lunchpail_now()
      from generate_series(${from}::integer, ${from + count - 1}::integer) as number`.execute(database.db)
  /** Looks at a time of day in UTC. */
  const look = async (time: string) => {
    await setDatabaseClock(database.db, `2026-11-23T${time}Z`)
    await watchNotices(aProcess(), go)
    return raised
  }
  beforeEach(() => database.db.deleteFrom('notice').execute())

  it('raises an alarm if several wait for an hour, and again after six hours', async () => {
    await insert(0, 2, 'queued')
    await insert(2, 1, 'queued', '12:05:00')
    await insert(3, 1, 'submitted', '11:59:00')
    expect(await look('13:04:00')).toEqual([])
    expect(await look('13:15:00')).toEqual(['Single mails do not go out'])
    expect(await look('14:00:00')).toHaveLength(1)
    expect(await look('19:40:00')).toHaveLength(2)
  })

  it('raises none about those that wait while others go out', async () => {
    await insert(0, 9, 'queued')
    await insert(9, 1, 'submitted', '12:01:00')
    expect(await look('23:00:00')).toEqual([])
  })

  it('raises one though others were queued, and wait, before the newest that has gone out', async () => {
    await insert(0, 2, 'queued', '11:00:00')
    await insert(2, 1, 'submitted', '12:00:00')
    await insert(3, 2, 'queued', '12:01:00')
    expect(await look('13:02:00')).toEqual([])
    await insert(5, 1, 'queued', '12:02:00')
    expect(await look('13:13:00')).toEqual(['Single mails do not go out'])
  })

  it('counts one that was given up after a day as failed', async () => {
    await insert(0, 20, 'failed')
    await sql`update notice set next_at = '2026-11-24T12:05:00Z'`.execute(database.db)
    await setDatabaseClock(database.db, '2026-11-24T12:10:00Z')
    await watchNotices(aProcess(), go)
    expect(raised).toEqual(['Many single mails fail'])
  })

  it('raises one about a single mail that has waited for six hours', async () => {
    await insert(0, 1, 'queued')
    expect(await look('17:59:00')).toEqual([])
    expect(await look('18:10:00')).toEqual(['Single mails do not go out'])
  })

  it('looks every ten minutes over all processes', async () => {
    await look('13:00:00')
    await insert(0, 3, 'queued', '11:00:00')
    expect(await look('13:09:59')).toEqual([])
    expect(await look('13:10:01')).toEqual(['Single mails do not go out'])
  })

  it.each([
    ['20 of 60, some by bounces, some without an answer', 8, 2, 10, 40, ['Many single mails fail']],
    ['500 of 5,000', 500, 0, 0, 4_500, ['Many single mails fail']],
    ['19 of 19', 9, 0, 10, 0, []],
    ['20 of 70', 20, 0, 0, 50, []],
  ])('raises an alarm if many fail: %s', async (_what, failed, unknown, bounced, submitted, alarms) => {
    await insert(0, failed, 'failed')
    await insert(failed, unknown, 'unknown')
    await insert(failed + unknown, bounced + submitted, 'submitted')
    await sql`insert into suppression (email_hash, reason, suppressed_at)
      select email_hash, 'bounced', '2026-11-23T12:30:00Z' from notice
      where state = 'submitted' order by id limit ${bounced}`.execute(database.db)
    await sql`insert into suppression (email_hash, reason, suppressed_at)
      select email_hash, 'unsubscribed', '2026-11-23T12:30:00Z' from notice
      where state = 'submitted' on conflict do nothing`.execute(database.db)
    expect(await look('13:00:00')).toEqual(alarms)
    // After a day they no longer count.
    await sql`update notice set created_at = created_at - interval '1 day', next_at = next_at - interval '1 day'`.execute(
      database.db,
    )
    expect(await look('21:00:00')).toEqual(alarms)
  })
})
